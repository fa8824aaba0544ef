// `GET /storage/{path}`: public files to anybody, private ones by an address that was signed for a session which
// is still open; everything else is not there.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { callerOf } from '../http/caller.ts'
import type { Secrets } from '../secrets.ts'
import type { Gate } from '../session/gate.ts'
import { type FilePath, asFilePath, isPublic, mediaTypeOf } from './file-path.ts'
import { isSeenBy } from './kept-files.ts'
import { signedFor } from './signed-address.ts'
import type { FileStorage } from './storage.ts'

const yearSeconds = 31_536_000

/** A file is shown as the picture it is and nothing else: it runs nothing, loads nothing, and is guessed to be nothing. */
const fileHeaders = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}

/** A browser that keeps a private picture shows it after signing out; so it keeps it no longer than a look at a page takes. */
const privateSeconds = 60

type Ground = { storage: FileStorage; secrets: Secrets; clock: Clock; acrossTenants: Gate['acrossTenants'] }

export function serveFiles(app: FastifyInstance, ground: Ground): void {
  app.get<{ Params: { '*': string } }>('/storage/*', { helmet: false }, async (request, reply) => {
    reply.headers(fileHeaders)
    const path = asFilePath(request.params['*'])
    const caching = path && (await cachingOf(path, request, ground))
    const bytes = path && caching ? await ground.storage.read(path) : null
    if (path === null || caching === null || bytes === null) return reply.callNotFound()
    return reply
      .header('content-type', mediaTypeOf(path))
      .header('content-disposition', `inline; filename="${path.slice(path.lastIndexOf('/') + 1)}"`)
      .header('cache-control', caching)
      .send(Buffer.from(bytes))
  })
}

/** How long a browser may keep the file; null for whoever may not see it. A public one asks no database. */
async function cachingOf(path: FilePath, request: FastifyRequest, ground: Ground): Promise<string | null> {
  if (isPublic(path)) return `public, max-age=${yearSeconds}, immutable`
  const signed = signedFor(path, request.query as { e?: unknown; s?: unknown }, ground)
  if (signed === null) return null
  const { host, address } = callerOf(request)
  const session = { id: signed.sessionId, host, address }
  const isSeen = await ground.acrossTenants('a private file by its signed address', (db) => isSeenBy(db, path, session))
  return isSeen ? `private, max-age=${Math.min(signed.seconds, privateSeconds)}` : null
}

// `GET /storage/{path}`: serves public files to everybody, and private files by an address signed for a session that is still valid.
// Anything else is answered with 404.
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

/** A file is only an image: no scripts, no subresources, no content sniffing. */
const fileHeaders = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}

/** A browser shows a cached private picture even after sign-out, so the cache time is short. */
const privateSeconds = 60

type FileRouteDependencies = {
  storage: FileStorage
  secrets: Secrets
  clock: Clock
  acrossTenants: Gate['acrossTenants']
}

export function serveFiles(app: FastifyInstance, needs: FileRouteDependencies): void {
  app.get<{ Params: { '*': string } }>('/storage/*', { helmet: false }, async (request, reply) => {
    reply.headers(fileHeaders)
    const path = asFilePath(request.params['*'])
    const caching = path && (await cachingOf(path, request, needs))
    const bytes = path && caching ? await needs.storage.read(path) : null
    if (path === null || caching === null || bytes === null) return reply.callNotFound()
    return reply
      .header('content-type', mediaTypeOf(path))
      .header('content-disposition', `inline; filename="${path.slice(path.lastIndexOf('/') + 1)}"`)
      .header('cache-control', caching)
      .send(Buffer.from(bytes))
  })
}

/** The cache-control header; null when the caller may not see the file. A public file needs no database. */
async function cachingOf(
  path: FilePath,
  request: FastifyRequest,
  needs: FileRouteDependencies,
): Promise<string | null> {
  if (isPublic(path)) return `public, max-age=${yearSeconds}, immutable`
  const signed = signedFor(path, request.query as { e?: unknown; s?: unknown }, needs)
  if (signed === null) return null
  const { host, address } = callerOf(request)
  const session = { id: signed.sessionId, host, address }
  const isSeen = await needs.acrossTenants('a private file by its signed address', (db) => isSeenBy(db, path, session))
  return isSeen ? `private, max-age=${Math.min(signed.seconds, privateSeconds)}` : null
}

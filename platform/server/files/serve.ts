// `GET /storage/{path}`: public files to anybody, private ones by signed address; everything else is not there.
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Secrets } from '../secrets.ts'
import { asFilePath, isPublic, mediaTypeOf } from './file-path.ts'
import { secondsLeft } from './signed-address.ts'
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

export function serveFiles(
  app: FastifyInstance,
  ground: { storage: FileStorage; secrets: Secrets; clock: Clock },
): void {
  app.get<{ Params: { '*': string }; Querystring: { e?: unknown; s?: unknown } }>(
    '/storage/*',
    { helmet: false },
    async (request, reply) => {
      reply.headers(fileHeaders)
      const path = asFilePath(request.params['*'])
      const seconds = path === null ? 0 : isPublic(path) ? yearSeconds : secondsLeft(path, request.query, ground)
      const bytes = path === null || seconds === 0 ? null : await ground.storage.read(path)
      if (path === null || bytes === null) return reply.callNotFound()
      return reply
        .header('content-type', mediaTypeOf(path))
        .header('content-disposition', `inline; filename="${path.slice(path.lastIndexOf('/') + 1)}"`)
        .header(
          'cache-control',
          isPublic(path) ? `public, max-age=${seconds}, immutable` : `private, max-age=${seconds}`,
        )
        .send(Buffer.from(bytes))
    },
  )
}

// A text that is the same for every caller until the next start: built and compressed at its first request, with an ETag (RFC 9110, 8.8.3).
// Brotli's best level takes seconds for the largest text, so neither the start nor the event loop waits for it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { fail } from '#platform/contract/failure.ts'
import { type Caller, callerOf } from './caller.ts'

type Encoding = 'br' | 'gzip' | 'identity'

const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)

/**
 * Answers a route handler. A caller with the same ETag gets 304; the others get br, gzip or the plain text, as they accept. `admits`: the rate
 * limit of answers with a text; without one there is no limit.
 */
export function staticText(
  type: string,
  text: () => string | Promise<string>,
  admits: (caller: Caller) => boolean = () => true,
) {
  const plain = once(async () => Buffer.from(await text()))
  const etagOf = once(
    async () =>
      `"${createHash('sha256')
        .update(await plain())
        .digest('base64url')}"`,
  )
  const bodies: Record<Encoding, () => Promise<Buffer>> = {
    br: once(async () => inBrotli(await plain())),
    gzip: once(async () => inGzip(await plain())),
    identity: plain,
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { headers } = request
    const etag = await etagOf()
    const isKnown = headers['if-none-match'] === etag
    if (!isKnown && !admits(callerOf(request))) fail('call.throttled', { retryAfter: 60 })
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
    if (isKnown) return reply.status(304).send()
    const encoding = encodingFor(headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type(type).send(await bodies[encoding]())
  }
}

/** Keeps the value of the first call. Callers at the same time share a promise. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null
  return () => (made ??= { value: make() }).value
}

/** The smallest accepted form. An encoding with `q=0` is refused by the caller. */
function encodingFor(accepted: string | string[] | undefined): Encoding {
  const list = String(accepted ?? '')
    .toLowerCase()
    .split(',')
  const accepts = (name: string) =>
    list.some((entry) => {
      const [encoding, ...parameters] = entry.split(';').map((part) => part.trim())
      return encoding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity'
}

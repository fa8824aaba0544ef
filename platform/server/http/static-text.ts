// A text that is the same for every caller until the next start: compressed once, with an ETag (RFC 9110, 8.8.3).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'

type Encoding = 'br' | 'gzip' | 'identity'

/** Answers a route handler. A caller with the same ETag gets 304; the others get br, gzip or the plain text, as they accept. */
export function staticText(type: string, text: string) {
  const plain = Buffer.from(text)
  const bodies: Record<Encoding, Buffer> = { br: brotliCompressSync(plain), gzip: gzipSync(plain), identity: plain }
  const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`
  return ({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
    if (headers['if-none-match'] === etag) return reply.status(304).send()
    const encoding = encodingFor(headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type(type).send(bodies[encoding])
  }
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

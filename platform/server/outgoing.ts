// Requests to addresses that a person named in a form (SSRF protection, U5). The name is resolved once, the resolved address is checked and
// then connected to. Redirects are not followed, and size and time are limited.
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { lookUp } from './look-up.ts'
import { isPublicAddress } from './mail/reach.ts'

const defaultWaitMs = 10_000
const maxBytes = 256 * 1024

export type OutgoingRequest = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array | null
  signal?: AbortSignal
  /** Milliseconds until the whole answer must be there. Default: ten seconds. */
  waitMs?: number
}

/** The address, or the one that its host name resolves to, may not be called. Nothing was sent. */
export class RefusedAddress extends Error {
  constructor() {
    super('unreachable')
    this.name = 'RefusedAddress'
  }
}

/** The answer is larger than the limit. */
export class AnswerTooLarge extends Error {
  constructor() {
    super('too large')
    this.name = 'AnswerTooLarge'
  }
}

export type Outgoing = {
  /** True when requests may be sent to the URL. Its host name is not resolved yet. */
  allows(address: string): boolean
  /** The answer, whatever its status; at most 256 kB, within ten seconds or `waitMs`. Rejects when the address is not allowed or not reached. */
  fetch(address: string, request?: OutgoingRequest): Promise<Response>
}

/** Resolves to allowed addresses only; a name that has others too is refused. */
function lookupOf(isAllowed: (address: string) => boolean): LookupFunction {
  const resolve = callbackify(async (host: string, hints: number | undefined) => {
    const found = await lookUp(host, hints)
    if (found.length === 0 || !found.every(({ address }) => isAllowed(address))) throw new RefusedAddress()
    return found
  })
  return (host, options, callback) => {
    resolve(host, options.hints, (error, found) => {
      if (error) return callback(error, [])
      const [first] = found
      return options.all ? callback(null, found) : callback(null, first?.address ?? '', first?.family)
    })
  }
}

/** Statuses whose answers have no body (Fetch standard, “null body status”). */
const withoutBody = [101, 103, 204, 205, 304]

/** @param privateHosts the operator allows private networks: any address, any port, and http. */
export function createOutgoing({ privateHosts }: { privateHosts: boolean }): Outgoing {
  const allows = (address: string): boolean =>
    URL.canParse(address) && (privateHosts ? isWebUrl(new URL(address)) : isPublicUrl(new URL(address)))
  const send: Outgoing['fetch'] = (
    address,
    { method = 'GET', headers = {}, body = null, signal, waitMs = defaultWaitMs } = {},
  ) =>
    new Promise((resolve, reject) => {
      if (!allows(address)) throw new RefusedAddress()
      const url = new URL(address)
      const deadline = AbortSignal.timeout(waitMs)
      const options = {
        method,
        headers,
        agent: false,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        lookup: lookupOf(privateHosts ? () => true : isPublicAddress),
      } as const
      let hasAnswer = false
      const clientRequest = (url.protocol === 'http:' ? requestHttp : requestHttps)(url, options, (answer) => {
        hasAnswer = true
        const parts: Buffer[] = []
        let size = 0
        answer.on('data', (part: Buffer) => {
          size += part.length
          if (size > maxBytes) clientRequest.destroy(new AnswerTooLarge())
          else parts.push(part)
        })
        answer.on('error', reject)
        answer.on('close', () => reject(new Error('the answer is not whole')))
        answer.on('end', () => {
          try {
            resolve(responseOf(answer, Buffer.concat(parts)))
          } catch (error) {
            reject(new Error('no status of HTTP', { cause: error }))
          }
        })
      })
      clientRequest.on('error', reject)
      // An answer that began may still be read to its end.
      clientRequest.on('close', () => {
        if (!hasAnswer) reject(new Error('no answer'))
      })
      clientRequest.end(body ?? undefined)
    })
  return { allows, fetch: send }
}

/** The headers of an answer that callers read. The others, for instance those of a connection or a cookie, are dropped. */
const answerHeaders = ['content-type', 'webhook-delivery'] as const

/** Throws for a status that HTTP does not have: a server may answer 999. */
function responseOf({ statusCode = 500, headers }: IncomingMessage, body: Buffer<ArrayBuffer>): Response {
  const content = withoutBody.includes(statusCode) ? null : body
  const found = answerHeaders.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] satisfies [string, string]] : []
  })
  return new Response(content, { status: statusCode, headers: found })
}

const isWebUrl = ({ protocol, username }: URL): boolean => /^https?:$/.test(protocol) && username === ''

/** An https address on port 443. A literal address is refused, because no lookup would check it. */
function isPublicUrl({ protocol, port, username, hostname }: URL): boolean {
  return protocol === 'https:' && port === '' && username === '' && /[a-z]$/i.test(hostname)
}

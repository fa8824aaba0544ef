// Calls to a portal process at any host. Node's fetch does not resolve `*.localhost` and cannot set the Host header.
import { type IncomingHttpHeaders, request } from 'node:http'

export type PortalAnswer = {
  status: number
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
  afterMs: number
}

/**
 * The longest time for which a call waits for a database connection before it is refused (platform/server/database/connection-shares.ts).
 */
const longestWaitMs = 2_000

/**
 * True when a call waited for a database connection and was answered with Retry-After. A machine without a free processor is no fault of a
 * restart, whose failures come at once and without that header.
 */
export const isOverload = ({
  status,
  headers,
  afterMs,
}: Pick<PortalAnswer, 'status' | 'headers' | 'afterMs'>): boolean =>
  status === 503 && headers['retry-after'] !== undefined && afterMs >= longestWaitMs

export type PortalCall = {
  host: string
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path with its leading slash. */
  path: string
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

/** Rejects only when there is no answer: refused, cut off, or later than 30 s. */
export function callPortal(
  port: number,
  { host, method = 'POST', path, token, body, headers: more = {} }: PortalCall,
): Promise<PortalAnswer> {
  const begun = performance.now()
  const headers = {
    host: `${host}:${port}`,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...more,
  }
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, agent: false, timeout: 30_000 }
    const clientRequest = request(options, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('error', reject).on('end', () => {
        const afterMs = Math.round(performance.now() - begun)
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: objectIn(text), afterMs })
      })
    })
    clientRequest.on('error', reject).on('timeout', () => clientRequest.destroy(new Error('no answer within 30 s')))
    clientRequest.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

function objectIn(text: string): Record<string, unknown> {
  return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
}

/** Signs a person in at a host and answers the token. */
export async function tokenAt(port: number, host: string, email: string, password: string): Promise<string> {
  const { status, body } = await callPortal(port, { host, path: '/api/login', body: { email, password } })
  if (status !== 200) throw new Error(`${email} cannot sign in at ${host}: ${JSON.stringify(body)}`)
  return String(body['token'])
}

import { PowerBiError } from './power-bi-error.ts'

/** One log entry: the operation's name and codes. It holds no address with ids, no token and no body. */
export type LogEntry = { event: string; operation: string; code?: string; attempt?: number; waitMs?: number }

/** External dependencies of the client. */
export type Ports = {
  fetch: typeof fetch
  /** Milliseconds since 1970. */
  now: () => number
  sleep: (milliseconds: number) => Promise<void>
  log: (entry: LogEntry) => void
}

export type HttpRequest = {
  operation: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: URL
  headers: Record<string, string>
  body: string | null
  timeoutMs: number
  maxBytes: number
  /** The answer is a file and no text. */
  isFile?: boolean
  /** Hosts that a 307 may lead to, in addition to the request's own origin: an exact name, or `*.example.net` for every host below it. */
  allowedHosts: string[]
}
/** `bytes`: the body of an answer that is a file; empty otherwise. */
export type HttpAnswer = { status: number; headers: Headers; text: string; bytes: Uint8Array }

const MAX_REDIRECTS = 3

/**
 * Sends one request and reads the whole answer, with a time-out and a size limit. Follows 307 and 308 only to allowed
 * hosts, because the request carries the bearer token. (Some calls redirect to another cluster of the same service.)
 * Throws PowerBiError `timeout`, `network`, `malformed` (cut off), `too_large`, `redirect`.
 */
export async function send(ports: Ports, request: HttpRequest): Promise<HttpAnswer> {
  const signal = AbortSignal.timeout(request.timeoutMs)
  let url = request.url
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await ask(ports, request, url, signal)
    if (response.status !== 307 && response.status !== 308) {
      const { status, headers } = response
      const bytes = await readCapped(request, response, signal)
      // Of a file only a refusal is text.
      const isFile = request.isFile === true && status === 200
      const nothing = new Uint8Array()
      return { status, headers, text: isFile ? '' : new TextDecoder().decode(bytes), bytes: isFile ? bytes : nothing }
    }
    await response.body?.cancel()
    url = nextHop(request, url, response.headers.get('location'))
  }
  throw new PowerBiError('redirect', request.operation, { reason: 'TooManyRedirects' })
}

async function ask(ports: Ports, request: HttpRequest, url: URL, signal: AbortSignal): Promise<Response> {
  try {
    return await ports.fetch(url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      redirect: 'manual',
      signal,
    })
  } catch {
    throw new PowerBiError(signal.aborted ? 'timeout' : 'network', request.operation)
  }
}

function nextHop(request: HttpRequest, from: URL, location: string | null): URL {
  const to = location === null || !URL.canParse(location, from.href) ? null : new URL(location, from)
  if (to !== null && (to.origin === request.url.origin || isAllowed(to, request.allowedHosts))) return to
  throw new PowerBiError('redirect', request.operation, { reason: 'HostNotAllowed' })
}

function isAllowed(url: URL, allowedHosts: string[]): boolean {
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  return allowedHosts.some((allowed) =>
    allowed.startsWith('*.') ? url.host.endsWith(allowed.slice(1)) : url.host === allowed,
  )
}

async function readCapped(request: HttpRequest, response: Response, signal: AbortSignal): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body) {
      size += chunk.byteLength
      if (size > request.maxBytes) break
      chunks.push(chunk)
    }
  } catch {
    throw new PowerBiError(signal.aborted ? 'timeout' : 'malformed', request.operation, { status: response.status })
  }
  if (size > request.maxBytes) throw new PowerBiError('too_large', request.operation, { status: response.status })
  return Buffer.concat(chunks)
}

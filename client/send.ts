// One call over HTTP: the request, its repeats, and the answer as a result.
import type { CallError, CallOptions, Outage, Refusal, Result } from './result.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** `upload`: multipart/form-data with one file. `file`: the answer is a file. */
export type CallKind = 'json' | 'upload' | 'file'
export type SentCall = { method: Method; path: string; kind: CallKind }

export type Connection = {
  origin: string
  key: string
  language: string
  retries: number
  maxWaitMs: number
  timeoutMs: number
  fetch: typeof fetch
}

type Attempt = {
  request: RequestInit
  headers: Record<string, string>
  address: string
  signal: AbortSignal | undefined
  idempotencyKey: string | null
}

/** Makes the call, and repeats it after a pause while the portal asks for one. A change is repeated with the same idempotency key. */
export async function send(
  connection: Connection,
  call: SentCall,
  input: object,
  { signal, idempotencyKey }: CallOptions = {},
  file?: Blob,
): Promise<Result<unknown>> {
  const isChange = call.method !== 'GET' && call.kind !== 'upload'
  const attempt: Attempt = {
    ...requestOf(connection, call, input, file),
    signal,
    idempotencyKey: isChange ? (idempotencyKey ?? crypto.randomUUID()) : null,
  }
  for (let repeats = 0; ; repeats += 1) {
    const result = await answered(connection, call, attempt)
    if (result.ok || repeats >= connection.retries) return result
    const pause = pauseBefore(call, result.error, repeats)
    if (pause === null || pause > connection.maxWaitMs) return result
    if (!(await waited(pause, signal))) return outage('aborted', 'The call was cancelled.', attempt.idempotencyKey)
  }
}

function requestOf(
  { origin, key, language }: Connection,
  { method, path, kind }: SentCall,
  input: object,
  file?: Blob,
) {
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, lang: language, accept: 'application/json' }
  // A redirect would carry the key to another address.
  const request: RequestInit = { method, redirect: 'error' }
  const address = `${origin}${path}`
  if (kind === 'upload') return { address, headers, request: { ...request, body: formOf(input, file) } }
  if (method === 'GET' || method === 'DELETE') return { address: `${address}${queryOf(input)}`, headers, request }
  return {
    address,
    headers: { ...headers, 'content-type': 'application/json' },
    request: { ...request, body: JSON.stringify(input) },
  }
}

/** Absent values are left out, and lists repeat the key. */
function queryOf(input: object): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input) as [string, unknown][]) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item !== null && item !== undefined) query.append(key, textOf(item))
    }
  }
  return query.size === 0 ? '' : `?${query.toString()}`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The fields stand before the file. */
function formOf(input: object, file: Blob | undefined): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(input) as [string, unknown][]) {
    if (value !== null && value !== undefined)
      form.append(key, typeof value === 'string' ? value : JSON.stringify(value))
  }
  if (file) form.append('file', file)
  return form
}

async function answered(connection: Connection, { kind }: SentCall, attempt: Attempt): Promise<Result<unknown>> {
  const { request, address, signal, idempotencyKey } = attempt
  const limit = AbortSignal.timeout(connection.timeoutMs)
  const headers = { ...attempt.headers, ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }) }
  const both = signal ? AbortSignal.any([signal, limit]) : limit
  try {
    const response = await connection.fetch(address, { ...request, headers, signal: both })
    const traceId = response.headers.get('trace-id')
    if (!response.ok) return { ok: false, error: await refusalOf(response, traceId) }
    const data: unknown = kind === 'file' ? await response.blob() : await response.json()
    return { ok: true, data, replayed: response.headers.get('idempotent-replayed') === 'true', traceId }
  } catch (error) {
    if (signal?.aborted) return outage('aborted', 'The call was cancelled.', idempotencyKey)
    if (limit.aborted) return outage('timed_out', 'The portal did not answer in time.', idempotencyKey)
    if (error instanceof SyntaxError) return outage('unreadable', 'The answer is not JSON.', idempotencyKey)
    return outage('unreachable', 'The portal cannot be reached.', idempotencyKey)
  }
}

const outage = (
  kind: Outage['kind'],
  message: string,
  idempotencyKey: string | null,
): { ok: false; error: Outage } => ({
  ok: false,
  error: { kind, message, idempotencyKey },
})

/** A proxy before the portal may refuse with a body of its own. */
async function refusalOf(response: Response, traceId: string | null): Promise<Refusal> {
  const body: unknown = await response.json().catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error
  })
  const { key, message, errors } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  return {
    kind: 'refused',
    status: response.status,
    key: typeof key === 'string' ? key : 'unknown',
    message: typeof message === 'string' ? message : response.statusText,
    fields: typeof errors === 'object' && errors !== null ? (errors as Record<string, string>) : {},
    retryAfter: secondsOf(response.headers.get('retry-after')),
    traceId,
  }
}

/** Retry-After is a number of seconds or an HTTP date (RFC 9110). */
function secondsOf(header: string | null): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header.trim())) return Number(header)
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - Date.now()) / 1_000))
}

/** Milliseconds until a repeat; null when a repeat cannot help, or could make a change twice. */
function pauseBefore({ method, kind }: SentCall, error: CallError, repeats: number): number | null {
  const growing = 1_000 * 2 ** repeats
  if (error.kind !== 'refused') {
    const isSafe = method === 'GET' || kind !== 'upload'
    return isSafe && error.kind !== 'aborted' && error.kind !== 'unreadable' ? growing : null
  }
  const { status, key, retryAfter } = error
  // An upload has no idempotency key: after 503 nobody knows how far it came.
  const asksToWait = status === 429 || (status === 503 && kind !== 'upload') || key === 'idempotency_key_running'
  if (!asksToWait) return null
  return retryAfter === null ? growing : retryAfter * 1_000
}

/** False when the caller cancelled the wait. */
function waited(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false)
    const end = () => {
      clearTimeout(timer)
      resolve(false)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve(true)
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}

// Message types between powerbi-client and this page: HTTP-like requests over postMessage, correlated by `headers.id`.
// The transport is in channel.ts, the handlers are in *-routes.ts.
// Next: channel.ts, router.ts.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A request of the host. The `url` is not percent-encoded: page names may contain spaces. */
export type WireRequest = { method: Method; url: string; headers: Record<string, unknown>; body: unknown }

export type WireAnswer = { statusCode: number; body: unknown }

/** Error body. The SDK rejects its promise with it. Every answer outside 200–299 has one. */
export type WireError = {
  message: string
  detailedMessage?: string
  errorCode?: string
  /** `TraceType` of powerbi-models. */
  level?: number
  technicalDetails?: { requestId?: string; errorInfo?: { key: string; value: string }[] }
}

const METHODS: ReadonlySet<string> = new Set<Method>(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses a message as a request. Null for acknowledgements, answers and foreign messages. */
export function readRequest(data: unknown): WireRequest | null {
  if (!isRecord(data) || !isRecord(data['headers'])) return null
  const { method, url, headers, body } = data
  if (typeof method !== 'string' || !METHODS.has(method) || typeof url !== 'string') return null
  if (typeof headers['id'] !== 'string' && typeof headers['id'] !== 'number') return null
  return { method: method as Method, url, headers, body }
}

/** 200: the answer to a query, with a value. */
export const found = (body: unknown): WireAnswer => ({ statusCode: 200, body })

/** 202: the answer to a command. Events report its effect. */
export const accepted: WireAnswer = { statusCode: 202, body: {} }

/** An error answer. Uses names of `CommonErrorCodes` where possible, because hosts check them. */
export function refused(statusCode: number, message: string, detailedMessage: string): WireAnswer {
  const body: WireError = { message, detailedMessage, errorCode: String(statusCode), level: 3 }
  return { statusCode, body }
}

export const invalid = (why: string): WireAnswer => refused(400, 'Invalid parameters', why)
export const unknown = (what: string): WireAnswer => refused(404, 'PowerBIEntityNotFound', what)

// The messages between powerbi-client and this page: "HTTP" over postMessage, correlated by `headers.id`.
// Not the transport (channel.ts) and not the meaning of a request (*-routes.ts).
// Next: channel.ts, router.ts.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A request of the host. Its `url` is not percent-encoded: page names with spaces arrive as they are. */
export type WireRequest = { method: Method; url: string; headers: Record<string, unknown>; body: unknown }

export type WireAnswer = { statusCode: number; body: unknown }

/** What the SDK rejects a promise with; every answer outside 200–299 carries one. */
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

/** Reads a message as a request, or null for acks, answers and anything foreign. */
export function readRequest(data: unknown): WireRequest | null {
  if (!isRecord(data) || !isRecord(data['headers'])) return null
  const { method, url, headers, body } = data
  if (typeof method !== 'string' || !METHODS.has(method) || typeof url !== 'string') return null
  if (typeof headers['id'] !== 'string' && typeof headers['id'] !== 'number') return null
  return { method: method as Method, url, headers, body }
}

/** 200 with a value: the answer to a question. */
export const found = (body: unknown): WireAnswer => ({ statusCode: 200, body })

/** 202: the answer to a command; its effect is told by events. */
export const accepted: WireAnswer = { statusCode: 202, body: {} }

/** A refusal. Names of `CommonErrorCodes` where one fits, since hosts switch on them. */
export function refused(statusCode: number, message: string, detailedMessage: string): WireAnswer {
  const body: WireError = { message, detailedMessage, errorCode: String(statusCode), level: 3 }
  return { statusCode, body }
}

export const invalid = (why: string): WireAnswer => refused(400, 'Invalid parameters', why)
export const unknown = (what: string): WireAnswer => refused(404, 'PowerBIEntityNotFound', what)

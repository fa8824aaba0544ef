/** Kinds of errors that a caller can act on. The same list serves Microsoft's service and the local one. */
export type PowerBiErrorCode =
  /** The authority refuses the directory, the application or its secret. */
  | 'credentials'
  /** The API refuses a token that the authority has just issued. */
  | 'unauthorized'
  /** The credentials are valid, but the call is not allowed: tenant setting, workspace membership, or no trial tokens left. */
  | 'forbidden'
  /** The object does not exist, or this account may not see it. Power BI does not distinguish the two. */
  | 'not_found'
  | 'conflict'
  /** The request is invalid, for example a wrong identity, or a refresh that is already running. */
  | 'bad_request'
  /** Too many requests. `retryAfter` is the time to wait. */
  | 'throttled'
  /** A 5xx answer, or the circuit breaker is open after several of them. */
  | 'unavailable'
  | 'timeout'
  | 'network'
  /** The answer is not JSON, is cut off, or does not match the documented schema. */
  | 'malformed'
  | 'too_large'
  /** The answer redirects to a host that is not on the allow-list. */
  | 'redirect'
  /** A DAX query failed, or its answer was cut off at a limit. `explanation` may hold the reason. */
  | 'query'
  /** The service does not support the operation: a 501 answer, or an extension that only the local service has. */
  | 'unsupported'

export type PowerBiErrorDetails = {
  /** HTTP status of the answer; null if no answer came. */
  status?: number | null
  /** Request id of the service, for a support case. */
  requestId?: string | null
  /** Milliseconds after which the caller may try again. */
  retryAfter?: number | null
  /** Error code of the service (`PowerBIEntityNotFound`, `AADSTS7000215`): one word, never a sentence. */
  reason?: string | null
  /** The engine's message about the query. Only for failed DAX queries. */
  explanation?: string | null
}

/**
 * The only error type that this client throws. It holds codes, but no secret, no token and no answer body, so it is safe to
 * log.
 */
export class PowerBiError extends Error {
  readonly code: PowerBiErrorCode
  /** Name of the operation: `reports`, `generateToken`, `token`, … */
  readonly operation: string
  readonly status: number | null
  readonly requestId: string | null
  readonly retryAfter: number | null
  readonly reason: string | null
  readonly explanation: string | null

  constructor(code: PowerBiErrorCode, operation: string, details: PowerBiErrorDetails = {}) {
    const reason = details.reason ?? null
    super(`Power BI ${operation}: ${code}${reason === null ? '' : ` (${reason})`}`)
    this.name = 'PowerBiError'
    this.code = code
    this.operation = operation
    this.status = details.status ?? null
    this.requestId = details.requestId ?? null
    this.retryAfter = details.retryAfter ?? null
    this.reason = reason
    this.explanation = details.explanation ?? null
  }
}

/** What went wrong, in words a caller can act on. One list for Microsoft's service and for the local one. */
export type PowerBiErrorCode =
  /** The authority does not accept the directory, the application or its secret. */
  | 'credentials'
  /** The API does not accept a token that the authority has just issued. */
  | 'unauthorized'
  /** Accepted, but not allowed: tenant setting, membership, used-up trial tokens. */
  | 'forbidden'
  /** Not there, or not for this account: Power BI does not tell the two apart. */
  | 'not_found'
  | 'conflict'
  /** The request does not fit: a wrong identity, a refresh that runs already. */
  | 'bad_request'
  /** Too many requests; `retryAfter` says how long to leave the service alone. */
  | 'throttled'
  /** 5xx, or the circuit breaker is open after several of them. */
  | 'unavailable'
  | 'timeout'
  | 'network'
  /** Not JSON, cut off, or not of the documented shape. */
  | 'malformed'
  | 'too_large'
  /** The answer leads to a host that is not on the allow-list. */
  | 'redirect'
  /** A DAX query failed, or its answer was cut at a limit; `explanation` may say why. */
  | 'query'
  /** This service cannot do that: 501, or an extension only the local service has. */
  | 'unsupported'

export type PowerBiErrorDetails = {
  /** HTTP status of the answer; null when there was none. */
  status?: number | null
  /** The service's own request id, for a support case. */
  requestId?: string | null
  /** Milliseconds after which it is worth asking again. */
  retryAfter?: number | null
  /** The service's own code (`PowerBIEntityNotFound`, `AADSTS7000215`): one word, never a sentence. */
  reason?: string | null
  /** Of a failed DAX query only: what the engine said about the query. */
  explanation?: string | null
}

/**
 * The one error this client throws. It holds codes, never a secret, a token or a body of an answer,
 * so that it may be logged as it is.
 */
export class PowerBiError extends Error {
  readonly code: PowerBiErrorCode
  /** The operation by name: `reports`, `generateToken`, `token` … */
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

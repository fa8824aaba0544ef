/** Reasons why a report is not shown or has stopped. A screen has a sentence for each. */
export type EmbedFailureCode =
  /** The token has expired and could not be renewed. */
  | 'token_ended'
  | 'not_found'
  | 'not_authorized'
  /** The data is not available: a paused capacity, or a model that does not load. */
  | 'model_unavailable'
  /** The embedded service builds a damaged data set again. */
  | 'model_rebuilding'
  /** The report's page does not answer: it is blocked, or its host is unavailable. */
  | 'no_answer'
  /** The SDK refused the address or the configuration. */
  | 'invalid'
  | 'other'

export type EmbedFailure = {
  code: EmbedFailureCode
  /** True if the report is still shown and usable, for example when a single visual failed. */
  isShown: boolean
  /** Message of the service for a support case. Untrusted: use it for display only. */
  detail: string | null
  requestId: string | null
}

const CODES: Record<string, EmbedFailureCode> = {
  TokenExpired: 'token_ended',
  PowerBIEntityNotFound: 'not_found',
  LoadReportFailed: 'not_found',
  PowerBINotAuthorizedException: 'not_authorized',
  ExplorationContainer_FailedToLoadModel_DefaultDetails: 'model_unavailable',
  OpenConnectionError: 'model_unavailable',
  DatasetBeingRebuilt: 'model_rebuilding',
  'Invalid parameters': 'invalid',
}

/** Converts the SDK's `error` event, or the value that `embed` throws (an array of errors, or an Error). */
export function embedFailureOf(failure: unknown, isShown: boolean): EmbedFailure {
  const error: unknown = Array.isArray(failure) ? failure[0] : failure
  const message = textOf(error, 'message')
  const code = CODES[message ?? ''] ?? (textOf(error, 'errorCode') === '403' ? 'not_authorized' : 'other')
  return {
    code: error instanceof Error || Array.isArray(failure) ? 'invalid' : code,
    isShown: isShown && code === 'other',
    detail: (textOf(error, 'detailedMessage') ?? message)?.slice(0, 500) ?? null,
    requestId: textOf(valueOf(error, 'technicalDetails'), 'requestId'),
  }
}

function valueOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const fieldValue: unknown = Reflect.get(value, name)
  return fieldValue
}

function textOf(value: unknown, name: string): string | null {
  const fieldValue = valueOf(value, name)
  return typeof fieldValue === 'string' ? fieldValue : null
}

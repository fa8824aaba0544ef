/** Why a report does not show, or stopped, in words a screen can have a sentence for. */
export type EmbedFailureCode =
  /** The token has ended and could not be renewed. */
  | 'token_ended'
  | 'not_found'
  | 'not_authorized'
  /** The data could not be reached: a paused capacity, a model that does not load. */
  | 'model_unavailable'
  /** The report's page never answered: blocked, or its host is away. */
  | 'no_answer'
  /** The SDK refused the address or the settings. */
  | 'invalid'
  | 'other'

export type EmbedFailure = {
  code: EmbedFailureCode
  /** True when the report is still there and goes on (a single visual failed, say). */
  isShown: boolean
  /** What the service said, for a support case; untrusted, never for more than showing. */
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
  'Invalid parameters': 'invalid',
}

/** Reads the SDK's `error` event, or what `embed` throws (an array of such, or an Error). */
export function embedFailureOf(said: unknown, isShown: boolean): EmbedFailure {
  const error: unknown = Array.isArray(said) ? said[0] : said
  const message = textOf(error, 'message')
  const code = CODES[message ?? ''] ?? (textOf(error, 'errorCode') === '403' ? 'not_authorized' : 'other')
  return {
    code: error instanceof Error || Array.isArray(said) ? 'invalid' : code,
    isShown: isShown && code === 'other',
    detail: (textOf(error, 'detailedMessage') ?? message)?.slice(0, 500) ?? null,
    requestId: textOf(valueOf(error, 'technicalDetails'), 'requestId'),
  }
}

function valueOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const held: unknown = Reflect.get(value, name)
  return held
}

function textOf(value: unknown, name: string): string | null {
  const held = valueOf(value, name)
  return typeof held === 'string' ? held : null
}

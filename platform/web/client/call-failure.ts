// A failed call as the browser sees it: the server's `{ status, message, key, errors }`, or a substitute when no server answered.

/** `http` is 0 when nothing answered; `retryAfter` is in seconds. `errors` has a sentence for each field, by its wire name. */
export type FailureFacts = {
  http: number
  status: string
  key: string
  message: string
  errors: Record<string, string>
  retryAfter: number | null
  /** An operator finds the call in the log by this id; null when no server answered. */
  trace?: string | null
}

export class CallFailure extends Error implements FailureFacts {
  readonly http: number
  readonly status: string
  readonly key: string
  readonly errors: Record<string, string>
  readonly retryAfter: number | null
  readonly trace: string | null

  constructor({ http, status, key, message, errors, retryAfter, trace = null }: FailureFacts) {
    super(message)
    this.name = 'CallFailure'
    this.http = http
    this.status = status
    this.key = key
    this.errors = errors
    this.retryAfter = retryAfter
    this.trace = trace
  }

  /** The request itself is valid; the same call may succeed later. */
  get passing(): boolean {
    // Maintenance lasts longer than a retry.
    return this.http === 0 || this.http === 429 || (this.http === 503 && this.status !== 'in_maintenance')
  }
}

/** There is no such record, or none that the person may see. Asking again cannot help. */
export const isMissing = (failure: Error): failure is CallFailure =>
  failure instanceof CallFailure && (failure.http === 404 || isOfAddress(failure))

/** The id in the address of the page is none: of all fields, the server refuses only this one. */
const isOfAddress = ({ http, errors }: CallFailure): boolean => http === 400 && Object.keys(errors).join() === 'id'

/** Sentences for failures for which the server sent none. */
export type OwnSentence = 'offline' | 'unavailable' | 'failed'

/** Builds a failure from an answer that is not 2xx. An HTML page of a proxy, or an empty body, gets our own sentence. */
export async function readFailure(response: Response, say: (what: OwnSentence) => string): Promise<CallFailure> {
  const body = asRecord(await response.json().catch(() => null))
  const outage = response.status === 502 || response.status === 503 || response.status === 504
  const own = outage ? 'unavailable' : 'failed'
  return new CallFailure({
    http: response.status,
    status: asText(body['status']) ?? own,
    key: asText(body['key']) ?? own,
    message: asText(body['message']) ?? say(own),
    errors: asSentences(body['errors']),
    retryAfter: readRetryAfter(response.headers.get('retry-after')),
    trace: response.headers.get('trace-id'),
  })
}

/** A failure without an answer: the server is unreachable, or the answer does not fit the contract. */
export function ownFailure(what: OwnSentence, say: (what: OwnSentence) => string): CallFailure {
  return new CallFailure({ http: 0, status: what, key: what, message: say(what), errors: {}, retryAfter: null })
}

/** Our servers send Retry-After in seconds; a date, which some proxies send, is ignored. */
function readRetryAfter(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function asSentences(value: unknown): Record<string, string> {
  const entries = Object.entries(asRecord(value))
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

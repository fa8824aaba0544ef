// An error that a caller may get: a code of catalogue/errors.ts, the values of its sentence, and faults by field.
import { type ErrorCode, errors } from '#catalogue/errors.ts'
import type { PhraseValues } from '#catalogue/phrases/sentence.ts'

/** The fault of a field. `required` and `invalid` have the sentences of the specification. */
export type FieldFault = 'required' | 'invalid' | ErrorCode

export type FailureDetails = {
  /** Values for the sentence: `{ address: '203.0.113.9' }`. */
  values?: PhraseValues
  /** Faults of single fields, by wire name. */
  fields?: Record<string, FieldFault>
  /** Labels of custom fields, because no phrase can have them. */
  labels?: Record<string, string>
  /** The failure ends the session. It is answered with 401, whatever status the code has at sign-in. */
  endsSession?: boolean
  /** Seconds until a retry makes sense; sent as Retry-After. */
  retryAfter?: number
}

export class Failure extends Error {
  readonly code: ErrorCode
  readonly details: FailureDetails

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(code)
    this.name = 'Failure'
    this.code = code
    this.details = details
  }

  get http(): number {
    return this.details.endsSession ? 401 : errors[this.code].http
  }
}

/** Ends the call with an error for the caller. Example: `fail('user.email_taken', { fields: { email: 'user.email_taken' } })`. */
export function fail(code: ErrorCode, details?: FailureDetails): never {
  throw new Failure(code, details)
}

// A failure that a caller may meet: a code of catalogue/errors.ts, the values its sentence needs, and faults by field.
import { type ErrorCode, errors } from '#catalogue/errors.ts'
import type { PhraseValues } from '#catalogue/phrases/sentence.ts'

/** What is wrong with a field: `required` and `invalid` carry the specification's sentences. */
export type FieldFault = 'required' | 'invalid' | ErrorCode

export type FailureDetails = {
  /** What the sentence names: `{ address: '203.0.113.9' }`. */
  values?: PhraseValues
  /** Faults at fields, by the field's wire name. */
  fields?: Record<string, FieldFault>
  /** What a person calls fields that no phrase can know: those of a business unit's own making. */
  labels?: Record<string, string>
  /** Met in the middle of a session, which ends with it: told with 401, whatever the code's own status at the door. */
  endsSession?: boolean
  /** Seconds after which trying again makes sense; sent as Retry-After. */
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

/** Ends the call with a failure the caller sees. Example: `fail('user.email_taken', { fields: { email: 'user.email_taken' } })`. */
export function fail(code: ErrorCode, details?: FailureDetails): never {
  throw new Failure(code, details)
}

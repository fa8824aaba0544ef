import { ServiceError } from '../data/service.ts'
import type { Phrases, Speech } from '../phrases/speech.ts'

/** Refusals of the service that people can understand, by their code. */
const REASONS: Readonly<Record<string, keyof Phrases>> = {
  // Only the values of its filters make a question too large.
  TooManyValues: 'tooManyValues',
  RequestTooLarge: 'tooManyValues',
  UnknownField: 'unknownField',
  UnsupportedFilter: 'unsupportedFilter',
  UnsupportedQuery: 'unsupportedQuery',
  UnrelatedFields: 'unrelatedFields',
}

/** True unless the service refuses the question: the same question would be refused again. */
export function canPass(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return true
  const { status } = error
  return status === 408 || status === 429 || status === 0 || (status >= 500 && status !== 501)
}

/** Why a visual or a list of values is not shown, for the person. */
export function failureText(error: unknown, { phrases }: Speech): string {
  const code = error instanceof ServiceError && Object.hasOwn(REASONS, error.code) ? REASONS[error.code] : undefined
  return phrases[code ?? 'failed']
}

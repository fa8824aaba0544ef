import { ServiceError } from '../data/service.ts'
import type { Speech } from '../phrases/speech.ts'

/** Only the values of its filters make a question too large. */
const codes = ['TooManyValues', 'RequestTooLarge']

/** True when the person chose more values than a question may have. The same request would be refused again. */
export const hasTooManyValues = (error: unknown): boolean => error instanceof ServiceError && codes.includes(error.code)

/** Why a visual or a list of values is not shown, for the person. */
export const failureText = (error: unknown, { phrases }: Speech): string =>
  hasTooManyValues(error) ? phrases.tooManyValues : phrases.failed

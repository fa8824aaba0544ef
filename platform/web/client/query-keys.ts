// Cache keys are derived from the call, so nobody writes one by hand, and a change refreshes the answers that it affects.
import type { Call } from '#platform/contract/call.ts'
import { type CallInput, encodeInput } from './encode-input.ts'

/** The noun a call is about: `auth/users/update` and `auth/users/all` are both about `auth/users`. */
export function nounOf(call: Call): string {
  return call.path.split('/').slice(0, 2).join('/')
}

/** `[noun, path, input]`: the noun alone matches everything known of it; noun and path match all answers of one call. */
export function keyOf<C extends Call>(call: C, input: CallInput<C>): readonly [string, string, unknown] {
  return [nounOf(call), call.path, encodeInput(call, input)]
}

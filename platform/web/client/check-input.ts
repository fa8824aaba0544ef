// Checks input in the browser with the schema that the server uses, and with the same two sentences.
import type { Call } from '#platform/contract/call.ts'
import { isAbsent } from '#platform/contract/absence.ts'
import { defaultLanguage, type Language } from '#catalogue/languages.ts'
import { textsFieldsOf, withoutMainText } from '#platform/contract/main-texts.ts'
import { type CallInput, encodeInput } from './encode-input.ts'

export type InputFault = 'required' | 'invalid'

/** The first fault of each field, by its wire name; empty when the input fits the contract. */
export function checkInput<C extends Call>(
  call: C,
  input: CallInput<C>,
  mainLanguage: Language = defaultLanguage,
): Record<string, InputFault> {
  const sent = encodeInput(call, input)
  const parsed = call.input.safeParse(sent)
  const faults: Record<string, InputFault> = {}
  for (const name of withoutMainText(textsFieldsOf(call.input), sent, mainLanguage)) faults[name] = 'required'
  if (parsed.success) return faults
  for (const { path } of parsed.error.issues) {
    const field = String(path[0] ?? '')
    faults[field] ??= isAbsent(sent, path) ? 'required' : 'invalid'
  }
  return faults
}

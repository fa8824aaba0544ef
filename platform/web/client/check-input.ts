// Checks input in the browser with the schema that the server uses.
import type { z } from 'zod'
import type { Call } from '#platform/contract/call.ts'
import { isAbsent } from '#platform/contract/absence.ts'
import { defaultLanguage, type Language } from '#catalogue/languages.ts'
import { textsFieldsOf, withoutMainText } from '#platform/contract/main-texts.ts'
import { type CallInput, encodeInput } from './encode-input.ts'

/** `address` and `colour`: invalid, with a sentence that shows the form in which people write it. */
export type InputFault = 'required' | 'invalid' | 'address' | 'colour'

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
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? '')
    faults[field] ??= isAbsent(sent, issue.path) ? 'required' : asksForAddress(issue) ? 'address' : 'invalid'
  }
  return faults
}

/** Whether the field, and not an entry of it, is to be an address. */
const asksForAddress = (issue: z.core.$ZodIssue): boolean =>
  issue.path.length <= 1 &&
  (issue.code === 'invalid_union' ? issue.errors.some((issues) => issues.some(isAddressIssue)) : isAddressIssue(issue))

const isAddressIssue = (issue: z.core.$ZodIssue): boolean => issue.code === 'invalid_format' && issue.format === 'url'

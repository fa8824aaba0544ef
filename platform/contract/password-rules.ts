// The password rules of a business unit. Browser and server check a password with the same function.
import { password as bounds } from '#catalogue/limits.ts'

/** `minLength` in characters, without blanks at the ends. `special`: a character that is no letter, no digit and no blank. */
export type PasswordRules = { minLength: number; capital: boolean; special: boolean }

/** The rules of people to whom no business unit applies its own. */
export const plainRules: PasswordRules = { minLength: bounds.minLength, capital: false, special: false }

export type PasswordRule = 'length' | 'capital' | 'special'

/** Checks a password against each rule that applies. */
export function passwordRuleResults(rules: PasswordRules, password: string): { rule: PasswordRule; met: boolean }[] {
  const length = { rule: 'length' as const, met: password.trim().length >= rules.minLength }
  const capital = { rule: 'capital' as const, met: /\p{Lu}/u.test(password) }
  const special = { rule: 'special' as const, met: /[^\p{L}\p{N}\s]/u.test(password) }
  return [length, ...(rules.capital ? [capital] : []), ...(rules.special ? [special] : [])]
}

export const meetsRules = (rules: PasswordRules, password: string): boolean =>
  passwordRuleResults(rules, password).every(({ met }) => met)

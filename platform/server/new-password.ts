// Checks and hashes every new password. The contract checks its length and characters (`newPassword()`).
// The rules are ASVS 6.2.4 (common passwords) and 6.2.11 (words of the context).
import type { ErrorCode } from '#catalogue/errors.ts'
import { fail } from '#platform/contract/failure.ts'
import { meetsRules, type PasswordRules } from '#platform/contract/password-rules.ts'
import { hashPassword } from './passwords.ts'

type NewPassword = {
  password: string
  /** Words that an attacker tries first: e-mail, name, host of the business unit. Null values are ignored. */
  own: readonly (string | null | undefined)[]
  /** The rules of the person's business units; `plainRules` for staff. */
  rules: PasswordRules
  /** The caller in the hash queue (`hashPassword`). */
  caller: string
}

/**
 * Answers the hash. Fails with an error at the field `password` when the password does not satisfy the rules, is common or consists of
 * `own` words.
 */
export async function hashNewPassword({ password, own, rules, caller }: NewPassword): Promise<string> {
  const fault = meetsRules(rules, password) ? await faultOf(password, own) : 'password.rules_unmet'
  if (fault !== null) fail(fault, { fields: { password: fault } })
  return hashPassword(password, caller)
}

async function faultOf(password: string, own: NewPassword['own']): Promise<ErrorCode | null> {
  const plain = password.trim().toLowerCase()
  if (isMadeOf(plain, own.flatMap(wordsOf))) return 'password.own_data'
  return (await commonPasswords()).has(plain) ? 'password.too_common' : null
}

/** Shorter parts of a name are ignored: “da” is part of too many words. */
const shortestWord = 4

/** A password with own words needs at least this many other letters. */
const lettersBeside = 4

/** `Ana Souza` → `ana souza`, `souza`; `ana.souza@norte.example` → itself and its parts. */
function wordsOf(value: string | null | undefined): string[] {
  const whole = (value ?? '').toLowerCase()
  return [whole, ...whole.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length >= shortestWord)
}

function isMadeOf(password: string, own: readonly string[]): boolean {
  const longestFirst = own.toSorted((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), password)
  return rest !== password && rest.replace(/[^\p{L}]/gu, '').length < lettersBeside
}

let common: Promise<ReadonlySet<string>> | undefined

/** About 18,000 passwords of 8 characters or more (@zxcvbn-ts/language-common, MIT), loaded with the first new password. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(Array.from(dictionary['passwords-common'], (word) => word.toLowerCase())),
  )
  return common
}

// Every new password is judged and hashed here, whoever sets it. Length and characters are the contract's (`newPassword()`).
// The rules are those of ASVS 6.2.4 (the commonest passwords) and 6.2.11 (words of the context).
import type { ErrorCode } from '#catalogue/errors.ts'
import { fail } from '#platform/contract/failure.ts'
import { hashPassword } from './passwords.ts'

type NewPassword = {
  password: string
  /** Words that an attacker tries first: e-mail, name, host of the business unit. Absent ones are ignored. */
  own: readonly (string | null | undefined)[]
  /** Whose slots of the hash queue are used (`hashPassword`). */
  caller: string
}

/** Answers the hash. Fails with a sentence at the field `password` when the password is common or made of `own`. */
export async function hashNewPassword({ password, own, caller }: NewPassword): Promise<string> {
  const fault = await faultOf(password, own)
  if (fault !== null) fail(fault, { fields: { password: fault } })
  return hashPassword(password, caller)
}

async function faultOf(password: string, own: NewPassword['own']): Promise<ErrorCode | null> {
  const plain = password.trim().toLowerCase()
  if (isMadeOf(plain, own.flatMap(wordsOf))) return 'password.own_data'
  return (await commonPasswords()).has(plain) ? 'password.too_common' : null
}

/** A shorter part of a name, such as “da”, is in too many words. */
const shortestWord = 4

/** Letters beside the own words that make a password acceptable. */
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
    ({ dictionary }) => new Set(Array.from(dictionary['passwords-common'], (word) => String(word).toLowerCase())),
  )
  return common
}

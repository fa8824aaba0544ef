// Recovery codes: 50 random bits each, displayed once. A code is short enough to guess offline, so argon2id hashes it (ASVS 6.5.2).
import { randomBytes } from 'node:crypto'
import { secondFactor } from '#catalogue/limits.ts'
import { hashCode } from '#platform/server/passwords.ts'

/** The characters of Crockford's base32: no letters that look like digits. */
const signs = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 10
const saltBytes = 16

export type RecoveryCodes = { codes: string[]; salt: Buffer; hashes: Buffer[] }

/** Makes the recovery codes of a person: the texts to display, and their hashes. */
export async function makeRecoveryCodes(userId: string): Promise<RecoveryCodes> {
  const salt = randomBytes(saltBytes)
  const codes = Array.from({ length: secondFactor.recoveryCodes }, newCode)
  const hashes: Buffer[] = []
  // The codes are hashed one after the other, because the queue admits few hashes of one person at a time.
  for (const code of codes) hashes.push(await hashRecoveryCode(code, salt, userId))
  return { codes, salt, hashes }
}

/** Hashes a typed code. Case, blanks and hyphens do not matter, and a letter that looks like a digit counts as the digit. */
export const hashRecoveryCode = (typed: string, salt: Buffer, userId: string): Promise<Buffer> =>
  hashCode(plain(typed), salt, userId)

const plain = (typed: string) => typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')

/** Makes a random code. The remainder of a byte by 32 is uniform, because 256 is a multiple of 32. */
function newCode(): string {
  const code = Array.from(randomBytes(length), (byte) => signs[byte % signs.length]).join('')
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
}

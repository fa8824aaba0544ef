// The form of API keys: `vit_{8 letters of the business unit}_{32 random letters}_{check}`. The prefix lets scanners find a key that
// somebody published, and the check lets the server and scanners refuse a mistyped or invented key without the database.
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { TenantId } from './actor.ts'
import { hashToken } from './token.ts'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32
const checkLength = 6
const keyShape = /^vit_[0-9a-f]{8}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/

/** A new key, the hash that is stored, and its last letters. 32 letters of 62 have 190 random bits. */
export function makeApiKey(tenantId: TenantId): { token: string; hash: Buffer; hint: string } {
  // The last letters of the id: its first ones are the time at which the business unit was added.
  const body = `vit_${tenantId.slice(-8).toLowerCase()}_${randomLetters(randomLength)}`
  const token = `${body}_${checkOf(body)}`
  return { token, hash: hashToken(token), hint: token.slice(-4) }
}

/** The token is meant as an API key. The tokens of sessions have another length, so that none is taken for a key by chance. */
export const isApiKeyToken = (token: string): boolean => token.startsWith('vit_') && token.length !== sessionTokenLength

/** 256 bits in base64url (token.ts). */
const sessionTokenLength = 43

/** True when the form and the check of a key are right. */
export function isWellFormedKey(token: string): boolean {
  if (!keyShape.test(token)) return false
  const body = token.slice(0, -checkLength - 1)
  return checkOf(body) === token.slice(-checkLength)
}

/** CRC-32 in base 62, with leading zeros. */
function checkOf(body: string): string {
  let rest = crc32(body)
  let check = ''
  for (let place = 0; place < checkLength; place++) {
    check = letters.charAt(rest % letters.length) + check
    rest = Math.floor(rest / letters.length)
  }
  return check
}

/** Bytes from 248 upwards are skipped, so that each letter is equally likely. */
function randomLetters(length: number): string {
  const fair = 256 - (256 % letters.length)
  let made = ''
  while (made.length < length)
    for (const byte of randomBytes(length))
      if (byte < fair && made.length < length) made += letters.charAt(byte % letters.length)
  return made
}

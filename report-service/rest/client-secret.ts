import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const COST = { N: 16_384, r: 8, p: 1 }
const LENGTH = 32

/** `scrypt$<salt>$<hash>`, both base64: what is kept in place of a client secret. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16)
  return `scrypt$${salt.toString('base64')}$${(await derive(secret, salt)).toString('base64')}`
}

/** Null for the hash stands for "no such application", and costs the same time as a wrong secret. */
export async function isSecret(secret: string, hash: string | null): Promise<boolean> {
  const [scheme, salt, expected] = (hash ?? `scrypt$${'A'.repeat(22)}==$`).split('$')
  const actual = await derive(secret, Buffer.from(salt ?? '', 'base64'))
  const wanted = Buffer.from(expected ?? '', 'base64')
  return scheme === 'scrypt' && wanted.length === LENGTH && timingSafeEqual(actual, wanted)
}

/** Short, and says nothing about the secret: tokens carry it, so that a new secret ends the tokens of the old one. */
export function secretMark(hash: string): string {
  return createHash('sha256').update(hash).digest('base64url').slice(0, 12)
}

function derive(secret: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, LENGTH, COST, (error, key) => (error === null ? resolve(key) : reject(error)))
  })
}

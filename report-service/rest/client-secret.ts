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

/** `isSecret` for those who come again and again. */
export type SecretCheck = (secret: string, hash: string | null) => Promise<boolean | 'busy'>

/**
 * A check that remembers the last right secret of each hash, as a digest, and computes few at a time: a flood of wrong
 * ones costs neither the machine nor those who come with a right one. Answers `busy` when it has too much to do.
 */
export function createSecretCheck(atOnce: number): SecretCheck {
  const right = new Map<string, Buffer>()
  let computing = 0
  return async (secret, hash) => {
    const digest = createHash('sha256').update(secret).digest()
    const known = hash === null ? undefined : right.get(hash)
    if (known !== undefined && timingSafeEqual(known, digest)) return true
    if (computing >= atOnce) return 'busy'
    computing += 1
    try {
      const isRight = await isSecret(secret, hash)
      if (isRight && hash !== null) right.set(hash, digest)
      return isRight
    } finally {
      computing -= 1
    }
  }
}

/** Short, and says nothing about the secret: tokens carry it, so that a new secret ends the tokens of the old one. */
export function secretMark(hash: string): string {
  return createHash('sha256').update(hash).digest('base64url').slice(0, 12)
}

/** Digested first: scrypt itself takes a secret and the same with NULs behind it for one (RFC 2104 fills keys so). */
function derive(secret: string, salt: Buffer): Promise<Buffer> {
  const digest = createHash('sha256').update(secret).digest()
  return new Promise((resolve, reject) => {
    scrypt(digest, salt, LENGTH, COST, (error, key) => (error === null ? resolve(key) : reject(error)))
  })
}

import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const COST = { N: 16_384, r: 8, p: 1 }
const LENGTH = 32

/** Hashes a client secret for storage: `scrypt$<salt>$<hash>`, both parts in base64. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16)
  return `scrypt$${salt.toString('base64')}$${(await derive(secret, salt)).toString('base64')}`
}

/** Compares a secret with a hash. Null means an unknown application; the comparison then takes the same time as for a wrong secret. */
export async function isSecret(secret: string, hash: string | null): Promise<boolean> {
  const [scheme, salt, expected] = (hash ?? `scrypt$${'A'.repeat(22)}==$`).split('$')
  const actual = await derive(secret, Buffer.from(salt ?? '', 'base64'))
  const expectedBytes = Buffer.from(expected ?? '', 'base64')
  return scheme === 'scrypt' && expectedBytes.length === LENGTH && timingSafeEqual(actual, expectedBytes)
}

/** `isSecret` with a cache and a concurrency limit. */
export type SecretCheck = (secret: string, hash: string | null) => Promise<boolean | 'busy'>

/**
 * Creates a check that caches the last right secret of each hash as a digest, and computes at most `atOnce` hashes at a time.
 * A flood of wrong secrets therefore does not block callers with a known right secret. Returns `busy` at the limit.
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

/**
 * A short mark of a secret hash. Access tokens carry it, so a new secret invalidates the tokens of the old one. It
 * reveals nothing about the secret.
 */
export function secretMark(hash: string): string {
  return createHash('sha256').update(hash).digest('base64url').slice(0, 12)
}

/**
 * Hashes the secret with SHA-256 first, because scrypt treats a secret and the same secret with trailing NULs as equal
 * (RFC 2104 pads keys).
 */
function derive(secret: string, salt: Buffer): Promise<Buffer> {
  const digest = createHash('sha256').update(secret).digest()
  return new Promise((resolve, reject) => {
    scrypt(digest, salt, LENGTH, COST, (error, key) => (error === null ? resolve(key) : reject(error)))
  })
}

// Secrets at rest: sealed with AES-256-GCM under a key derived from APP_SECRET. Only the code that uses a secret unseals it.
// Secrets sealed or signed with an earlier APP_SECRET (APP_SECRET_OLD) stay valid until jobs have sealed them with the present one.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

export type Secrets = ReturnType<typeof createSecrets>

const ivBytes = 12
const tagBytes = 16

/**
 * @param appSecret 32 characters or more. Without it the sealed secrets are lost.
 * @param old earlier secrets: they unseal and verify, but do not seal or sign.
 * `purpose` binds a sealed value to its use: one sealed as an account secret does not unseal as a mail password.
 */
export function createSecrets(appSecret: string, old: readonly string[] = []) {
  const present = keysOf(appSecret)
  const earlier = old.map(keysOf)

  const seal = (plain: string, purpose: string): Buffer => sealWith(present.sealing, plain, purpose)

  /** Throws when the value was changed, or sealed for another purpose or with an unknown secret. */
  function unseal(sealed: Buffer, purpose: string): string {
    for (const { sealing } of [present, ...earlier]) {
      const plain = openWith(sealing, sealed, purpose)
      if (plain !== null) return plain
    }
    throw new Error('a sealed secret cannot be opened')
  }

  /** The secret sealed with the present key; null when it already is, or when no key unseals it. */
  function sealedAnew(sealed: Buffer, purpose: string): Buffer | null {
    if (openWith(present.sealing, sealed, purpose) !== null) return null
    const plain = earlier.map(({ sealing }) => openWith(sealing, sealed, purpose)).find((found) => found !== null)
    return plain === undefined || plain === null ? null : seal(plain, purpose)
  }

  const sign = (text: string): string => signWith(present.signing, text).toString('base64url')

  function verify(text: string, signature: string): boolean {
    const sentSignature = Buffer.from(signature, 'base64url')
    return [present, ...earlier].some(({ signing }) => {
      const expected = signWith(signing, text)
      return expected.length === sentSignature.length && timingSafeEqual(expected, sentSignature)
    })
  }

  /** The same for the first bytes of a signature, for places in which a whole one is too long; at least 10 bytes. */
  function verifyBegin(text: string, begin: Uint8Array): boolean {
    if (begin.length < 10) return false
    return [present, ...earlier].some(({ signing }) => {
      const expected = signWith(signing, text).subarray(0, begin.length)
      return expected.length === begin.length && timingSafeEqual(expected, begin)
    })
  }

  return { seal, unseal, sealedAnew, sign, verify, verifyBegin, hasOld: old.length > 0 }
}

const keysOf = (appSecret: string) => ({
  sealing: Buffer.from(hkdfSync('sha256', appSecret, 'vitrine', 'secrets at rest', 32)),
  signing: Buffer.from(hkdfSync('sha256', appSecret, 'vitrine', 'signatures', 32)),
})

const signWith = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

function sealWith(key: Buffer, plain: string, purpose: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Decrypts a sealed value; null when the key is wrong or the value is damaged. */
function openWith(key: Buffer, sealed: Buffer, purpose: string): string | null {
  if (sealed.length < ivBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes)).setAAD(Buffer.from(purpose))
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

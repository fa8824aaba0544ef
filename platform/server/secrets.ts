// Secrets at rest: sealed with AES-256-GCM under a key drawn from APP_SECRET. Write-only for everybody but the code that uses them.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

export type Secrets = ReturnType<typeof createSecrets>

const ivBytes = 12
const tagBytes = 16

/**
 * @param appSecret 32 characters or more; whoever loses it loses the sealed secrets.
 * `purpose` binds a sealed value to its place: sealed for an account's secret, it does not open as a mail password.
 */
export function createSecrets(appSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', appSecret, 'vitrine', 'secrets at rest', 32))
  const signingKey = Buffer.from(hkdfSync('sha256', appSecret, 'vitrine', 'signatures', 32))

  function seal(plain: string, purpose: string): Buffer {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed])
  }

  /** Throws when the value was altered, or sealed for another purpose or under another secret. */
  function unseal(sealed: Buffer, purpose: string): string {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes)).setAAD(Buffer.from(purpose))
    decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
  }

  const sign = (text: string): string => createHmac('sha256', signingKey).update(text).digest('base64url')

  function verify(text: string, signature: string): boolean {
    const [expected, given] = [Buffer.from(sign(text)), Buffer.from(signature)]
    return expected.length === given.length && timingSafeEqual(expected, given)
  }

  return { seal, unseal, sign, verify }
}

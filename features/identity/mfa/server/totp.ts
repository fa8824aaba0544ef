// Codes of authenticator apps: TOTP of RFC 6238 with SHA-1, six digits and steps of 30 s, which every app supports.
import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30
/** Length of a secret in bytes: RFC 4226, section 4, recommends 160 bits. */
const secretBytes = 20

/** Makes a new secret, in base32. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

const totpOf = (secret: string, label: { issuer: string; account: string }) =>
  new TOTP({ issuer: label.issuer, label: label.account, secret: Secret.fromBase32(secret), period: periodSeconds })

/** Makes the otpauth URL that an app reads from the QR code. A colon in the issuer would end it. */
export const otpauthUrl = (secret: string, { issuer, account }: { issuer: string; account: string }): string =>
  totpOf(secret, { issuer: issuer.replaceAll(':', ' '), account }).toString()

/** Returns the time step of a code, if it is the present one, the one before or the one after; null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = totpOf(secret, { issuer: '', account: '' })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta
}

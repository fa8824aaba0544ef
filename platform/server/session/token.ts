import { hash, randomBytes } from 'node:crypto'

/** A new opaque token of 256 random bits, and the hash that is stored. */
export function makeToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** SHA-256 is enough for random tokens. A slow hash protects only values that can be guessed. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The credentials of an Authorization header with the scheme `Bearer`, or null. Its case does not matter (RFC 9110, section 11.1). */
export function bearerCredentialsOf(header: string | undefined): string | null {
  return /^Bearer +(\S.*)$/i.exec(header ?? '')?.[1] ?? null
}

const tokenShape = /^[A-Za-z0-9_-]{20,200}$/

/** The token of the portal in an Authorization header, or null. */
export function bearerOf(header: string | undefined): string | null {
  const sent = bearerCredentialsOf(header)
  return sent !== null && tokenShape.test(sent) ? sent : null
}

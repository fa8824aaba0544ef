// Tokens of embedded access as another site signs them, and as an attacker would write them.
import { createHmac, randomUUID } from 'node:crypto'

const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')

export const header = { alg: 'HS256', typ: 'JWT' }

/** Claims of a right token; `left` are left out. */
export function claimsFor(
  sub: string,
  aud: string,
  changed: object = {},
  left: string[] = [],
): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000)
  const all = { sub, aud, jti: randomUUID(), iat: now, exp: now + 120, ...changed }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !left.includes(name)))
}

export function signed(claims: unknown, secret: string, head: object = header, digest = 'sha256'): string {
  const content = `${encode(head)}.${encode(claims)}`
  return `${content}.${createHmac(digest, secret).update(content).digest('base64url')}`
}

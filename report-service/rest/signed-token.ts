import { jwtVerify, SignJWT } from 'jose'
import type { JWTPayload } from 'jose'

/** A kind of token. Each kind has its own type and audience, so a token of one kind is not accepted as another. */
export type TokenKind = { typ: string; audience: string }

const ALGORITHM = 'HS256'

/** Signs claims. `now` and `expiresAt` are in milliseconds since 1970; the token stores whole seconds. */
export async function signToken(
  key: Uint8Array,
  kind: TokenKind,
  claims: JWTPayload,
  life: { now: number; expiresAt: number },
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: kind.typ })
    .setAudience(kind.audience)
    .setIssuedAt(Math.floor(life.now / 1000))
    .setExpirationTime(Math.floor(life.expiresAt / 1000))
    .sign(key)
}

/**
 * Verifies a token of this kind and returns its claims, or the reason for the failure. The algorithm is fixed and does not come
 * from the token's header; type, audience and expiry are required (RFC 8725 §3.1, §3.9, §3.11).
 */
export async function readToken(
  key: Uint8Array,
  kind: TokenKind,
  token: string,
  now: number,
): Promise<JWTPayload | 'expired' | 'invalid'> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: kind.typ,
      audience: kind.audience,
      requiredClaims: ['exp', 'iat', 'sub'],
      currentDate: new Date(now),
    })
    return payload
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_JWT_EXPIRED' ? 'expired' : 'invalid'
  }
}

import { jwtVerify, SignJWT } from 'jose'
import type { JWTPayload } from 'jose'

/** A kind of token. Kinds differ in type and audience, so that one is never taken for another. */
export type TokenKind = { typ: string; audience: string }

const ALGORITHM = 'HS256'

/** Signs claims. `expiresAt` and `now` in milliseconds since 1970; a token's clock has whole seconds. */
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
 * The claims of a token of this kind, or why there are none. The algorithm is fixed, whatever the token's own header
 * says; type, audience and end are demanded (RFC 8725 §3.1, §3.9, §3.11).
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

import * as z from 'zod'
import { principalKey } from './catalogue.ts'
import type { Catalogue, Principal } from './catalogue.ts'
import { secretMark } from './client-secret.ts'
import { Refusal } from './refusal.ts'
import { readToken, signToken } from './signed-token.ts'
import type { TokenKind } from './signed-token.ts'

/** Access token for the REST API. It is issued for a client secret, as Entra does it. */
const KIND: TokenKind = { typ: 'at+jwt', audience: 'https://analysis.windows.net/powerbi/api' }
export const ACCESS_TOKEN_LIFE_MS = 3_599_000

const claims = z.object({ sub: z.string(), mark: z.string(), exp: z.number() })

/** The caller of a REST request. `tokenEndsAt`: when its access token expires, in milliseconds since 1970. */
export type Caller = { principal: Principal; tokenEndsAt: number }

export function signAccessToken(key: Uint8Array, principal: Principal, now: number): Promise<string> {
  const own = { sub: principalKey(principal), mark: secretMark(principal.secretHash) }
  return signToken(key, KIND, own, { now, expiresAt: now + ACCESS_TOKEN_LIFE_MS })
}

/** Authenticates the caller by the `Authorization` header. Throws a Refusal: 401, or 403 TokenExpired as Power BI does. */
export async function callerOf(
  key: Uint8Array,
  catalogue: Catalogue,
  authorization: string | undefined,
  now: number,
): Promise<Caller> {
  const payload = await readToken(key, KIND, bearerOf(authorization), now)
  if (payload === 'expired') {
    throw new Refusal(403, 'TokenExpired', 'Access token has expired, resubmit with a new access token')
  }
  const read = claims.safeParse(payload)
  const principal = catalogue.principals.find((each) => principalKey(each) === read.data?.sub)
  if (!read.success || principal === undefined || secretMark(principal.secretHash) !== read.data.mark) {
    throw new Refusal(401, 'InvalidToken', 'The access token is not valid.')
  }
  return { principal, tokenEndsAt: read.data.exp * 1000 }
}

/** The token of a `Bearer` header; empty if there is none. */
export function bearerOf(authorization: string | undefined): string {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1] ?? ''
}

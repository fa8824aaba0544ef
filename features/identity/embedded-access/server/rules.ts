// Verifies a token of embedded access. The library checks signature, algorithm, audience and times; this file states the required values.
import { errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { email } from '#catalogue/fields.ts'
import { embeddedAccess } from '#catalogue/limits.ts'

/** The reason why a token is refused, for the audit trail. The client gets the same answer for all reasons. */
export class TokenFault extends Error {}

const claims = z.object({
  sub: email(),
  /** The audience: exactly one host, because a list would make the token valid at other hosts too. */
  aud: z.string(),
  jti: z
    .string()
    .min(8)
    .max(embeddedAccess.tokenIdLength)
    .refine((id) => !id.includes('\0') && id.isWellFormed()),
  iat: z.number().int(),
  exp: z.number().int(),
  /** The report that opens first, and its page. These claims give no access: the grants of the person decide. */
  report: z.guid().toLowerCase().optional(),
  page: z.string().max(200).optional(),
})

export type EmbeddedClaims = z.output<typeof claims>

type Expected = { secret: string; audience: string; now: Date }

/** Verifies a token and returns its claims. @throws TokenFault */
export async function verifyToken(token: string, { secret, audience, now }: Expected): Promise<EmbeddedClaims> {
  if (token.length > embeddedAccess.tokenLength) throw new TokenFault('length')
  const { payload, protectedHeader } = await jwtVerify(token, new TextEncoder().encode(secret), {
    algorithms: ['HS256'],
    audience,
    requiredClaims: ['sub', 'aud', 'jti', 'iat', 'exp'],
    currentDate: now,
  }).catch((error: unknown) => {
    throw new TokenFault(auditedFault(error))
  })
  // Header parameters such as `kid`, `jku` or `jwk` point to other keys; this token has one key, so a token with them is refused.
  const { alg: _, typ = 'JWT', ...others } = protectedHeader
  if (typ !== 'JWT' || Object.keys(others).length > 0) throw new TokenFault('header')
  const parsed = claims.safeParse(payload)
  if (!parsed.success) throw new TokenFault(String(parsed.error.issues[0]?.path[0] ?? 'claims'))
  const { iat, exp } = parsed.data
  const seconds = now.getTime() / 1000
  if (iat > seconds + embeddedAccess.aheadSeconds) throw new TokenFault('iat')
  if (exp - Math.min(iat, seconds) > embeddedAccess.tokenSeconds) throw new TokenFault('exp')
  return parsed.data
}

function auditedFault(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'exp'
  if (error instanceof errors.JWTClaimValidationFailed) return error.claim
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'alg'
  if (error instanceof errors.JOSEError) return 'form'
  throw error
}

export type Target = { report: string | null; page: string | null }

/** Returns the landing path of an embedded session: a report and its page, or the list of reports. */
export function landingOf({ report, page }: Pick<EmbeddedClaims, 'report' | 'page'>): string {
  if (report === undefined) return '/embedded/reports'
  return `/embedded/reports/${report}${page === undefined ? '' : `?${new URLSearchParams({ page }).toString()}`}`
}

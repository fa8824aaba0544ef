// Judges a token of embedded access. The library checks signature, algorithm, audience and times; this file states what they must be.
import { errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { email } from '#catalogue/fields.ts'
import { embeddedAccess } from '#catalogue/limits.ts'

/** Why a token is refused: a word for the audit trail. The client gets one answer for all of them. */
export class TokenFault extends Error {}

const claims = z.object({
  sub: email(),
  /** One host: a list of hosts would make the token valid at others too. */
  aud: z.string(),
  jti: z
    .string()
    .min(8)
    .max(embeddedAccess.tokenIdLength)
    .refine((id) => !id.includes('\0') && id.isWellFormed()),
  iat: z.number().int(),
  exp: z.number().int(),
  /** The report that opens first, and its page. They give no right: the person's grants do. */
  report: z.guid().toLowerCase().optional(),
  page: z.string().max(200).optional(),
})

export type EmbeddedClaims = z.output<typeof claims>

type Expected = { secret: string; audience: string; now: Date }

/** The claims of a right token. @throws TokenFault */
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
  // Names such as `kid`, `jku` or `jwk` point to other keys: there are none.
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

/** Where an embedded session begins: a report and its page, or the list of reports. */
export function landingOf({ report, page }: Pick<EmbeddedClaims, 'report' | 'page'>): string {
  if (report === undefined) return '/embedded/reports'
  return `/embedded/reports/${report}${page === undefined ? '' : `?${new URLSearchParams({ page }).toString()}`}`
}

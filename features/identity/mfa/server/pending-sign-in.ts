// A pending sign-in: the password was right, and the second factor is missing. It is a one-time token and no session, so it is accepted
// only by the calls of this folder.
import { z } from 'zod'
import { secondFactor } from '#catalogue/limits.ts'
import type { AnswerOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { addOneTimeToken, findOneTimeToken } from '#platform/server/session/one-time-token.ts'
import { hashToken } from '#platform/server/session/token.ts'
import type { login, redirectAnswer } from '#features/identity/sign-in/contract.ts'
import type { FactorStep } from './rules.ts'

export type PendingSignInPurpose = 'two_factor' | 'two_factor_setup'

const pendingSignIn = z.object({
  host: z.string(),
  tenantId: z.string().nullable(),
  userId: z.string(),
  email: z.string(),
  /** The digest of the stored hash of the checked password: a change of the password makes the pending sign-in invalid. */
  passwordMark: z.string(),
  /** `as` null: the first step was no attempt with a password, so none was counted. */
  counted: z.object({
    address: z.string(),
    deviceId: z.string().nullable(),
    as: z.enum(['device', 'known-network', 'stranger']).nullable(),
  }),
  mayTrust: z.boolean(),
  /** The sealed secret of an authenticator app whose set-up has begun; null before. */
  secret: z.string().nullable(),
  /** The reason why the password must be changed after the second factor; null when it need not be changed. */
  change: z.enum(['expired', 'rules']).nullable(),
})
export type PendingSignIn = z.output<typeof pendingSignIn>

/** Returns the digest of a stored password hash. A pending sign-in contains it instead of the hash. */
export const passwordMarkOf = (passwordHash: string): string => hashToken(passwordHash).toString('base64url')

/** Stores a pending sign-in and returns the answer of the first step, which contains its token. */
export async function offerSecondStep(
  db: Database,
  step: Exclude<FactorStep, { kind: 'none' }>,
  pending: PendingSignIn,
): Promise<AnswerOf<typeof login>> {
  const { userId, mayTrust: trust } = pending
  if (step.kind === 'set_up') return offerSetUp(db, pending)
  const seconds = secondFactor.codeMinutes * 60
  const token = await addOneTimeToken(db, { purpose: 'two_factor', userId, payload: pending, seconds })
  return { status: 'two_factor', token, methods: step.methods, trust }
}

/** Stores a pending sign-in that goes on with the set-up of an authenticator app, and returns the answer that leads there. */
export async function offerSetUp(db: Database, pending: PendingSignIn): Promise<z.output<typeof redirectAnswer>> {
  const { userId } = pending
  const seconds = secondFactor.setupMinutes * 60
  const token = await addOneTimeToken(db, { purpose: 'two_factor_setup', userId, payload: pending, seconds })
  return { status: 'redirect_two_factor', redirect: `/config/2fa/${token}`, message: null }
}

/** Finds the pending sign-in of a valid token at this host; null for every other token. */
export async function findPendingSignIn(
  db: Database,
  purpose: PendingSignInPurpose,
  tokenHash: Buffer,
  host: string,
): Promise<PendingSignIn | null> {
  const found = await findOneTimeToken(db, purpose, tokenHash)
  const pending = found && pendingSignIn.parse(found.payload)
  return pending?.host === host ? pending : null
}

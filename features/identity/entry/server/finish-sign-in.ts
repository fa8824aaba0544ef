// The last step of a sign-in with a password or a passkey, after all other steps are completed.
import { secondFactor as limits } from '#catalogue/limits.ts'
import type { AnswerOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { together } from '#platform/server/database/together.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { type Attempt, beginSession, type KnownBefore } from './begin-session.ts'
import { type CountedAs, refundAttempts, rememberDevice } from '#features/identity/attempts/server/commands.ts'
import type { signInWithPasskey } from '#features/identity/mfa/contract.ts'

export type ProvenPerson = {
  userId: string
  email: string
  /** The client and the known browser for which the attempt was counted; `as` null: it was not counted. */
  counted: { address: string; deviceId: string | null; as: CountedAs | null }
  secondFactor: boolean
  /** True: this browser needs no second factor for `trustedDays` days. */
  trusts?: boolean
}

/**
 * Begins the session inside `enter`, refunds the counted attempts of the person, and remembers the browser. `known`: what the
 * caller has read in this transaction. Everything then needs one round trip.
 */
export async function finishSignIn(
  db: Database,
  hosts: Hosts,
  attempt: Attempt,
  { userId, email, counted, secondFactor, trusts = false }: ProvenPerson,
  known?: KnownBefore,
): Promise<AnswerOf<typeof signInWithPasskey>> {
  const { as, ...client } = counted
  const [, device, begun] = await together([
    as === null ? null : refundAttempts(db, { ...client, email }, as),
    rememberDevice(db, userId, client, trusts ? limits.trustedDays : null),
    beginSession(db, hosts, attempt, { userId, authType: 'password', secondFactor }, known),
  ])
  return { ...begun, device }
}

// Counts sign-in attempts before the password is checked, and refunds them when the password was right. The rules are
// app.count_sign_in_attempt() and app.refund_sign_in_attempts() in database/functions/sign-in-attempts.sql.
import { secondFactor } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { networkOf } from '#platform/server/http/network.ts'
import { hashToken, makeToken } from '#platform/server/session/token.ts'
import * as store from './store.ts'

export type { WithinLimits } from './limits.ts'
export type { CountedAs } from './store.ts'

/** One sign-in attempt: the client's IP address, the typed e-mail, and the known device, if it is one of this person's. */
export type Attempt = { address: string; email: string; deviceId: string | null }

/** Seconds until the next attempt is evaluated. `ofNetwork`: the limit of the network is reached, not that of the account. */
export type Wait = { seconds: number; ofNetwork: boolean }

type Counted = { deviceId: string | null } & ({ wait: null; as: store.CountedAs } | { wait: Wait; as: null })

/**
 * Counts an attempt, or returns the seconds to wait. An attempt that must wait is counted in no budget. `deviceToken`: the token that the
 * browser sent. The caller commits before it checks the password, so that a rejected attempt stays counted, and changes nothing else in
 * that transaction: its commit does not wait for the disk.
 */
export async function countAttempt(
  db: Database,
  { address, email, deviceToken }: { address: string; email: string; deviceToken: string | null },
): Promise<Counted> {
  const found = await store.countAttempt(db, {
    email,
    network: networkOf(address),
    deviceToken: deviceToken === null ? null : hashToken(deviceToken),
  })
  const { device_id: deviceId, counted_as: as, wait_seconds: seconds, of_network: ofNetwork } = found
  if (seconds !== null) return { deviceId, wait: { seconds, ofNetwork }, as: null }
  if (as === null) throw new Error('an attempt is counted or waits')
  return { deviceId, wait: null, as }
}

/** Refunds the attempts of a person at one client after a right password, and no attempts of others. */
export function refundAttempts(
  db: Database,
  { address, email, deviceId }: Attempt,
  as: store.CountedAs,
): Promise<void> {
  return store.refundAttempts(db, { email, network: networkOf(address), deviceId, as })
}

/**
 * Counts a code of the second factor before it is checked: at most `secondFactor.tries` per person and window, over all their begun
 * sign-ins (A4). Answers the seconds to wait, and whether this was the last try.
 */
export async function countCode(db: Database, userId: string): Promise<{ wait: number | null; isLast: boolean }> {
  const { attempts, seconds_left: secondsLeft } = await store.lockCodes(db, userId)
  if (attempts >= secondFactor.tries) return { wait: Math.max(1, Math.ceil(secondsLeft)), isLast: true }
  await store.addCode(db, userId)
  return { wait: null, isLast: attempts + 1 >= secondFactor.tries }
}

/** Refunds the counted codes of a person after a right one. */
export const refundCodes = store.deleteCodes

/**
 * Stores the device of a sign-in. Returns its new token, which replaces the one that the browser sent. `trustedDays`: the number of days
 * for which it needs no second factor; null leaves that number unchanged.
 */
export async function rememberDevice(
  db: Database,
  userId: string,
  { address, deviceId }: Pick<Attempt, 'address' | 'deviceId'>,
  trustedDays: number | null,
): Promise<string> {
  const { token, hash } = makeToken()
  await store.rememberDevice(db, { userId, deviceId, tokenHash: hash, network: networkOf(address), trustedDays })
  return token
}

// Counts sign-in attempts before the password is checked, and refunds them when the password was right. Rules: rules.ts.
// All budgets are locked in one order, to avoid deadlocks between sign-ins: device, address, account, pair, retry-after, after-retry-after.
import { secondFactor } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { networkOf } from '#platform/server/http/network.ts'
import { hashToken, makeToken } from '#platform/server/session/token.ts'
import { accountWait, ipAddressWait, backOffSeconds, deviceWait, pairWait, respectedRetryAfter } from './rules.ts'
import * as store from './store.ts'

export type { WithinLimits } from './limits.ts'

/** One sign-in attempt: the client's IP address, the typed e-mail, and the known device, if it is one of this person's. */
export type Attempt = { address: string; email: string; deviceId: string | null }

/** Seconds until the next attempt is evaluated. `ofNetwork`: the limit of the network is reached, not that of the account. */
export type Wait = { seconds: number; ofNetwork: boolean }

/** The budget that an attempt was counted in: a known device, a network where this person has signed in before, or neither. */
export type CountedAs = 'device' | 'known-network' | 'stranger'

type Counted = { wait: null; as: CountedAs } | { wait: Wait; as: null }

const counted = (as: CountedAs): Counted => ({ wait: null, as })
const mustWait = (seconds: number, ofNetwork = false): Counted => ({ wait: { seconds, ofNetwork }, as: null })

/**
 * Counts an attempt, or returns the seconds to wait. An attempt that must wait is counted in no budget. The caller commits before
 * it checks the password, so that a rejected attempt stays counted.
 */
export async function countAttempt(db: Database, attempt: Attempt): Promise<Counted> {
  if (attempt.deviceId !== null && (await countDevice(db, attempt.deviceId))) return counted('device')
  // A known device that has reached its limit is treated like any other client.
  return countWithoutDevice(db, attempt)
}

async function countDevice(db: Database, deviceId: string): Promise<boolean> {
  const key = store.keyOf('device', deviceId)
  if (deviceWait(await store.lockBudget(db, key)) !== null) return false
  await store.addAttempts(db, key, 1)
  return true
}

async function countWithoutDevice(db: Database, attempt: Attempt): Promise<Counted> {
  const keys = keysOf(attempt)
  const addressBudget = await store.lockBudget(db, keys.address)
  if (addressBudget.isNew) await store.deleteOldBudgets(db)
  const networkWait = ipAddressWait(addressBudget, await store.recentAccountsAt(db, keys.address))
  if (networkWait !== null) return mustWait(networkWait, true)
  const isKnown = await store.hasSignedInFrom(db, keys.address, attempt.email)
  const { wait, as } = isKnown ? await countAtKnownNetwork(db, keys) : await countStranger(db, keys)
  if (wait !== null) return { wait, as }
  await store.addAttempts(db, keys.address, 1)
  return { wait, as }
}

/** Counts an attempt at a network where the person has signed in before: the back-off that strangers cause does not apply there. */
async function countAtKnownNetwork(db: Database, keys: Keys): Promise<Counted> {
  const wait = pairWait(await store.lockBudget(db, keys.knownNetwork))
  if (wait !== null) return mustWait(wait)
  await store.addAttempts(db, keys.knownNetwork, 1)
  return counted('known-network')
}

async function countStranger(db: Database, keys: Keys): Promise<Counted> {
  const account = await store.lockBudget(db, keys.account)
  const pair = pairWait(await store.lockBudget(db, keys.pair))
  if (pair !== null) return mustWait(pair)
  const backOff = accountWait(account)
  const wait = backOff === null ? null : await waitDuringBackOff(db, keys, backOff)
  if (wait !== null) return mustWait(wait)
  if (backOff === null) await store.addAttempts(db, keys.account, 1, backOffSeconds(account.attempts + 1))
  await store.addAttempts(db, keys.pair, 1)
  return counted('stranger')
}

/**
 * Returns null when the network respected its Retry-After; otherwise the seconds to wait. The first answer fixes the Retry-After of the
 * network.
 */
async function waitDuringBackOff(db: Database, keys: Keys, backOff: number): Promise<number | null> {
  const announced = await store.lockBudget(db, keys.retryAfter)
  const afterRetryAfter = await store.lockBudget(db, keys.afterRetryAfter)
  if (respectedRetryAfter(announced, afterRetryAfter)) {
    await store.addAttempts(db, keys.retryAfter, 1)
    await store.addAttempts(db, keys.afterRetryAfter, 1)
    return null
  }
  if (announced.secondsUntilNext === null) await store.addAttempts(db, keys.retryAfter, 0, backOff)
  return backOff
}

/**
 * Refunds the attempts of a person at one client after a right password, in every budget, and no attempts of others. An attacker who signs
 * in with an own account between attempts on other accounts gains nothing.
 */
export async function refundAttempts(db: Database, attempt: Attempt, as: CountedAs): Promise<void> {
  if (attempt.deviceId !== null) await store.deleteBudget(db, store.keyOf('device', attempt.deviceId))
  if (as === 'device') return
  const keys = keysOf(attempt)
  await store.lockBudget(db, keys.address)
  const refunded = as === 'known-network' ? await refundAtKnownNetwork(db, keys) : await refundStranger(db, keys)
  await store.addAttempts(db, keys.address, -refunded)
}

async function refundAtKnownNetwork(db: Database, keys: Keys): Promise<number> {
  const { attempts } = await store.lockBudget(db, keys.knownNetwork)
  await store.deleteBudget(db, keys.knownNetwork)
  return attempts
}

async function refundStranger(db: Database, keys: Keys): Promise<number> {
  const account = await store.lockBudget(db, keys.account)
  const { attempts } = await store.lockBudget(db, keys.pair)
  const announced = await store.lockBudget(db, keys.retryAfter)
  await store.lockBudget(db, keys.afterRetryAfter)
  // Attempts after Retry-After were not counted in the account's budget.
  const ofAccount = Math.max(0, attempts - announced.attempts)
  await store.addAttempts(db, keys.account, -ofAccount, backOffSeconds(account.attempts - ofAccount))
  await store.addAttempts(db, keys.afterRetryAfter, -announced.attempts)
  await store.deleteBudget(db, keys.pair)
  await store.deleteBudget(db, keys.retryAfter)
  return attempts
}

/**
 * Counts a code of the second factor before it is checked: at most `secondFactor.tries` per person and window, over all their begun
 * sign-ins (A4). Answers the seconds to wait, and whether this was the last try.
 */
export async function countCode(db: Database, userId: string): Promise<{ wait: number | null; isLast: boolean }> {
  const key = store.keyOf('second-factor', userId)
  const { attempts, secondsLeft } = await store.lockBudget(db, key)
  if (attempts >= secondFactor.tries) return { wait: Math.max(1, Math.ceil(secondsLeft)), isLast: true }
  await store.addAttempts(db, key, 1)
  return { wait: null, isLast: attempts + 1 >= secondFactor.tries }
}

/** Refunds the counted codes of a person after a right one. */
export async function refundCodes(db: Database, userId: string): Promise<void> {
  await store.deleteBudget(db, store.keyOf('second-factor', userId))
}

/** Returns the id of the known device with this token; null when the token is unknown or belongs to another person. */
export async function deviceOf(db: Database, token: string | null, email: string): Promise<string | null> {
  return store.findDevice(db, hashToken(token ?? ''), email)
}

/**
 * Stores the device of a sign-in. Returns its new token, which replaces the one that the browser sent. `trustedDays`: the number of days
 * for which it needs no second factor; null leaves that number unchanged.
 */
export async function rememberDevice(
  db: Database,
  userId: string,
  { address: ipAddress, deviceId }: Pick<Attempt, 'address' | 'deviceId'>,
  trustedDays: number | null,
): Promise<string> {
  const { token, hash } = makeToken()
  const device = { userId, tokenHash: hash, network: networkKey(ipAddress) }
  if (deviceId === null || !(await store.replaceDevice(db, deviceId, device))) await store.addDevice(db, device)
  if (trustedDays !== null) await store.trustDevice(db, hash, trustedDays)
  return token
}

const networkKey = (ipAddress: string) => store.keyOf('address', networkOf(ipAddress))

type Keys = ReturnType<typeof keysOf>

const keysOf = ({ address, email }: Attempt) => {
  const pair = `${networkOf(address)} ${email}`
  return {
    address: networkKey(address),
    account: store.keyOf('account', email),
    pair: store.keyOf('pair', pair),
    knownNetwork: store.keyOf('known-network', pair),
    retryAfter: store.keyOf('retry-after', pair),
    afterRetryAfter: store.keyOf('after-retry-after', email),
  }
}

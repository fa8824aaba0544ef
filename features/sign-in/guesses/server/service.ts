// Guesses of a password: counted before they are evaluated, taken back when the password was right.
// Budgets are always locked in one order (address, account, account at address), so that sign-ins never wait for each other in a circle.
import type { Database } from '#platform/server/database/kysely.ts'
import { hashToken, makeToken } from '#platform/server/session/token.ts'
import { accountWait, addressWait, deviceWait, networkOf, pairWait, slowDown } from './rules.ts'
import * as store from './store.ts'

/** Who guesses whose password: from where, and with which browser, where it is one that this person has signed in with. */
export type Guess = { address: string; email: string; deviceId: string | null }

/** Seconds until a guess is evaluated again: of this account, or of all that this network guesses. */
export type Wait = { seconds: number; ofNetwork: boolean }

const waitOf = (seconds: number | null, ofNetwork = false): Wait | null =>
  seconds === null ? null : { seconds, ofNetwork }

/**
 * Counts a guess, or answers the seconds to wait. A guess that waits counts against nobody: whoever is out of guesses uses up no
 * account's and no address's. The caller commits before it evaluates anything.
 */
export async function countGuess(db: Database, guess: Guess): Promise<Wait | null> {
  return guess.deviceId === null ? countStranger(db, guess) : countDevice(db, guess.deviceId)
}

async function countDevice(db: Database, deviceId: string): Promise<Wait | null> {
  const key = store.keyOf('device', deviceId)
  const wait = deviceWait(await store.lockBudget(db, key))
  if (wait === null) await store.spend(db, key, 1)
  return waitOf(wait)
}

async function countStranger(db: Database, guess: Guess): Promise<Wait | null> {
  const keys = keysOf(guess)
  const address = await store.lockBudget(db, keys.address)
  if (address.isNew) await store.forgetOld(db)
  const crowded = addressWait(address, await store.accountsAt(db, keys.address))
  if (crowded !== null) return waitOf(crowded, true)
  const account = await store.lockBudget(db, keys.account)
  const wait = pairWait(await store.lockBudget(db, keys.pair)) ?? accountWait(account)
  if (wait !== null) return waitOf(wait)
  await store.spend(db, keys.address, 1)
  await store.spend(db, keys.account, 1, slowDown(account.attempts + 1))
  await store.spend(db, keys.pair, 1)
  return null
}

/**
 * The password was right: what this person mistyped here is taken back everywhere it was counted, and nothing of what others did.
 * Who signs in with an account of their own between guesses of others gains nothing by it.
 */
export async function forgiveGuess(db: Database, guess: Guess): Promise<void> {
  if (guess.deviceId !== null) return store.forget(db, store.keyOf('device', guess.deviceId))
  const keys = keysOf(guess)
  await store.lockBudget(db, keys.address)
  const account = await store.lockBudget(db, keys.account)
  const { attempts } = await store.lockBudget(db, keys.pair)
  await store.spend(db, keys.address, -attempts)
  await store.spend(db, keys.account, -attempts, slowDown(account.attempts - attempts))
  await store.forget(db, keys.pair)
}

/** The id of a browser that has signed this person in; null for a stranger, and for somebody else's. */
export async function deviceOf(db: Database, token: string | null, email: string): Promise<string | null> {
  return store.findDevice(db, hashToken(token ?? ''), email)
}

/** Remembers the browser of a sign-in and answers the token that it keeps instead of the one it brought. */
export async function rememberDevice(
  db: Database,
  userId: string,
  { address, deviceId }: Pick<Guess, 'address' | 'deviceId'>,
): Promise<string> {
  const { token, hash } = makeToken()
  const device = { userId, tokenHash: hash, network: networkKey(address) }
  if (deviceId === null || !(await store.replaceDevice(db, deviceId, device))) await store.addDevice(db, device)
  return token
}

const networkKey = (address: string) => store.keyOf('address', networkOf(address))

const keysOf = ({ address, email }: Guess) => ({
  address: networkKey(address),
  account: store.keyOf('account', email),
  pair: store.keyOf('pair', `${networkOf(address)} ${email}`),
})

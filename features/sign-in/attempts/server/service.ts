// Guesses of a password: counted before they are evaluated, taken back when the password was right.
// Budgets are always locked in one order (browser, address, account, the account at the
// address, what was told there, who waited), so that sign-ins never wait for each other in a circle.
import type { Database } from '#platform/server/database/kysely.ts'
import { networkOf } from '#platform/server/http/network.ts'
import { hashToken, makeToken } from '#platform/server/session/token.ts'
import { accountWait, addressWait, deviceWait, isDue, pairWait, slowDown } from './rules.ts'
import * as store from './store.ts'

/** Who guesses whose password: from where, and with which browser, where it is one that this person has signed in with. */
export type Guess = { address: string; email: string; deviceId: string | null }

/** Seconds until a guess is evaluated again: of this account, or of all that this network guesses. */
export type Wait = { seconds: number; ofNetwork: boolean }

/** Whose budget a guess took: a known browser's, a stranger's at a network where the person has come in before, any other stranger's. */
export type CountedAs = 'device' | 'home' | 'stranger'

type Counted = { wait: null; as: CountedAs } | { wait: Wait; as: null }

const counted = (as: CountedAs): Counted => ({ wait: null, as })
const waits = (seconds: number, ofNetwork = false): Counted => ({ wait: { seconds, ofNetwork }, as: null })

/**
 * Counts a guess, or answers the seconds to wait. A guess that waits counts against nobody: whoever is out of guesses uses up no
 * account's and no address's. The caller commits before it evaluates anything.
 */
export async function countGuess(db: Database, guess: Guess): Promise<Counted> {
  if (guess.deviceId !== null && (await countDevice(db, guess.deviceId))) return counted('device')
  // A known browser that is out of guesses has those of any other: nobody is worse off for being known.
  return countStranger(db, guess)
}

async function countDevice(db: Database, deviceId: string): Promise<boolean> {
  const key = store.keyOf('device', deviceId)
  if (deviceWait(await store.lockBudget(db, key)) !== null) return false
  await store.spend(db, key, 1)
  return true
}

async function countStranger(db: Database, guess: Guess): Promise<Counted> {
  const keys = keysOf(guess)
  const address = await store.lockBudget(db, keys.address)
  if (address.isNew) await store.forgetOld(db)
  const crowded = addressWait(address, await store.accountsAt(db, keys.address))
  if (crowded !== null) return waits(crowded, true)
  const isHome = await store.hasComeFrom(db, keys.address, guess.email)
  const { wait, as } = isHome ? await countAtHome(db, keys) : await countElsewhere(db, keys)
  if (wait !== null) return { wait, as }
  await store.spend(db, keys.address, 1)
  return { wait, as }
}

/** Where the person has come in before, what others do elsewhere keeps nobody waiting. */
async function countAtHome(db: Database, keys: Keys): Promise<Counted> {
  const wait = pairWait(await store.lockBudget(db, keys.home))
  if (wait !== null) return waits(wait)
  await store.spend(db, keys.home, 1)
  return counted('home')
}

async function countElsewhere(db: Database, keys: Keys): Promise<Counted> {
  const account = await store.lockBudget(db, keys.account)
  const pair = pairWait(await store.lockBudget(db, keys.pair))
  if (pair !== null) return waits(pair)
  const slow = accountWait(account)
  const wait = slow === null ? null : await waitAsTold(db, keys, slow)
  if (wait !== null) return waits(wait)
  if (slow === null) await store.spend(db, keys.account, 1, slowDown(account.attempts + 1))
  await store.spend(db, keys.pair, 1)
  return counted('stranger')
}

/** Null when this network has waited as it was told before; else seconds to wait, which it is told once. */
async function waitAsTold(db: Database, keys: Keys, slow: number): Promise<number | null> {
  const told = await store.lockBudget(db, keys.told)
  const waited = await store.lockBudget(db, keys.waited)
  if (isDue(told, waited)) {
    await store.spend(db, keys.told, 1)
    await store.spend(db, keys.waited, 1)
    return null
  }
  if (told.secondsUntilNext === null) await store.spend(db, keys.told, 0, slow)
  return slow
}

/**
 * The password was right: what this person mistyped here is taken back everywhere it was counted, and nothing of what others did.
 * Who signs in with an account of their own between guesses of others gains nothing by it.
 */
export async function forgiveGuess(db: Database, guess: Guess, as: CountedAs): Promise<void> {
  if (guess.deviceId !== null) await store.forget(db, store.keyOf('device', guess.deviceId))
  if (as === 'device') return
  const keys = keysOf(guess)
  await store.lockBudget(db, keys.address)
  const mistyped = as === 'home' ? await forgiveAtHome(db, keys) : await forgiveElsewhere(db, keys)
  await store.spend(db, keys.address, -mistyped)
}

async function forgiveAtHome(db: Database, keys: Keys): Promise<number> {
  const { attempts } = await store.lockBudget(db, keys.home)
  await store.forget(db, keys.home)
  return attempts
}

async function forgiveElsewhere(db: Database, keys: Keys): Promise<number> {
  const account = await store.lockBudget(db, keys.account)
  const { attempts } = await store.lockBudget(db, keys.pair)
  const told = await store.lockBudget(db, keys.told)
  await store.lockBudget(db, keys.waited)
  // A guess after waiting was not counted with the account's.
  const ofAccount = Math.max(0, attempts - told.attempts)
  await store.spend(db, keys.account, -ofAccount, slowDown(account.attempts - ofAccount))
  await store.spend(db, keys.waited, -told.attempts)
  await store.forget(db, keys.pair)
  await store.forget(db, keys.told)
  return attempts
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

type Keys = ReturnType<typeof keysOf>

const keysOf = ({ address, email }: Guess) => {
  const both = `${networkOf(address)} ${email}`
  return {
    address: networkKey(address),
    account: store.keyOf('account', email),
    pair: store.keyOf('pair', both),
    home: store.keyOf('home', both),
    told: store.keyOf('told', both),
    waited: store.keyOf('waited', email),
  }
}

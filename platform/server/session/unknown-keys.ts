// Counts API keys that do not exist. A key cannot be guessed; the count limits a client that tries revoked keys.
import { sql } from 'kysely'
import { apiKeys, signInThrottle } from '#catalogue/limits.ts'
import type { Database } from '../database/kysely.ts'
import { networkOf } from '../http/network.ts'

/** Counts an unknown key of the network of an address. Returns the seconds to wait when the window has no attempts left, or null. */
export async function admitUnknownKey(db: Database, address: string): Promise<number | null> {
  const key = sql`app.attempts_key('api-key', ${networkOf(address)})`
  const { rows } = await sql<{ attempts: number; seconds_left: number }>`
    select attempts, seconds_left from app.lock_attempts(${key}, ${signInThrottle.windowMinutes})`.execute(db)
  const [budget] = rows
  if (!budget) throw new Error('app.lock_attempts() answers one row')
  if (budget.attempts >= apiKeys.guesses) return Math.max(1, budget.seconds_left)
  await sql`select app.add_attempts(${key}, 1)`.execute(db)
  return null
}

// SQL for the counts of sign-in attempts and for known devices. It runs before a session exists, with the platform's view of all
// tenants. Every statement therefore looks up exact keys.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { signInDevices, signInThrottle } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Budget } from './rules.ts'

const { windowMinutes, address: addressLimit } = signInThrottle

/**
 * Kinds of budgets, by what is counted: `device`, `address` (a network), `account`, `pair` (account and network), `known-network` (a pair
 * where the person has signed in before), `retry-after` (the Retry-After sent to a pair), `after-retry-after` (attempts on an account by
 * networks that respected Retry-After), `second-factor` (codes of a person).
 */
export type Kind =
  | 'device'
  | 'address'
  | 'account'
  | 'pair'
  | 'known-network'
  | 'retry-after'
  | 'after-retry-after'
  | 'second-factor'

export const keyOf = (kind: Kind, value: string): Buffer => createHash('sha256').update(`${kind}:${value}`).digest()

/**
 * Locks a budget until the transaction ends and returns it. A window that has ended starts again. Parallel attempts are serialized
 * here, so that each attempt sees the count of those before it. `xmax` is 0 for an inserted row and not for an updated one; PostgreSQL 18
 * could say `returning old`, 16 and 17 cannot.
 */
export async function lockBudget(db: Database, key: Buffer): Promise<Budget & { isNew: boolean }> {
  const over = sql<boolean>`sign_in_attempts.window_started_at < now() - make_interval(mins => ${windowMinutes})`
  const { rows } = await sql<{ attempts: number; left: number; until: number | null; is_new: boolean }>`
    insert into sign_in_attempts (key, window_started_at, attempts) values (${key}, now(), 0)
    on conflict (key) do update set
      attempts = case when ${over} then 0 else sign_in_attempts.attempts end,
      next_at = case when ${over} then null else sign_in_attempts.next_at end,
      window_started_at = case when ${over} then now() else sign_in_attempts.window_started_at end
    returning attempts, (sign_in_attempts.xmax = 0) as is_new,
      extract(epoch from window_started_at + make_interval(mins => ${windowMinutes}) - now())::float8 as left,
      extract(epoch from next_at - now())::float8 as until`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a budget that was just written is there')
  return { attempts: row.attempts, secondsLeft: row.left, secondsUntilNext: row.until, isNew: row.is_new }
}

/** Adds attempts to a locked budget (a negative number removes them) and sets the wait before the next attempt. */
export async function addAttempts(db: Database, key: Buffer, attempts: number, waitSeconds = 0): Promise<void> {
  await db
    .updateTable('sign_in_attempts')
    .set({
      attempts: sql`greatest(0, attempts + ${attempts})`,
      next_at: waitSeconds > 0 ? sql<Date>`now() + make_interval(secs => ${waitSeconds})` : null,
    })
    .where('key', '=', key)
    .execute()
}

export async function deleteBudget(db: Database, key: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('key', '=', key).execute()
}

/** Deletes budgets whose window began more than a day ago. It skips locked rows; a later call deletes those. */
export async function deleteOldBudgets(db: Database): Promise<void> {
  await sql`delete from sign_in_attempts where key in (
    select key from sign_in_attempts where window_started_at < now() - interval '1 day' for update skip locked)`.execute(
    db,
  )
}

/** Whether this person has signed in from this network before. */
export async function hasSignedInFrom(db: Database, network: Buffer, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('sign_in_devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select('d.id')
    .where('u.email', '=', email)
    .where('d.network', '=', network)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Counts the people who signed in from a network in the last `lateDays` days. */
export async function recentAccountsAt(db: Database, network: Buffer): Promise<number> {
  const { accounts } = await db
    .selectFrom('sign_in_devices')
    .select((eb) => eb.fn.count<number>('user_id').distinct().as('accounts'))
    .where('network', '=', network)
    .where('used_at', '>', sql<Date>`now() - make_interval(days => ${addressLimit.lateDays})`)
    .executeTakeFirstOrThrow()
  return accounts
}

/** Returns the device with this token, if it has signed in the person with this e-mail; otherwise null. */
export async function findDevice(db: Database, tokenHash: Buffer, email: string): Promise<string | null> {
  const found = await db
    .selectFrom('sign_in_devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select('d.id')
    .where('d.token_hash', '=', tokenHash)
    .where('u.email', '=', email)
    .executeTakeFirst()
  return found?.id ?? null
}

export type Device = { userId: string; tokenHash: Buffer; network: Buffer }

/** Gives a known device a new token. Returns false when the device is no longer known. */
export async function replaceDevice(db: Database, id: string, device: Device): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_devices')
    .set({ token_hash: device.tokenHash, network: device.network, used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('user_id', '=', device.userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores a device. Deletes the person's oldest devices beyond `perPerson`, and those not used for `keptDays` days. */
export async function addDevice(db: Database, { userId, tokenHash, network }: Device): Promise<void> {
  await db.insertInto('sign_in_devices').values({ user_id: userId, token_hash: tokenHash, network }).execute()
  await sql`
    delete from sign_in_devices where id in (
      select id from sign_in_devices where user_id = ${userId} order by used_at desc, id desc offset ${signInDevices.perPerson})
      or (user_id = ${userId} and used_at < now() - make_interval(days => ${signInDevices.keptDays}))
  `.execute(db)
}

/** Trusts the browser with this token for `days` days. */
export async function trustDevice(db: Database, tokenHash: Buffer, days: number): Promise<void> {
  await db
    .updateTable('sign_in_devices')
    .set({ trusted_until: sql<Date>`now() + make_interval(days => ${days})` })
    .where('token_hash', '=', tokenHash)
    .execute()
}

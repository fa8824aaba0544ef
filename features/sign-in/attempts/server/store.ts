// SQL of guesses and of known browsers. It runs before any session exists, in the platform's view, and names what it looks for exactly.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { signInDevices, signInThrottle } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Budget } from './rules.ts'

const { windowMinutes, address } = signInThrottle

/** `home`: of an account at a network where its person has come in before; `told`: what a network heard about an account; `waited`: guesses of an account by those who waited as told. */
export type Kind = 'address' | 'account' | 'pair' | 'home' | 'device' | 'told' | 'waited'

export const keyOf = (kind: Kind, value: string): Buffer => createHash('sha256').update(`${kind}:${value}`).digest()

/**
 * Locks a budget until the transaction ends and answers what it holds; a window that is over begins anew. Parallel guesses follow
 * each other here, so that each is judged with those before it.
 */
export async function lockBudget(db: Database, key: Buffer): Promise<Budget & { isNew: boolean }> {
  const over = sql<boolean>`sign_in_attempts.window_started_at < now() - make_interval(mins => ${windowMinutes})`
  const { rows } = await sql<{ attempts: number; left: number; until: number | null; is_new: boolean }>`
    insert into sign_in_attempts (key, window_started_at, attempts) values (${key}, now(), 0)
    on conflict (key) do update set
      attempts = case when ${over} then 0 else sign_in_attempts.attempts end,
      next_at = case when ${over} then null else sign_in_attempts.next_at end,
      window_started_at = case when ${over} then now() else sign_in_attempts.window_started_at end
    returning attempts, (old.key is null) as is_new,
      extract(epoch from window_started_at + make_interval(mins => ${windowMinutes}) - now())::float8 as left,
      extract(epoch from next_at - now())::float8 as until`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a budget that was just written is there')
  return { attempts: row.attempts, secondsLeft: row.left, secondsUntilNext: row.until, isNew: row.is_new }
}

/** One guess more (or several fewer) of a locked budget, of which the next one waits so long. */
export async function spend(db: Database, key: Buffer, guesses: number, waitSeconds = 0): Promise<void> {
  await db
    .updateTable('sign_in_attempts')
    .set({
      attempts: sql`greatest(0, attempts + ${guesses})`,
      next_at: waitSeconds > 0 ? sql<Date>`now() + make_interval(secs => ${waitSeconds})` : null,
    })
    .where('key', '=', key)
    .execute()
}

/** The right password was no guess. */
export async function forget(db: Database, key: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('key', '=', key).execute()
}

/** What nobody counts any more. Rows that are being counted at this moment are left to the next who looks. */
export async function forgetOld(db: Database): Promise<void> {
  await sql`delete from sign_in_attempts where key in (
    select key from sign_in_attempts where window_started_at < now() - interval '1 day' for update skip locked)`.execute(
    db,
  )
}

/** Whether this person has come in from a network before. */
export async function hasComeFrom(db: Database, network: Buffer, email: string): Promise<boolean> {
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

/** How many people came in from a network lately. */
export async function accountsAt(db: Database, network: Buffer): Promise<number> {
  const { accounts } = await db
    .selectFrom('sign_in_devices')
    .select((eb) => eb.fn.count<number>('user_id').distinct().as('accounts'))
    .where('network', '=', network)
    .where('used_at', '>', sql<Date>`now() - make_interval(days => ${address.lateDays})`)
    .executeTakeFirstOrThrow()
  return accounts
}

/** The browser of this token, when it has signed in the person with this e-mail; null otherwise. */
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

/** A browser that was known has another token from now on; false: it is known no more. */
export async function replaceDevice(db: Database, id: string, device: Device): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_devices')
    .set({ token_hash: device.tokenHash, network: device.network, used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('user_id', '=', device.userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Remembers a browser, and no more of a person's than so many. */
export async function addDevice(db: Database, { userId, tokenHash, network }: Device): Promise<void> {
  await db.insertInto('sign_in_devices').values({ user_id: userId, token_hash: tokenHash, network }).execute()
  await sql`
    delete from sign_in_devices where id in (
      select id from sign_in_devices where user_id = ${userId} order by used_at desc, id desc offset ${signInDevices.perPerson})
      or (user_id = ${userId} and used_at < now() - make_interval(days => ${signInDevices.keptDays}))
  `.execute(db)
}

// SQL for the counts of sign-in attempts and for known devices: the functions of database/functions/sign-in-attempts.sql, with the numbers of
// the catalogue.
import { sql } from 'kysely'
import { signInDevices, signInThrottle } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'

const throttle = JSON.stringify(signInThrottle)
const devices = JSON.stringify(signInDevices)

/** The budget that an attempt was counted in: a known device, a network where this person has signed in before, or neither. */
export type CountedAs = 'device' | 'known-network' | 'stranger'

type Counted = {
  device_id: string | null
  counted_as: CountedAs | null
  wait_seconds: number | null
  of_network: boolean
}

export async function countAttempt(
  db: Database,
  { email, network, deviceToken }: { email: string; network: string; deviceToken: Buffer | null },
): Promise<Counted> {
  // The commit does not wait for the disk. Only a crash of PostgreSQL loses counts, those of less than a second, and no client can cause one.
  const { rows } = await sql<Counted>`
    select c.* from app.count_sign_in_attempt(${email}, ${network}, ${deviceToken}, ${throttle}) c
     where set_config('synchronous_commit', 'off', true) is not null`.execute(db)
  const [row] = rows
  if (!row) throw new Error('app.count_sign_in_attempt() answers one row')
  return row
}

export async function refundAttempts(
  db: Database,
  { email, network, deviceId, as }: { email: string; network: string; deviceId: string | null; as: CountedAs },
): Promise<void> {
  await sql`select app.refund_sign_in_attempts(${email}, ${network}, ${deviceId}, ${as}, ${throttle})`.execute(db)
}

/** Locks the budget of a person's codes of the second factor until the transaction ends, and returns it. */
export async function lockCodes(db: Database, userId: string): Promise<{ attempts: number; seconds_left: number }> {
  const { rows } = await sql<{ attempts: number; seconds_left: number }>`
    select attempts, seconds_left
      from app.lock_attempts(app.attempts_key('second-factor', ${userId}), ${signInThrottle.windowMinutes})`.execute(db)
  const [row] = rows
  if (!row) throw new Error('app.lock_attempts() answers one row')
  return row
}

export async function addCode(db: Database, userId: string): Promise<void> {
  await sql`select app.add_attempts(app.attempts_key('second-factor', ${userId}), 1)`.execute(db)
}

export async function deleteCodes(db: Database, userId: string): Promise<void> {
  await sql`delete from sign_in_attempts where key = app.attempts_key('second-factor', ${userId})`.execute(db)
}

/** The browser of a sign-in: the known one with this id, or a new one. */
export type Device = {
  userId: string
  deviceId: string | null
  tokenHash: Buffer
  network: string
  trustedDays: number | null
}

export async function rememberDevice(db: Database, device: Device): Promise<void> {
  const { userId, deviceId, tokenHash, network, trustedDays } = device
  await sql`select app.remember_sign_in_device(
    ${userId}, ${deviceId}, ${tokenHash}, ${network}, ${trustedDays}, ${devices})`.execute(db)
}

// SQL of second factors. At a sign-in it runs with the platform's view, before a session exists: every statement looks up exact keys. The
// queries of the own account run under the row-level security of the session's person.
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type { RecoveryCodes } from './recovery-codes.ts'

export type StoredPasskey = {
  id: string
  user_id: string
  host: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
}

/** Reads the second factors of a person that are usable at `host`, and what the tenant requires. */
export async function standingOf(
  db: Database,
  {
    userId,
    tenantId,
    host,
    deviceId,
  }: { userId: string; tenantId: string | null; host: string; deviceId: string | null },
) {
  const { rows } = await sql<{
    totp: boolean
    passkeys: boolean
    recovery: boolean
    required: boolean
    may_trust: boolean
    trusted: boolean
  }>`
    select exists (select from two_factors where user_id = ${userId}) as totp,
           exists (select from passkeys where user_id = ${userId} and host = ${host}) as passkeys,
           exists (select from recovery_codes where user_id = ${userId}) as recovery,
           coalesce((select require_two_factor from settings where tenant_id = ${tenantId}), false) as required,
           coalesce((select trust_browsers from settings where tenant_id = ${tenantId}), false) as may_trust,
           exists (select from sign_in_devices
                    where id = ${deviceId} and user_id = ${userId} and trusted_until > now()) as trusted`.execute(db)
  const [found] = rows
  if (!found) throw new Error('a select without a table answers one row')
  return found
}

/** Reads the sealed secret and the salt of a person; undefined without two-factor sign-in. */
export function findFactor(db: Database, userId: string) {
  return db
    .selectFrom('two_factors')
    .select(['secret_sealed', 'recovery_salt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Stores the time step of an accepted code. Returns true once, and only for a later step than the last accepted one. */
export async function useStep(db: Database, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses up a recovery code. Returns true once. */
export async function useRecoveryCode(db: Database, userId: string, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Finds a passkey by its id and host: a passkey that was made at another host is not found. */
export async function findPasskey(
  db: Database,
  credentialId: string,
  host: string,
): Promise<(StoredPasskey & { email: string }) | undefined> {
  const found = await db
    .selectFrom('passkeys as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.user_id', 'p.host', 'p.credential_id', 'p.public_key', 'p.counter', 'p.transports', 'u.email'])
    .where('p.credential_id', '=', credentialId)
    .where('p.host', '=', host)
    // A passkey is not accepted for a person who now signs in with an identity provider.
    .where('u.auth_type', '=', 'password')
    .executeTakeFirst()
  return found && { ...found, counter: Number(found.counter) }
}

/** The passkeys of a person at a host. */
export function passkeysAt(db: Database, userId: string, host: string) {
  return db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .where('host', '=', host)
    .execute()
}

/** Stores the use of a passkey. Returns false when it was removed in the meantime. */
export async function usePasskey(db: Database, id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Locks the person until the session is committed, and reads the password hash and the facts that decide where they may sign in. */
export function lockPerson(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'auth_type', 'password_hash'])
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
}

export type NewFactor = { userId: string; secretSealed: Buffer; step: number; recovery: RecoveryCodes }

/** Turns two-factor sign-in on. Without `replaces` it returns false when it is already on. */
export async function keepFactor(
  db: Database,
  { userId, secretSealed, step, recovery }: NewFactor,
  { replaces }: { replaces: boolean },
): Promise<boolean> {
  const row = { secret_sealed: secretSealed, last_step: step, recovery_salt: recovery.salt }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('two_factors')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) =>
      replaces
        ? conflict.column('user_id').doUpdateSet({ ...row, enabled_at: sql<Date>`now()` })
        : conflict.doNothing(),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await replaceRecoveryCodes(db, userId, recovery)
  return true
}

/** Replaces the recovery codes. Returns false without two-factor sign-in. */
export async function replaceRecoveryCodes(
  db: Database,
  userId: string,
  { salt, hashes }: RecoveryCodes,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ recovery_salt: salt })
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
  return true
}

/** Turns two-factor sign-in off. Returns false when it was off. */
export async function removeFactor(db: Database, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('two_factors').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows === 1n
}

export async function countPasskeys(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Adds a passkey. Returns its id, or undefined when the credential is stored already. */
export async function addPasskey(
  db: Database,
  passkey: Omit<StoredPasskey, 'id'> & { name: string },
): Promise<string | undefined> {
  const added = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** Removes a passkey. Returns its name; undefined when the person has no such passkey. */
export async function removePasskey(db: Database, userId: string, id: string): Promise<string | undefined> {
  const removed = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  return removed?.name
}

/** Whether the tenant of the session requires a second factor; false outside of tenants. */
export async function isRequired(db: Database, tenantId: string | null): Promise<boolean> {
  if (tenantId === null) return false
  const found = await db
    .selectFrom('settings')
    .select('require_two_factor')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return found?.require_two_factor ?? false
}

/** Ends the trust in all browsers of the session's person. */
export async function forgetBrowsers(db: Database): Promise<void> {
  await sql`select app.forget_trusted_browsers()`.execute(db)
}

export type OwnFactor = {
  auth_type: string
  enabled_at: Date | null
  recovery_left: number
  required: boolean
  trusted_browsers: number
  passkeys: { id: string; name: string; host: string; created_at: string; last_used_at: string | null }[]
}

export const ownQuery = (): SessionQuery<OwnFactor> =>
  sql<OwnFactor>`(
    select u.auth_type, f.enabled_at,
           (select count(*)::int from recovery_codes c where c.user_id = u.id) as recovery_left,
           coalesce((select s.require_two_factor from settings s where s.tenant_id = (select app.tenant_id())), false) as required,
           (select app.trusted_browsers()) as trusted_browsers,
           coalesce((select json_agg(json_build_object(
                       'id', p.id, 'name', p.name, 'host', p.host, 'created_at', p.created_at, 'last_used_at', p.last_used_at)
                       order by p.created_at, p.id)
                       from passkeys p where p.user_id = u.id), '[]') as passkeys
      from users u left join two_factors f on f.user_id = u.id
     where u.id = (select app.user_id()))`

/** Locks and reads all sealed secrets until the transaction ends. */
export function lockSealed(db: Database) {
  return db.selectFrom('two_factors').select(['user_id', 'secret_sealed']).orderBy('user_id').forUpdate().execute()
}

export async function replaceSealed(db: Database, userId: string, secretSealed: Buffer): Promise<void> {
  await db.updateTable('two_factors').set({ secret_sealed: secretSealed }).where('user_id', '=', userId).execute()
}

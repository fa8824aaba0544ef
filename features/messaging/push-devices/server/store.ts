import { sql } from 'kysely'
import { pushDevices } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { PushKind } from '../contract.ts'

const isOwn = sql<boolean>`d.tenant_id = (select app.tenant_id()) and d.user_id = (select app.user_id())`

export type OwnPush = {
  devices: { id: string; browser: string | null; created_at: string; used_at: string; session_id: string }[]
  muted: PushKind[]
  quiet_from: string | null
  quiet_to: string | null
  timezone: string | null
}

/** The devices and choices of the session's person; no row: they are no member of the business unit. */
export const ownQuery = () =>
  sql<OwnPush>`(
    select coalesce(c.muted, '{}') as muted, c.quiet_from, c.quiet_to, c.timezone,
           coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'browser', d.browser, 'created_at', d.created_at,
               'used_at', d.used_at, 'session_id', d.session_id) order by d.used_at desc, d.id)
             from push_devices d where ${isOwn}), '[]') as devices
      from memberships m left join push_choices c on c.tenant_id = m.tenant_id and c.user_id = m.user_id
     where m.tenant_id = (select app.tenant_id()) and m.user_id = (select app.user_id()))`

export type NewDevice = {
  sessionId: string
  host: string
  endpoint: string
  p256dh: string
  authSealed: Buffer
  browser: string | null
}

/**
 * Stores the subscription of a browser for the session's person. A browser that another person has used before is theirs no more. Beyond the
 * maximum, the devices that were used least recently are removed.
 */
export async function addDevice(db: Database, device: NewDevice): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into push_devices as d (session_id, host, endpoint, p256dh, auth_sealed, browser)
    values (${device.sessionId}::uuid, ${device.host}, ${device.endpoint}, ${device.p256dh}, ${device.authSealed}, ${device.browser})
    on conflict on constraint push_devices_endpoint_key do update
      set user_id = app.user_id(), session_id = excluded.session_id, host = excluded.host, p256dh = excluded.p256dh,
          auth_sealed = excluded.auth_sealed, browser = excluded.browser, used_at = now()
    returning d.id`.execute(db)
  await sql`
    delete from push_devices d where ${isOwn} and d.id in (
      select o.id from push_devices o where o.tenant_id = (select app.tenant_id()) and o.user_id = (select app.user_id())
       order by o.used_at desc, o.id desc offset ${pushDevices.perPerson})`.execute(db)
  return rows[0]?.id ?? ''
}

/** Binds a device of the session's person to the session. False: it is none of theirs. */
export async function renewDevice(db: Database, endpoint: string, sessionId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update push_devices d set session_id = ${sessionId}::uuid, used_at = now()
     where ${isOwn} and d.endpoint = ${endpoint}`.execute(db)
  return numAffectedRows > 0n
}

/** Removes a device of the session's person. Undefined: it is none of theirs. */
export async function removeOwnDevice(db: Database, id: string): Promise<{ browser: string | null } | undefined> {
  const { rows } = await sql<{ browser: string | null }>`
    delete from push_devices d where ${isOwn} and d.id = ${id}::uuid returning d.browser`.execute(db)
  return rows[0]
}

export type Choices = { muted: PushKind[]; quiet_from: string | null; quiet_to: string | null; timezone: string }

/** Stores the choices of the session's person. False: they are the same as before. */
export async function choose(db: Database, { muted, quiet_from, quiet_to, timezone }: Choices): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into push_choices as c (muted, quiet_from, quiet_to, timezone)
    values (${muted}::text[], ${quiet_from}, ${quiet_to}, ${timezone})
    on conflict on constraint push_choices_pkey do update
      set muted = excluded.muted, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, timezone = excluded.timezone
      where (c.muted, c.quiet_from, c.quiet_to, c.timezone)
        is distinct from (excluded.muted, excluded.quiet_from, excluded.quiet_to, excluded.timezone)`.execute(db)
  return numAffectedRows > 0n
}

export const findKeys = (db: Database) =>
  db.selectFrom('push_keys').select(['public_key', 'private_key_sealed']).executeTakeFirst()

export async function addKeys(db: Database, publicKey: string, privateKeySealed: Buffer): Promise<void> {
  await db
    .insertInto('push_keys')
    .values({ public_key: publicKey, private_key_sealed: privateKeySealed })
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .execute()
}

export type Subscription = { endpoint: string; p256dh: string; auth_sealed: Buffer }

export async function removeDevice(db: Database, tenantId: string, id: string): Promise<void> {
  await db.deleteFrom('push_devices').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

export async function noteUse(db: Database, tenantId: string, id: string): Promise<void> {
  await sql`update push_devices set used_at = now() where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`.execute(
    db,
  )
}

/** The sealed secrets of the installation and of all devices, for key rotation. */
export const lockKeys = (db: Database) => db.selectFrom('push_keys').select('private_key_sealed').forUpdate().execute()

export async function replaceKey(db: Database, sealed: Buffer): Promise<void> {
  await db.updateTable('push_keys').set({ private_key_sealed: sealed }).execute()
}

export const lockDevices = (db: Database) =>
  db.selectFrom('push_devices').select(['tenant_id', 'id', 'auth_sealed']).orderBy('id').forUpdate().execute()

export async function replaceAuth(db: Database, tenantId: string, id: string, sealed: Buffer): Promise<void> {
  await db
    .updateTable('push_devices')
    .set({ auth_sealed: sealed })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

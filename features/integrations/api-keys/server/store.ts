import { sql } from 'kysely'
import { apiKeys, idempotency } from '#catalogue/limits.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { isOpen } from '#platform/server/jobs/closed-units.ts'
import type { TenantId } from '#platform/server/session/actor.ts'

const oldValidUntil = sql<Date | null>`case when k.old_valid_until > now() and k.revoked_at is null then k.old_valid_until end`

const state = sql<'active' | 'expiring' | 'stopped' | 'ownerless' | 'expired' | 'revoked'>`case
  when k.revoked_at is not null then 'revoked'
  when k.expires_at <= now() then 'expired'
  when k.owner_id is null then 'ownerless'
  when not exists (select from app.author_standing(k.owner_id)) then 'stopped'
  when k.expires_at <= now() + make_interval(days => ${sql.lit(Math.max(...apiKeys.warnDays))}) then 'expiring'
  else 'active' end`

export const keysQuery = () =>
  queryBuilder
    .selectFrom('api_keys as k')
    .leftJoin('users as u', 'u.id', 'k.owner_id')
    .select(['k.id', 'k.name', 'u.name as owner', 'k.host', 'k.scopes', 'k.token_hint', 'k.expires_at', 'k.created_at'])
    .select([
      'k.version',
      state.as('state'),
      oldValidUntil.as('old_valid_until'),
      sql<string | null>`k.last_used_on::text`.as('last_used_on'),
      sql<string[]>`k.networks::text[]`.as('networks'),
      sql<boolean>`k.owner_id is not distinct from app.user_id()`.as('own'),
    ])
    .orderBy(sql`k.revoked_at is not null or k.expires_at <= now()`)
    .orderBy(sql`app.plain(k.name)`)
    .orderBy('k.id')
    .limit(apiKeys.perUnit * 5)

export function findForUpdate(db: Database, id: string) {
  return db
    .selectFrom('api_keys as k')
    .select(['k.id', 'k.name', 'k.owner_id', 'k.scopes', 'k.version', 'k.expires_at', 'k.revoked_at'])
    .select([sql<string[]>`k.networks::text[]`.as('networks'), sql<boolean>`k.expires_at <= now()`.as('is_expired')])
    .where('k.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The number of keys that are not revoked, in the business unit and of one person. Additions wait for each other until the commit. */
export async function countKeys(db: Database, tenantId: TenantId, ownerId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`api_keys ${tenantId}`}, 0))`.execute(db)
  return db
    .selectFrom('api_keys')
    .select([
      sql<number>`count(*)::int`.as('ofUnit'),
      sql<number>`(count(*) filter (where owner_id = ${ownerId}))::int`.as('ofOwner'),
    ])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
}

export async function today(db: Database): Promise<string> {
  const { rows } = await sql<{ today: string }>`select app.today()::text as today`.execute(db)
  return rows[0]?.today ?? ''
}

/** The end of a day in the time zone of the business unit. */
const endOf = (day: string) =>
  sql<Date>`(select ((${day}::date + 1)::timestamp at time zone g.timezone) from settings g where g.tenant_id = app.tenant_id())`

type NewKey = {
  name: string
  owner_id: string
  host: string
  scopes: string[]
  networks: string[]
  token_hash: Buffer
  token_hint: string
}

export function add(db: Database, tenantId: TenantId, { networks, ...key }: NewKey, lastDay: string) {
  return db
    .insertInto('api_keys')
    .values({ tenant_id: tenantId, ...key, networks: sql`${networks}::inet[]`, expires_at: endOf(lastDay) })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
}

type Change = { name?: string | undefined; scopes?: string[] | undefined; networks?: string[] | undefined }

/** Updates the key; absent fields stay unchanged. */
export async function update(db: Database, id: string, { networks, ...change }: Change): Promise<void> {
  await db
    .updateTable('api_keys')
    .set((eb) => ({
      ...change,
      ...(networks && { networks: sql`${networks}::inet[]` }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

type NewValue = Pick<NewKey, 'token_hash' | 'token_hint' | 'host'>

/** Replaces the value of a key. The old one stays valid for the overlap, and not longer than it was valid before. */
export function rotate(db: Database, id: string, value: NewValue, lastDay: string) {
  return db
    .updateTable('api_keys')
    .set((eb) => ({
      ...value,
      old_token_hash: eb.ref('token_hash'),
      old_valid_until: sql<Date>`least(expires_at, now() + make_interval(hours => ${apiKeys.overlapHours}))`,
      expires_at: endOf(lastDay),
      warned_days: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
}

export async function revoke(db: Database, id: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set((eb) => ({ revoked_at: sql<Date>`now()`, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Jobs */

/** The keys whose end comes near, or whose owner left, and of which nobody has been told. */
export async function dueKeys(db: Database): Promise<{ id: string; tenant_id: string }[]> {
  return db
    .selectFrom('api_keys as k')
    .select(['k.id', 'k.tenant_id'])
    .where('k.revoked_at', 'is', null)
    .where('k.expires_at', '>', sql<Date>`now()`)
    .where(isOpen('k.tenant_id'))
    .where(sql<boolean>`case when k.owner_id is null then not k.told_ownerless else exists (
      select from unnest(${[...apiKeys.warnDays]}::integer[]) d
       where k.expires_at <= now() + make_interval(days => d) and d < coalesce(k.warned_days, ${10 * apiKeys.days})) end`)
    .limit(1_000)
    .execute()
}

export function lockDue(db: Database, id: string) {
  return db
    .selectFrom('api_keys as k')
    .innerJoin('settings as g', 'g.tenant_id', 'k.tenant_id')
    .select(['k.id', 'k.name', 'k.owner_id', 'k.warned_days', 'k.told_ownerless', 'k.expires_at'])
    .select([
      sql<number>`(extract(epoch from k.expires_at - now()) * 1000)::float8`.as('ms_left'),
      // Days are written alike in all languages.
      sql<string>`to_char((k.expires_at - interval '1 second') at time zone g.timezone, 'DD/MM/YYYY')`.as('last_day'),
    ])
    .where('k.id', '=', id)
    .where('k.revoked_at', 'is', null)
    .forUpdate('k')
    .executeTakeFirst()
}

export async function noteTold(
  db: Database,
  id: string,
  told: { warned_days: number } | { told_ownerless: true },
): Promise<void> {
  await db.updateTable('api_keys').set(told).where('id', '=', id).execute()
}

const forgottenPerStatement = 5_000

/**
 * Deletes the requests that are older than a day, the oldest first, until none is left. Programs can add more in an hour than one statement
 * deletes.
 */
export async function forgetRequests(db: Database): Promise<void> {
  const deleteSome = () =>
    sql`
      delete from api_key_requests where (tenant_id, api_key_id, idempotency_key) in (
        select tenant_id, api_key_id, idempotency_key from api_key_requests
         where created_at < now() - make_interval(hours => ${idempotency.keptHours})
         order by created_at limit ${forgottenPerStatement})`.execute(db)
  while (Number((await deleteSome()).numAffectedRows ?? 0n) === forgottenPerStatement);
}

export async function forgetEnded(db: Database): Promise<void> {
  await sql`
    delete from api_keys
     where least(coalesce(revoked_at, expires_at), expires_at) < now() - make_interval(days => ${apiKeys.keptDays})`.execute(
    db,
  )
}

import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#catalogue/languages.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { listTenants } from '../contract.ts'
import type { ExclusiveFlag, UnitTable } from './rules.ts'

const fieldColumns = [
  'name',
  'subdomain',
  'domain',
  'default_language',
  'default_for_sso',
  'default_for_registration',
  'registration_enabled',
  'allow_adding_reports',
  'restrict_accounts',
  'user_limit',
  'trial_ends',
  'maintenance',
  'hidden_menu',
  'enabled',
] as const

/** The number of active people of a business unit, from an SQL function: row-level security hides the people themselves from staff. */
const counts = sql<{ tenant_id: string; active: number }>`app.active_users()`.as<'c'>('c')
const users = sql<number>`coalesce(c.active, 0)`

/** Whether the business unit lets staff enter, from an SQL function: row-level security hides the settings of a unit from staff. */
const letsIn = sql<boolean>`t.id in (select tenant_id from app.units_to_enter())`

const removal = sql<{ done: number; total: number } | null>`
  case when t.removing_since is not null then jsonb_build_object('done', t.rows_removed, 'total', t.rows_to_remove) end`

const client = sql<{ id: string; name: string } | null>`
  (select jsonb_build_object('id', k.id, 'name', k.name) from clients k where k.id = t.client_id)`

/** The contracts with a user limit, and the people of all of their business units. */
const contracts = sql<{ client_id: string; users: number; user_limit: number }>`(
  select u.client_id, coalesce(sum(a.active), 0)::int as users, k.user_limit
    from clients k join tenants u on u.client_id = k.id left join app.active_users() a on a.tenant_id = u.id
   where k.user_limit is not null group by u.client_id, k.user_limit)`.as<'k'>('k')

const rowQuery = () =>
  queryBuilder
    .selectFrom('tenants as t')
    .innerJoin('partners as p', 'p.id', 't.partner_id')
    .leftJoin(counts, 'c.tenant_id', 't.id')
    .leftJoin(contracts, 'k.client_id', 't.client_id')
    .leftJoin('unit_erasures as e', 'e.unit_id', 't.id')
    .select(['t.id', 't.partner_id', 'p.name as partner', 't.created_at', 't.version', users.as('users')])
    .select(['k.users as client_users', 'k.user_limit as client_user_limit'])
    .select(['t.erase_at', 'e.ordered_by', 'e.ordered_by_name'])
    .select([removal.as('removal'), letsIn.as('lets_in'), client.as('client')])
    .select(fieldColumns.map((column) => `t.${column}` as const))
    .$narrowType<{ default_language: Language }>()

const sorts: Record<InputOf<typeof listTenants>['sort'], RawBuilder<unknown>> = {
  name: plain('t.name'),
  partner: plain('p.name'),
  subdomain: sql`t.subdomain`,
  users: sql`users`,
  user_limit: sql`t.user_limit`,
  created_at: sql`t.created_at`,
}

export function pageQuery({ parceiro_id, enabled, ...options }: InputOf<typeof listTenants>) {
  let query = rowQuery()
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .orderBy(sorts[options.sort], options.order)
    .orderBy('t.id')
    .limit(options.size)
    .offset(offsetOf(options))
  if (parceiro_id) query = query.where('t.partner_id', '=', parceiro_id)
  if (enabled) query = query.where('t.enabled', '=', enabled === 'S')
  if (!options.search) return query
  return query.where((eb) =>
    eb.or(
      [eb.ref('t.name'), eb.ref('t.subdomain'), eb.ref('t.domain'), eb.ref('p.name')].map((column) =>
        contains(sql`coalesce(${column}, '')`, options.search),
      ),
    ),
  )
}

/** Whether the staff of the partner and of the platform may enter the business unit. */
export async function letsStaffIn(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select from app.units_to_enter() where tenant_id = ${id}`.execute(db)
  return rows.length > 0
}

/** Opens or closes the business unit to the staff of the partner and of the platform. Their sessions in a closed one end. */
export async function setStaffEntry(db: Database, id: string, isAllowed: boolean): Promise<void> {
  await sql`select app.set_staff_entry(${id}, ${isAllowed})`.execute(db)
}

export const findQuery = (id: string) => rowQuery().where('t.id', '=', id)

export const partnersQuery = () =>
  queryBuilder.selectFrom('partners').select(['id as value', 'name as label']).orderBy(plain('name'))

export async function partnerOf(db: Database, id: string): Promise<string | undefined> {
  return (await db.selectFrom('tenants').select('partner_id').where('id', '=', id).executeTakeFirst())?.partner_id
}

/** Locks the business unit: concurrent additions of people wait, and then read the new user limit. */
export const findForUpdate = (db: Database, id: string) =>
  db
    .selectFrom('tenants')
    .select(['id', 'partner_id', 'version', 'removing_since', 'erase_at', ...fieldColumns])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Counts the people who count for the user limit. Call it after the row was locked, to include all committed people. */
export async function countUsers(db: Database, id: string): Promise<number> {
  const { rows } = await sql<{ active: number }>`select active from app.active_users() where tenant_id = ${id}`.execute(
    db,
  )
  return rows[0]?.active ?? 0
}

export type TenantFields = {
  name: string
  subdomain: string
  default_language: Language
  default_for_sso: boolean
  default_for_registration: boolean
  registration_enabled: boolean
  allow_adding_reports: boolean
  restrict_accounts: boolean
  user_limit: number
  trial_ends: string | null
  maintenance: boolean
  hidden_menu: string[]
  enabled: boolean
}
export type TenantChange = { [Field in keyof TenantFields]?: TenantFields[Field] | undefined }
export type NewTenant = TenantChange & Pick<TenantFields, 'name' | 'subdomain' | 'user_limit'> & { partner_id: string }

export async function add(db: Database, tenant: NewTenant): Promise<string> {
  const { id } = await db.insertInto('tenants').values(tenant).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Updates a business unit; absent fields stay unchanged. */
export async function update(db: Database, id: string, change: TenantChange): Promise<void> {
  await db
    .updateTable('tenants')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Clears an exclusive flag on all business units of the partner except `but`. */
export async function clearOthers(db: Database, partnerId: string, column: ExclusiveFlag, but: string | null) {
  await db
    .updateTable('tenants')
    .set({ [column]: false })
    .where('partner_id', '=', partnerId)
    .where(column, '=', true)
    .where((eb) => (but === null ? eb.lit(true) : eb('id', '!=', but)))
    .execute()
}

/** The owner of a subdomain. */
export type HostNameOwner = { tenant_id: string } | { partner_id: string }
type NameOwner = { kind: string | null; tenant_id: string | null; partner_id: string | null }

const isOwn = (own: HostNameOwner | null, { kind, tenant_id, partner_id }: NameOwner): boolean =>
  own !== null &&
  ('tenant_id' in own ? tenant_id === own.tenant_id : kind === 'partner' && partner_id === own.partner_id)

/** Whether another owner has the subdomain, including partners that row-level security hides from the session. */
export async function subdomainTaken(db: Database, subdomain: string, own: HostNameOwner | null): Promise<boolean> {
  const found = await sql<NameOwner>`select kind, tenant_id, partner_id from app.find_subdomain(${subdomain})`.execute(
    db,
  )
  return found.rows.some((one) => one.kind !== null && !isOwn(own, one))
}

type Removed = { id: string; name: string; partner_id: string; done: number; total: number }

/** Locks a business unit that is being removed; undefined once it is erased. Call it before `unitTables`, `eraseRows` and `erase`. */
export async function lockRemoved(db: Database, id: string): Promise<Removed | undefined> {
  return db
    .selectFrom('tenants')
    .select(['id', 'name', 'partner_id', 'rows_removed as done', 'rows_to_remove as total'])
    .where('id', '=', id)
    .where('removing_since', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** All tables with a `tenant_id`, their row counts for this business unit, and the tables that they reference; read from the system catalogues. */
export async function unitTables(db: Database, id: string): Promise<UnitTable[]> {
  const { rows: tables } = await sql<Omit<UnitTable, 'rows'>>`
    select c.relname as name, array_remove(array_agg(distinct p.relname::text), null) as parents
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
      left join pg_class p on p.oid = k.confrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     group by 1 order by 1`.execute(db)
  const counted: UnitTable[] = []
  for (const table of tables) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table.name)} where tenant_id = ${id}`.execute(db)
    counted.push({ ...table, rows: rows[0]?.n ?? 0 })
  }
  return counted
}

/** Deletes at most `limit` rows of one table. Returns the number of deleted rows. */
export async function eraseRows(db: Database, id: string, table: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where tenant_id = ${id} limit ${limit}))`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export async function noteProgress(db: Database, id: string, { done, total }: { done: number; total: number }) {
  await db.updateTable('tenants').set({ rows_removed: done, rows_to_remove: total }).where('id', '=', id).execute()
}

/** Deletes the business unit; its foreign keys delete all rows that were added since the erasure began. */
export async function erase(db: Database, id: string): Promise<void> {
  await sql`set constraints all deferred`.execute(db)
  await db.deleteFrom('tenants').where('id', '=', id).execute()
}

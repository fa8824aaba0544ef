import { sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, offsetOf } from '#platform/server/database/list.ts'
import type { listTenants } from '../contract.ts'
import type { Solitary } from './rules.ts'

const fieldColumns = [
  'name', 'subdomain', 'domain', 'default_for_sso', 'default_for_registration', 'registration_enabled', 'allow_adding_reports',
  'restrict_accounts', 'user_limit', 'trial_ends', 'maintenance', 'hidden_menu', 'enabled',
] as const // prettier-ignore

/** Counts of people stand behind each business unit's own wall; this function tells staff the numbers alone. */
const counts = sql<{ tenant_id: string; active: number }>`app.active_users()`.as<'c'>('c')
const users = sql<number>`coalesce(c.active, 0)`

const rowQuery = () =>
  queryBuilder
    .selectFrom('tenants as t')
    .innerJoin('partners as p', 'p.id', 't.partner_id')
    .leftJoin(counts, 'c.tenant_id', 't.id')
    .select(['t.id', 't.partner_id', 'p.name as partner', 't.created_at', 't.version', users.as('users')])
    .select(fieldColumns.map((column) => `t.${column}` as const))

export function pageQuery({ parceiro_id, enabled, ...options }: InputOf<typeof listTenants>) {
  const isComputed = options.sort === 'users' || options.sort === 'partner'
  let query = rowQuery()
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .orderBy(isComputed ? sql.ref(options.sort) : sql.ref(`t.${options.sort}`), options.order)
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

export const findQuery = (id: string) => rowQuery().where('t.id', '=', id)

export const partnersQuery = () =>
  queryBuilder.selectFrom('partners').select(['id as value', 'name as label']).orderBy('name')

export async function partnerOf(db: Database, id: string): Promise<string | undefined> {
  return (await db.selectFrom('tenants').select('partner_id').where('id', '=', id).executeTakeFirst())?.partner_id
}

/** Locked: people who are added meanwhile wait for the new limit. */
export function findForUpdate(db: Database, id: string) {
  return db
    .selectFrom('tenants as t')
    .leftJoin(counts, 'c.tenant_id', 't.id')
    .select(['t.id', 't.partner_id', 't.version', users.as('users')])
    .select(fieldColumns.map((column) => `t.${column}` as const))
    .where('t.id', '=', id)
    .forUpdate('t')
    .executeTakeFirst()
}

export type TenantFields = {
  name: string
  subdomain: string
  domain: string | null
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

/** Absent fields stay as they are. */
export async function update(db: Database, id: string, change: TenantChange): Promise<void> {
  await db
    .updateTable('tenants')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Takes a flag that only one may have from whichever other business unit of the partner has it. */
export async function clearOthers(db: Database, partnerId: string, column: Solitary, but: string | null) {
  await db
    .updateTable('tenants')
    .set({ [column]: false })
    .where('partner_id', '=', partnerId)
    .where(column, '=', true)
    .where((eb) => (but === null ? eb.lit(true) : eb('id', '!=', but)))
    .execute()
}

/** Whom an address leads to. */
export type Addressed = { tenant_id: string } | { partner_id: string }
type Led = { kind: string | null; tenant_id: string | null; partner_id: string | null }

const leadsTo = (own: Addressed | null, { kind, tenant_id, partner_id }: Led): boolean =>
  own !== null &&
  ('tenant_id' in own ? tenant_id === own.tenant_id : kind === 'partner' && partner_id === own.partner_id)

/** Whether the subdomain leads anywhere but to its own: also to a partner, whom the session may not see. */
export async function subdomainTaken(db: Database, subdomain: string, own: Addressed | null): Promise<boolean> {
  const found = await sql<Led>`select kind, tenant_id, partner_id from app.find_subdomain(${subdomain})`.execute(db)
  return found.rows.some((led) => led.kind !== null && !leadsTo(own, led))
}

export async function domainTaken(db: Database, domain: string, own: Addressed | null): Promise<boolean> {
  const found = await sql<Led>`select kind, tenant_id, partner_id from app.find_host(${domain})`.execute(db)
  return found.rows.some((led) => led.kind !== null && !leadsTo(own, led))
}

/** The business unit and, by its foreign keys, every row of it. References among those rows are judged when all are gone. */
export async function remove(db: Database, id: string): Promise<void> {
  await sql`set constraints all deferred`.execute(db)
  await db.deleteFrom('tenants').where('id', '=', id).execute()
}

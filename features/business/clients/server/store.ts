import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#catalogue/languages.ts'
import type { Taxpayer } from '#catalogue/tax-id.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { legalNames } from '#features/business/legal-data/contract.ts'
import type { addClient, listClients } from '../contract.ts'

export type ClientFields = Omit<InputOf<typeof addClient>, 'parceiro_id' | 'units'>
export type ClientChange = { [Field in keyof ClientFields]?: ClientFields[Field] | undefined }

const fieldNames = [
  'name',
  'customer_code',
  ...legalNames,
  'contract_date',
  'seller',
  'trial_period',
  'payment_details',
  'user_limit',
  'price',
  'number_of_bonus',
  'domain_fee',
  'timezone',
  'language',
  'sends_bills',
  'reminds',
  'due_days',
  'due_on_business_day',
  'issue_day',
] as const satisfies readonly (keyof ClientFields)[]

/** Money is read as text, because a number of JavaScript would round it. */
const fieldColumns = sql.join(
  fieldNames.map((name) =>
    name === 'price' || name === 'domain_fee'
      ? sql`${sql.ref(`r.${name}`)}::text as ${sql.ref(name)}`
      : sql.ref(`r.${name}`),
  ),
)

type NamedRecord = { id: string; name: string }
export type ClientRow = ClientFields & {
  id: string
  client_type: Taxpayer
  timezone: string
  language: Language
  sends_bills: boolean
  reminds: boolean
  due_days: number | null
  due_on_business_day: boolean
  issue_day: number | null
  parceiro_id: string
  partner: string
  seller_name: string | null
  people: number
  units: NamedRecord[]
  created_at: Date
  version: number
}

const sellerName = sql`s.name`
const people = sql`coalesce(c.people, 0)`

const rowsOf = sql`
  select r.id, r.partner_id as parceiro_id, p.name as partner, ${sellerName} as seller_name, ${people} as people,
         coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by app.plain(t.name), t.id)
                     from tenants t where t.client_id = r.id), '[]') as units,
         r.created_at, r.version, ${fieldColumns}`
const from = sql`
    from clients r
    join partners p on p.id = r.partner_id
    left join app.platform_staff() s on s.id = r.seller
    left join app.client_people() c on c.client_id = r.id`

const sorts: Record<InputOf<typeof listClients>['sort'], RawBuilder<unknown>> = {
  name: plain('r.name'),
  customer_code: sql`r.customer_code`,
  partner: plain('p.name'),
  seller_name: plain('s.name'),
  contract_date: sql`r.contract_date`,
  trial_period: sql`r.trial_period`,
  people,
  price: sql`r.price`,
  created_at: sql`r.created_at`,
}

const searched = ['r.name', 'r.fantasy_name', 'r.customer_code', 'r.cnpj_cpf', 'r.contact_name', 'r.city'] as const

export function pageQuery(options: InputOf<typeof listClients>): SessionQuery<ClientRow & { total: number }> {
  const { search, parceiro_id, seller, client_type, sort, order, size } = options
  // A tax id is stored without its punctuation.
  const bare = search.replace(/[./-]/g, '')
  const found = searched.map((name) =>
    contains(sql`coalesce(${sql.ref(name)}, '')`, name === 'r.cnpj_cpf' ? bare : search),
  )
  const conditions = [sql`(${sql.join(found, sql` or `)})`]
  if (parceiro_id) conditions.push(sql`r.partner_id = ${parceiro_id}`)
  if (seller) conditions.push(sql`r.seller = ${seller}`)
  if (client_type) conditions.push(sql`r.client_type = ${client_type}`)
  return sql`(${rowsOf}, count(*) over ()::int as total ${from}
    where ${sql.join(conditions, sql` and `)}
    order by ${sorts[sort]} ${sql.raw(order === 'desc' ? 'desc nulls last' : 'asc nulls last')}, r.id
    limit ${size} offset ${offsetOf(options)})`
}

export const findQuery = (id: string): SessionQuery<ClientRow> => sql`(${rowsOf} ${from} where r.id = ${id})`

type Options = { sellers: NamedRecord[]; units: (NamedRecord & { parceiro_id: string; client_id: string | null })[] }

export const optionsQuery = (): SessionQuery<Options> => sql`(
  select coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by app.plain(s.name))
                     from app.platform_staff() s where s.seller), '[]') as sellers,
         coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'parceiro_id', t.partner_id, 'client_id', t.client_id)
                                    order by app.plain(t.name), t.id)
                     from tenants t where t.removing_since is null), '[]') as units)`

export async function partnerExists(db: Database, id: string): Promise<boolean> {
  return (await db.selectFrom('partners').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export async function isSeller(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql<{ seller: boolean }>`select seller from app.platform_staff() where id = ${id}`.execute(db)
  return rows[0]?.seller ?? false
}

/**
 * Serializes changes of one client. Locks its business units before the client, because the check of the user limit takes its locks in the
 * same order. `more`: units that the change adds to the client.
 */
export async function lockWithUnits(db: Database, id: string | null, more: readonly string[]) {
  if (id !== null) await hold(db, `client ${id}`)
  const { rows } = await sql<{
    id: string
    name: string
    partner_id: string
    client_id: string | null
    going: boolean
  }>`
    select id, name, partner_id, client_id, removing_since is not null as going from tenants
     where id = any(${more}::uuid[]) or client_id = ${id}::uuid order by id for update`.execute(db)
  return rows
}

export async function findForUpdate(db: Database, id: string) {
  const { rows } = await sql<ClientFields & { partner_id: string; version: number }>`
    select r.partner_id, r.version, ${fieldColumns} from clients r where r.id = ${id} for update`.execute(db)
  return rows[0]
}

const setting = (fields: ClientChange) =>
  fieldNames.flatMap((name) => (fields[name] === undefined ? [] : [{ name, value: fields[name] }]))

/** The running month in a time zone: the first month whose bill issues itself when a day for it is set. */
const monthIn = (timezone: RawBuilder<unknown>) => sql`date_trunc('month', now() at time zone ${timezone})::date`

export async function add(db: Database, partnerId: string, fields: ClientFields): Promise<string> {
  const set = setting(fields)
  const from = fields.issue_day ? monthIn(sql`${fields.timezone ?? 'America/Sao_Paulo'}`) : sql`null`
  const { rows } = await sql<{ id: string }>`
    insert into clients (partner_id, issues_from, ${sql.join(set.map(({ name }) => sql.ref(name)))})
    values (${partnerId}, ${from}, ${sql.join(set.map(({ value }) => sql`${value}`))}) returning id`.execute(db)
  return rows[0]?.id ?? ''
}

export async function update(db: Database, id: string, change: ClientChange): Promise<void> {
  const set = setting(change).map(({ name, value }) => sql`${sql.ref(name)} = ${value}`)
  if (change.issue_day === null) set.push(sql`issues_from = null`)
  else if (change.issue_day !== undefined) {
    set.push(sql`issues_from = coalesce(issues_from, ${monthIn(sql`timezone`)})`)
  }
  await sql`update clients set ${sql.join([...set, sql`version = version + 1`])} where id = ${id}`.execute(db)
}

/** Replaces the business units of the client. */
export async function setUnits(db: Database, id: string, units: readonly string[]): Promise<void> {
  await sql`update tenants set client_id = null, client_standing = null, version = version + 1
             where client_id = ${id} and id <> all(${units}::uuid[])`.execute(db)
  await sql`update tenants set client_id = c.id, client_standing = c.standing, version = tenants.version + 1
              from clients c
             where c.id = ${id} and tenants.id = any(${units}::uuid[]) and tenants.client_id is distinct from c.id`.execute(
    db,
  )
}

/** Counts the people who count for the user limit. Call it after the units and the client were locked. */
export async function countPeople(db: Database, id: string): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select people from app.client_people() where client_id = ${id}`.execute(db)
  return rows[0]?.people ?? 0
}

export async function remove(db: Database, id: string): Promise<void> {
  await db.deleteFrom('clients').where('id', '=', id).execute()
}

export type Alarm = { name: string; partner_id: string; people: number; user_limit: number }
type RaisedAlarm = { id: string; percent: number; units: string[] }

/** The clients with a limit, their people and the percentage of the limit that they have reached: 0, 80 or 100. */
const levels = sql`
  select c.id, c.user_limit, p.people, case when p.people >= c.user_limit then 100 when p.people * 100 >= c.user_limit * 80 then 80 else 0 end as percent
    from clients c
   cross join lateral (
     select count(*)::int as people from memberships m join tenants t on t.id = m.tenant_id
      where t.client_id = c.id and m.state in ('A', 'B', 'I')) p
   where c.user_limit > 0`

/** Points below its percentage at which an alarm falls, so that one person more or less does not raise it again. */
const pointsBelow = 5

export async function lowerAlarms(db: Database): Promise<void> {
  await sql`update clients c set limit_alarm = coalesce(l.percent, 0)
      from clients o left join (${levels}) l on l.id = o.id
     where c.id = o.id and c.limit_alarm > coalesce(l.percent, 0)
       and (l.id is null or l.people * 100 < l.user_limit * (c.limit_alarm - ${pointsBelow}))`.execute(db)
}

/** Raises alarms, and answers those that rose. */
export async function raiseAlarms(db: Database): Promise<RaisedAlarm[]> {
  const { rows } = await sql<RaisedAlarm>`
    update clients c set limit_alarm = l.percent from (${levels}) l
     where c.id = l.id and c.limit_alarm < l.percent
    returning c.id, l.percent,
              array(select t.id::text from tenants t where t.client_id = c.id order by t.id) as units`.execute(db)
  return rows
}

/** Finds the alarm of a client; with `tenantId` only while the client has that business unit. */
export async function findAlarm(db: Database, id: string, tenantId?: string): Promise<Alarm | undefined> {
  const hasUnit = tenantId
    ? sql`exists (select from tenants t where t.id = ${tenantId} and t.client_id = c.id and t.removing_since is null)`
    : sql`true`
  const { rows } = await sql<Alarm>`
    select c.name, c.partner_id, l.people, c.user_limit from clients c join (${levels}) l on l.id = c.id
     where c.id = ${id} and c.limit_alarm > 0 and ${hasUnit}`.execute(db)
  return rows[0]
}

/** The staff of the platform, and of the partner those who see the billing. */
export const billingStaffOf = (partnerId: string) =>
  sql<{ user_id: string }>`select id as user_id from users
    where staff = 'a2m' or (staff = 'master' and partner_id = ${partnerId} and billing_administrator)`

import { type RawBuilder, sql } from 'kysely'
import { domains } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type { DomainFault, DomainProof, DomainState, listDomains } from '../contract.ts'

export type DomainRow = {
  id: string
  name: string
  parceiro_id: string
  partner: string
  tenant_id: string | null
  unit: string | null
  state: DomainState
  proof: DomainProof | null
  main: boolean
  created_at: Date
  checked_at: Date | null
  fault: DomainFault | null
  token: string
  verified_at: Date | null
  confirmed_by: string | null
  reason: string | null
  next_check_at: Date | null
  version: number
}

const rowsOf = sql`
  select r.id, r.host as name, r.partner_id as parceiro_id, p.name as partner, r.tenant_id, t.name as unit, r.state, r.proof, r.main,
         r.created_at, r.checked_at, r.fault, r.token, r.verified_at, r.confirmed_by, r.reason, r.next_check_at, r.version`
const from = sql`
    from domains r
    join partners p on p.id = r.partner_id
    left join tenants t on t.id = r.tenant_id`

const sorts: Record<InputOf<typeof listDomains>['sort'], RawBuilder<unknown>> = {
  name: sql`r.host`,
  unit: plain('t.name'),
  partner: plain('p.name'),
  state: sql`r.state`,
  checked_at: sql`r.checked_at`,
  created_at: sql`r.created_at`,
}

/** Selects a page of domains. `ascii`: the ASCII form of the search text, when it is a part of an international name. */
export function pageQuery(
  { search, state, tenant_id, parceiro_id, sort, order, ...options }: InputOf<typeof listDomains>,
  ascii: string | null,
): SessionQuery<DomainRow & { total: number }> {
  const searched = [sql`r.host`, sql`coalesce(t.name, p.name)`].map((column) => contains(column, search))
  if (ascii !== null) searched.push(contains(sql`r.host`, ascii))
  const conditions = [sql`(${sql.join(searched, sql` or `)})`]
  if (state) conditions.push(sql`r.state = ${state}`)
  if (tenant_id) conditions.push(sql`r.tenant_id = ${tenant_id}`)
  if (parceiro_id) conditions.push(sql`r.partner_id = ${parceiro_id}`)
  return sql`(${rowsOf}, count(*) over ()::int as total ${from}
    where ${sql.join(conditions, sql` and `)}
    order by ${sorts[sort]} ${sql.raw(order === 'desc' ? 'desc nulls last' : 'asc nulls first')}, r.id
    limit ${options.size} offset ${offsetOf(options)})`
}

export const findQuery = (id: string): SessionQuery<DomainRow> => sql`(${rowsOf} ${from} where r.id = ${id})`

type NamedRecord = { id: string; name: string }

export const optionsQuery = (): SessionQuery<{
  units: (NamedRecord & { parceiro_id: string })[]
  partners: NamedRecord[]
}> => sql`(
  select coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'parceiro_id', t.partner_id)
                                    order by app.plain(t.name), t.id)
                     from tenants t where t.removing_since is null), '[]') as units,
         coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by app.plain(p.name), p.id)
                     from partners p), '[]') as partners)`

/** Checks that a target exists: the partner itself, or a business unit of the partner. Row-level security hides other partners. */
export async function isTarget(db: Database, partnerId: string, tenantId: string | null): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select ${
      tenantId === null
        ? sql`exists (select from partners where id = ${partnerId})`
        : sql`exists (select from tenants where id = ${tenantId} and partner_id = ${partnerId} and removing_since is null)`
    } as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Checks whether a domain with this host is verified, also for another partner, whose domains row-level security hides. */
export async function isTaken(db: Database, host: string): Promise<boolean> {
  const { rows } = await sql<{ kind: string | null }>`select kind from app.find_host(${host})`.execute(db)
  return rows.some(({ kind }) => kind !== null)
}

export async function countOf(db: Database, partnerId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from domains where partner_id = ${partnerId}`.execute(db)
  return rows[0]?.n ?? 0
}

/** The verified domains of other partners, and their main ones first. Runs in platform-wide work. */
export async function hostsOfOthers(db: Database, partnerId: string): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    select host from domains where state = 'verified' and partner_id <> ${partnerId} order by main desc, id limit ${domains.compared}`.execute(
    db,
  )
  return rows.map(({ host }) => host)
}

type NewDomain = { host: string; partner_id: string; tenant_id: string | null; token: string; next_check_at: Date }

export async function add(db: Database, domain: NewDomain): Promise<string> {
  return (await db.insertInto('domains').values(domain).returning('id').executeTakeFirstOrThrow()).id
}

/** Serializes additions to one partner, because the number of its domains is limited. */
export const holdPartner = (db: Database, partnerId: string) => hold(db, `domains of ${partnerId}`)

export type Domain = {
  id: string
  host: string
  partner_id: string
  tenant_id: string | null
  token: string
  state: DomainState
  proof: DomainProof | null
  main: boolean
  fault: DomainFault | null
  next_check_at: Date | null
  created_at: Date
}

const columns = [
  'id',
  'host',
  'partner_id',
  'tenant_id',
  'token',
  'state',
  'proof',
  'main',
  'fault',
  'next_check_at',
  'created_at',
] as const

export const find = (db: Database, id: string): Promise<Domain | undefined> =>
  db.selectFrom('domains').select(columns).where('id', '=', id).$narrowType<Domain>().executeTakeFirst()

/**
 * Locks a domain for a change of its state. First it locks the host, so that partners who prove the same host at once are serialized, and
 * then the target, which has one main domain.
 */
export async function lock(db: Database, id: string): Promise<Domain | undefined> {
  const current = await find(db, id)
  if (!current) return undefined
  await hold(db, `domain ${current.host}`)
  await hold(db, `main domain of ${current.tenant_id ?? current.partner_id}`)
  return db
    .selectFrom('domains')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .$narrowType<Domain>()
    .executeTakeFirst()
}

type Verification = {
  proof: DomainProof
  checkedAt: Date
  nextCheckAt: Date | null
  confirmedBy?: string
  reason?: string
}

/**
 * Stores a domain as verified. It is not the main domain: the TXT record proves the owner, and not that the name leads to the portal, so mails
 * and links must not use it before a person has seen that it does.
 */
export async function verify(db: Database, { id }: Domain, verification: Verification): Promise<void> {
  const { proof, checkedAt, nextCheckAt, confirmedBy = null, reason = null } = verification
  await sql`
    update domains set state = 'verified', proof = ${proof}, verified_at = ${checkedAt}, confirmed_by = ${confirmedBy}, reason = ${reason}, fault = null,
           checked_at = case when ${proof} = 'dns' then ${checkedAt}::timestamptz else checked_at end, next_check_at = ${nextCheckAt}, version = version + 1
     where id = ${id}`.execute(db)
}

type CheckResult = {
  fault: DomainFault | null
  checkedAt: Date
  nextCheckAt: Date | null
  state?: DomainState
  proof?: DomainProof
}

/** Stores the result of a check that does not verify the domain. */
export async function storeCheckResult(
  db: Database,
  id: string,
  { fault, checkedAt, nextCheckAt, state, proof }: CheckResult,
): Promise<void> {
  await db
    .updateTable('domains')
    .set({ fault, checked_at: checkedAt, next_check_at: nextCheckAt, ...(state && { state }), ...(proof && { proof }) })
    .where('id', '=', id)
    .execute()
}

export async function setMain(db: Database, { id, tenant_id, partner_id }: Domain): Promise<void> {
  let others = db
    .updateTable('domains')
    .set({ main: false })
    .where('main', '=', true)
    .where('partner_id', '=', partner_id)
  others = tenant_id === null ? others.where('tenant_id', 'is', null) : others.where('tenant_id', '=', tenant_id)
  await others.execute()
  await db
    .updateTable('domains')
    .set((eb) => ({ main: true, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function remove(db: Database, id: string): Promise<void> {
  await db.deleteFrom('domains').where('id', '=', id).execute()
}

/** Takes the domains whose next check has come. Postpones each by an hour, so that a check that is lost is repeated. */
export async function takeDueDomains(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update domains set next_check_at = ${now}::timestamptz + interval '1 hour'
     where id in (select id from domains where next_check_at <= ${now} order by next_check_at limit ${domains.ofPartner}
                     for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Selects the masters of a partner, who are notified about its domains. For platform-wide work. */
export const mastersOf = (partnerId: string) =>
  sql<{ user_id: string }>`select id as user_id from users where staff = 'master' and partner_id = ${partnerId}`

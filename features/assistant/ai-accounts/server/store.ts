import { sql } from 'kysely'
import { aiCalls } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { hold } from '#platform/server/database/hold.ts'
import { type Database } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, totalOf } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type { AiOutcome, AiProvider, AiPurpose, listAiCalls } from '../contract.ts'

export type Fields = {
  enabled: boolean
  inherits: boolean
  provider: AiProvider
  base_url: string
  model: string
  monthly_budget: number
  daily_budget: number
  sends_rows: boolean
}

export type Stored = Fields & { version: number; key_sealed: Buffer | null }

export const blank: Stored = {
  enabled: false,
  inherits: false,
  provider: 'openai',
  base_url: 'https://api.openai.com/v1',
  model: '',
  monthly_budget: aiCalls.budget.month,
  daily_budget: aiCalls.budget.day,
  sends_rows: false,
  version: 0,
  key_sealed: null,
}

/** The account that belongs to the place of the session: a tenant, a partner, or the platform. */
const isOwn = sql`a.tenant_id is not distinct from (select app.tenant_id())
  and (a.tenant_id is not null or a.partner_id is not distinct from (select app.partner_id()))`

const zone = sql`(select s.timezone from settings s where s.tenant_id = (select app.tenant_id()))`
const monthBegin = sql`(date_trunc('month', app.today()::timestamp) at time zone ${zone})`
const dayBegin = sql`(app.today()::timestamp at time zone ${zone})`
const tokensOf = sql`coalesce(sum(case when c.outcome = 'running' or c.tokens_in is null or c.tokens_out is null
  then c.reserved_tokens else c.tokens_in + c.tokens_out end), 0)::float8`

export type AccountRow = {
  account: Omit<Stored, 'key_sealed'> | null
  key_set: boolean
  offered: { owner: 'partner' | 'platform'; provider: AiProvider; base_url: string; model: string } | null
  used_tokens: number | null
}

export const accountQuery = (): SessionQuery<AccountRow> => sql<AccountRow>`(
  select (select json_build_object('enabled', a.enabled, 'inherits', a.inherits, 'provider', a.provider, 'base_url', a.base_url,
                 'model', a.model, 'monthly_budget', a.monthly_budget, 'daily_budget', a.daily_budget, 'sends_rows', a.sends_rows,
                 'version', a.version) from ai_accounts a where ${isOwn}) as account,
         coalesce((select a.key_sealed is not null from ai_accounts a where ${isOwn}), false) as key_set,
         (select json_build_object('owner', o.owner, 'provider', o.provider, 'base_url', o.base_url, 'model', o.model)
            from app.offered_ai_account() o) as offered,
         case when (select app.tenant_id()) is not null then
           (select ${tokensOf} from ai_calls c where c.created_at >= ${monthBegin}) end as used_tokens)`

export type InForce = {
  provider: AiProvider
  base_url: string
  model: string
  key_sealed: Buffer | null
  monthly_budget: number
  daily_budget: number
  sends_rows: boolean
}

/** The account that the tenant of the session uses; no row: none is switched on. */
export const inForceQuery = (): SessionQuery<InForce> => sql<InForce>`(
  select coalesce(o.provider, a.provider) as provider, coalesce(o.base_url, a.base_url) as base_url, coalesce(o.model, a.model) as model,
         case when a.inherits then o.key_sealed else a.key_sealed end as key_sealed, a.sends_rows,
         least(a.monthly_budget, o.monthly_budget) as monthly_budget, least(a.daily_budget, o.daily_budget) as daily_budget
    from ai_accounts a
    left join lateral (select * from app.offered_ai_account() where a.inherits) o on true
   where a.tenant_id = (select app.tenant_id()) and a.enabled and (not a.inherits or o.owner is not null))`

export async function findInForce(db: Database): Promise<InForce | undefined> {
  const { rows } = await sql<InForce>`select * from ${inForceQuery()} as f`.execute(db)
  return rows[0]
}

export async function findOwn(db: Database): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select a.enabled, a.inherits, a.provider, a.base_url, a.model, a.monthly_budget, a.daily_budget, a.sends_rows, a.version, a.key_sealed
      from ai_accounts a where ${isOwn}`.execute(db)
  return rows[0] ?? blank
}

/** Serializes the changes of one account, also of one that is not stored yet. */
export async function lockOwn(db: Database): Promise<void> {
  await hold(db, `ai account ${await ownerOfSession(db)}`)
}

/** The business unit of the session, or its partner; empty: the platform. */
const ownerOfSession = (db: Database): Promise<string> =>
  sql<{ owner: string }>`select coalesce(app.tenant_id(), app.partner_id())::text as owner`
    .execute(db)
    .then(({ rows }) => rows[0]?.owner ?? '')

export async function keep(db: Database, account: Fields & { key_sealed: Buffer | null }): Promise<void> {
  await db
    .insertInto('ai_accounts')
    .values(account)
    .onConflict((conflict) =>
      conflict
        .constraint('ai_accounts_owner_key')
        .doUpdateSet((eb) => ({ ...account, version: eb('ai_accounts.version', '+', 1) })),
    )
    .execute()
}

export type Usage = { in_month: number; in_day: number; next_month: string; next_day: string }

/** The tokens of the tenant in this month and of the person of the session today. Locks both until the reservation is stored. */
export async function lockUsage(db: Database): Promise<Usage> {
  await hold(db, `ai budget ${await ownerOfSession(db)}`)
  const { rows } = await sql<Usage>`
    select (select ${tokensOf} from ai_calls c where c.created_at >= ${monthBegin}) as in_month,
           (select ${tokensOf} from ai_calls c where c.user_id = app.user_id() and c.created_at >= ${dayBegin}) as in_day,
           (date_trunc('month', app.today()::timestamp) + interval '1 month')::date::text as next_month,
           (app.today() + 1)::text as next_day`.execute(db)
  const [usage] = rows
  if (!usage) throw new Error('the usage of a business unit is one row')
  return usage
}

export type NewCall = {
  purpose: AiPurpose
  subject: string | null
  provider: AiProvider
  host: string
  model: string
  reserved_tokens: number
}

export async function addCall(db: Database, entry: NewCall): Promise<string> {
  const { id } = await db.insertInto('ai_calls').values(entry).returning('id').executeTakeFirstOrThrow()
  return id
}

export type Settled = { outcome: AiOutcome; tokens_in: number | null; tokens_out: number | null; ms: number }

export async function settleCall(db: Database, id: string, settled: Settled): Promise<void> {
  await db.updateTable('ai_calls').set(settled).where('id', '=', id).execute()
}

export type CallRow = {
  id: string
  person: string | null
  purpose: AiPurpose
  subject: string | null
  outcome: AiOutcome | 'running'
  tokens_in: number | null
  tokens_out: number | null
  ms: number | null
  model: string
  host: string
  created_at: Date
}

export const callsQuery = (options: InputOf<typeof listAiCalls>): SessionQuery<CallRow & { total: number }> => {
  const { purpose = null, outcome = null, search } = options
  const matches = sql`
    from ai_calls c
    left join users u on u.id = c.user_id
   where (${purpose}::text is null or c.purpose = ${purpose}) and (${outcome}::text is null or c.outcome = ${outcome})
     and ${contains(sql`coalesce(u.name, '') || ' ' || coalesce(c.subject, '') || ' ' || c.model`, search)}`
  const direction = sql.raw(options.order)
  return sql<CallRow & { total: number }>`(
    select c.id, u.name as person, c.purpose, c.subject, c.outcome, c.tokens_in, c.tokens_out, c.ms, c.model, c.host, c.created_at,
           ${totalOf(sql`select ${matches}`)} as total ${matches}
     order by c.created_at ${direction}, c.id ${direction} limit ${options.size} offset ${offsetOf(options)})`
}

/** Erases calls that are older than `aiCalls.keptDays`. Runs in platform-wide work. */
export async function forgetOldCalls(db: Database): Promise<void> {
  await sql`delete from ai_calls where created_at < now() - make_interval(days => ${aiCalls.keptDays})`.execute(db)
}

/** Locks the sealed keys of all accounts, for platform-wide key rotation. */
export const lockSealed = (db: Database) =>
  db
    .selectFrom('ai_accounts')
    .select(['id', 'key_sealed as sealed'])
    .where('key_sealed', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Stores a key that was sealed again with another secret; the version stays. */
export async function replaceSealed(db: Database, id: string, key_sealed: Buffer): Promise<void> {
  await db.updateTable('ai_accounts').set({ key_sealed }).where('id', '=', id).execute()
}

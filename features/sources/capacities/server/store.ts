import { type RawBuilder, sql } from 'kysely'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import type { Interval } from '#platform/contract/week.ts'
import { hours, ranIn, spanOf, zone } from './queries.ts'
import type { CapacityAction, CapacityCause, CapacityProblem, CapacityState, Price } from '../contract.ts'

/** Computed fields of a capacity `r` (platform/server/resource.ts). */
export const computed = {
  account: sql`(select a.name from embedding_accounts a where a.id = r.account_id)`,
  state: sql`r.state`,
  size: sql`r.size`,
  problem: sql`r.problem`,
  state_since: sql`r.state_since`,
  looked_at: sql`r.looked_at`,
  switch_at: sql`r.switch_at`,
} satisfies Record<string, RawBuilder<unknown>>

/** True while a process holds the lease of the capacity, which it needs to change the capacity. */
const isClaimed = (busyUntil: RawBuilder<unknown>) => sql<boolean>`coalesce(${busyUntil} > now(), false)`

const source = (db: Database) =>
  db
    .selectFrom('capacities as c')
    .innerJoin('embedding_accounts as a', 'a.id', 'c.account_id')
    .leftJoin('settings as t', 't.tenant_id', 'c.tenant_id')
    .select([
      'c.id',
      'c.partner_id',
      'c.tenant_id',
      'c.name',
      'c.size',
      'c.operation',
      'c.inactive_minutes',
      'c.looked_at',
    ])
    .select([sql<CapacityState>`c.state`.as('state'), sql<Interval[]>`c.hours`.as('hours'), zone.as('zone')])
    .select(isClaimed(sql.ref('c.busy_until')).as('is_claimed'))
    .select(['a.kind', 'a.directory_id', 'a.app_id', 'a.secret_sealed'])
    .select(['a.subscription_id', 'a.resource_group', 'a.capacity_name', 'a.capacity_size'])

export type Source = NonNullable<Awaited<ReturnType<typeof findSource>>>

/** A capacity with the address and the credentials of its account. */
export const findSource = (db: Database, id: string) => source(db).where('c.id', '=', id).executeTakeFirst()

/** The account of a capacity that is added: it must have the same owner. */
export function findAccount(db: Database, id: string) {
  return db
    .selectFrom('embedding_accounts')
    .select(['kind', 'subscription_id', 'resource_group', 'capacity_name', 'capacity_size'])
    .where('id', '=', id)
    .where(sql<boolean>`tenant_id is not distinct from app.tenant_id()`)
    .executeTakeFirst()
}

/** The duration after which a running operation counts as lost. */
const longestOperation = sql`interval '30 minutes'`

/** Takes the lease of a capacity for two minutes. Returns false if another process has the lease, or a change still runs at Azure. */
export async function claim(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`
    update capacities c set busy_until = now() + interval '2 minutes'
     where c.id = ${id} and (c.busy_until is null or c.busy_until < now()) and not exists (
       select from capacity_changes x where x.capacity_id = c.id and x.outcome = 'running' and x.at > now() - ${longestOperation})
    returning 1`.execute(db)
  return rows.length === 1
}

export async function release(db: Database, id: string): Promise<void> {
  await db.updateTable('capacities').set({ busy_until: null }).where('id', '=', id).execute()
}

type NewChange = { action: CapacityAction; cause: CapacityCause; userId: string | null; size: string | null }

export async function addChange(db: Database, capacity: Source, { userId, ...change }: NewChange): Promise<string> {
  const { id: capacity_id, partner_id, tenant_id } = capacity
  const { id } = await db
    .insertInto('capacity_changes')
    .values({ capacity_id, partner_id, tenant_id, user_id: userId, ...change })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function endChange(db: Database, id: string, problem: CapacityProblem | null): Promise<void> {
  await db
    .updateTable('capacity_changes')
    .set({ outcome: problem === null ? 'done' : 'failed', problem, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export function runningChange(db: Database, capacityId: string) {
  return db
    .selectFrom('capacity_changes')
    .select(['id', 'size', sql<CapacityAction>`action`.as('action')])
    .select(sql<boolean>`at < now() - ${longestOperation}`.as('is_lost'))
    .where('capacity_id', '=', capacityId)
    .where('outcome', '=', 'running')
    .orderBy('at', 'desc')
    .executeTakeFirst()
}

/** Whether the last start for a reader failed a short while ago. Then other readers do not cause another start. */
export async function failedLately(db: Database, capacityId: string): Promise<boolean> {
  const { rows } = await sql`
    select from capacity_changes x
     where x.capacity_id = ${capacityId} and x.cause = 'reader' and x.outcome = 'failed' and x.at > now() - interval '2 minutes'`.execute(
    db,
  )
  return rows.length > 0
}

export function lockSeen(db: Database, id: string) {
  return db
    .selectFrom('capacities')
    .select(['id', 'partner_id', 'tenant_id', 'size', 'operation', 'looked_at', sql<CapacityState>`state`.as('state')])
    .select(isClaimed(sql.ref('busy_until')).as('is_claimed'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export type LockedCapacity = NonNullable<Awaited<ReturnType<typeof lockSeen>>>

type ObservedState = { state: CapacityState; size?: string }

/** Stores a state, and opens or closes the period that Azure bills. */
export async function noteState(
  db: Database,
  before: LockedCapacity,
  { state, size = before.size ?? '' }: ObservedState,
): Promise<void> {
  const { id, partner_id, tenant_id } = before
  await db
    .updateTable('capacities')
    .set({
      state,
      size,
      problem: null,
      looked_at: sql<Date>`now()`,
      ...(state === before.state ? {} : { state_since: sql<Date>`now()` }),
    })
    .where('id', '=', id)
    .execute()
  const isBilled = state !== 'paused'
  await sql`
    update capacity_periods set ended_at = now()
     where capacity_id = ${id} and ended_at is null and (not ${isBilled}::boolean or size <> ${size})`.execute(db)
  if (isBilled)
    await sql`
      insert into capacity_periods (partner_id, tenant_id, capacity_id, size, started_at)
      select ${partner_id}, ${tenant_id}::uuid, ${id}, ${size}, now()
       where not exists (select from capacity_periods where capacity_id = ${id} and ended_at is null)
      on conflict do nothing`.execute(db)
}

export async function noteProblem(db: Database, id: string, problem: CapacityProblem, pauseMs: number): Promise<void> {
  await sql`
    update capacities set problem = ${problem}, looked_at = now(),
           next_look_at = greatest(next_look_at, now() + ${pauseMs} * interval '1 millisecond')
     where id = ${id}`.execute(db)
}

/** Resets the state of a capacity that gets another account, because its account decides which capacity at Azure it is. */
export async function forgetState(db: Database, id: string): Promise<void> {
  const nothing = { state: 'unknown', size: null, problem: null, looked_at: null, operation: null, busy_until: null }
  await db.updateTable('capacities').set(nothing).where('id', '=', id).execute()
  await sql`update capacity_periods set ended_at = now() where capacity_id = ${id} and ended_at is null`.execute(db)
  await sql`
    update capacity_changes set outcome = 'failed', problem = 'lost', ended_at = now()
     where capacity_id = ${id} and outcome = 'running'`.execute(db)
}

export async function setOperation(db: Database, id: string, operation: string | null): Promise<void> {
  await db.updateTable('capacities').set({ operation }).where('id', '=', id).execute()
}

export async function noteReader(db: Database, id: string): Promise<void> {
  await db
    .updateTable('capacities')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * The last time at which a person read a report of the capacity or waited for one, and at the earliest its start. Only views within its
 * inactive minutes are read, because earlier ones make no difference.
 */
export async function lastUsed(db: Database, id: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select greatest(c.used_at, c.state_since, (
             select max(v.at) from workspaces w
               join reports r on r.tenant_id = w.tenant_id and r.workspace_id = w.id
               join report_views v on v.tenant_id = r.tenant_id and v.report_id = r.id
                and v.at > now() - make_interval(mins => c.inactive_minutes)
              where w.account_id = c.account_id)) as at
      from capacities c where c.id = ${id}`.execute(db)
  return rows[0]?.at ?? null
}

/** Takes the capacities whose check is due. Row locks give each capacity to one process. */
export async function takeDueChecks(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update capacities set next_look_at = now() + update_time * interval '1 second'
     where id in (select id from capacities where next_look_at <= now() order by next_look_at limit 200 for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export type DueSwitch = {
  tenant_id: string | null
  id: string
  is_due: boolean
  switch_at: Date | null
  hours: Interval[]
  zone: string
}

/** Locks the capacities that the schedule starts or pauses now, and those that were planned for another time zone. */
export async function lockSwitches(db: Database, now: Date): Promise<DueSwitch[]> {
  const { rows } = await sql<DueSwitch>`
    select c.tenant_id, c.id, coalesce(c.switch_at <= ${now}, false) as is_due, c.switch_at, c.hours, ${zone} as zone
      from capacities c left join settings t on t.tenant_id = c.tenant_id
     where c.switch_at <= ${now} or (c.hours <> '[]' and c.switch_zone is distinct from ${zone})
     order by c.switch_at limit 500 for update of c skip locked`.execute(db)
  return rows
}

export async function planSwitch(db: Database, id: string, switch_at: Date | null, switch_zone: string): Promise<void> {
  await db.updateTable('capacities').set({ switch_at, switch_zone }).where('id', '=', id).execute()
}

export const changesQuery = (id: string) =>
  queryBuilder
    .selectFrom('capacities as c')
    .leftJoin('capacity_changes as x', 'x.capacity_id', 'c.id')
    .leftJoin('users as u', 'u.id', 'x.user_id')
    .select([
      'x.id',
      'x.action',
      'x.cause',
      'x.size',
      'x.outcome',
      'x.problem',
      'x.at',
      'x.ended_at',
      'u.name as person',
    ])
    .where('c.id', '=', id)
    .orderBy('x.at', 'desc')
    .limit(100)

export type CostRow = {
  currency: string
  prices: Price[]
  size: string | null
  hours: number | null
}

/** The hours of a month by size, in the time zone of the capacity. One row without a size if it did not run. */
export const costsQuery = (id: string, month: string) =>
  sql<CostRow>`(
    select c.currency, c.prices, p.size,
           ${hours}::float8 as hours
      from capacities c
      left join settings t on t.tenant_id = c.tenant_id
     cross join lateral ${spanOf(sql`${`${month}-01`}::date`)} m
      left join capacity_periods p on ${ranIn}
     where c.id = ${id}
     group by c.currency, c.prices, p.size order by p.size)`

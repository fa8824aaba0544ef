import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { isOpen } from '#platform/server/jobs/closed-units.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { workspaceColumns } from '#features/sources/accounts/server/queries.ts'
import { mayOpen, reportColumns } from '#features/reports/access/server/queries.ts'
import type { Weekday } from '#platform/contract/week.ts'
import type { RefreshProblem, RefreshState, listDatasets, refreshCauses } from '../contract.ts'

/** The reports of data set `d` that the person of the session may open. */
const ownReports = sql`reports r where r.workspace_id = d.workspace_id and r.service_dataset_id = d.service_id and ${mayOpen(reportColumns)}`

/** Condition: the data set is visible to the session, which manages reports or may open one of its reports. */
const isVisible = sql<boolean>`exists (select from ${ownReports})`

/** The number of refreshes of data set `d` that count for the limit of the present day of the business unit. */
const used = sql<number>`(
  select count(*)::int from dataset_refreshes u
   where u.tenant_id = d.tenant_id and u.dataset_id = d.id and u.state not in ('waiting', 'refused')
     and u.started_at >= date_trunc('day', now() at time zone t.timezone) at time zone t.timezone)`

/**
 * The data sets that are visible to the session, with the name by which people tell them apart: with its workspace where another one of them
 * has the same name. One that the session may not see counts for nothing, because the name would tell that it exists. One pass over them all.
 * `only`: a condition on data set `d` that keeps or leaves out all of one name.
 */
const named = (only: RawBuilder<boolean> = sql<boolean>`true`) => sql`(
  select d.tenant_id, d.id,
         case when count(*) over (partition by d.tenant_id, d.name) > 1 then d.name || ' (' || w.name || ')' else d.name end as shown_name
    from datasets d join workspaces w on w.tenant_id = d.tenant_id and w.id = d.workspace_id
   where ${only} and ${isVisible})`

const columns = sql`
  d.id, k.shown_name as name, w.name as workspace, d.dedicated, d.enabled, d.next_at, d.version,
  l.state as last_state, l.problem as last_problem, coalesce(l.ended_at, l.started_at) as last_at, ${used} as used,
  coalesce((select json_agg(r.name order by r.sort_name, r.id) from ${ownReports}), '[]') as reports`

/** Visible data sets only, because `visible` has no other. */
const fromNamed = (visible: RawBuilder<unknown>) => sql`
  datasets d
  join ${visible} k on k.tenant_id = d.tenant_id and k.id = d.id
  join workspaces w on w.tenant_id = d.tenant_id and w.id = d.workspace_id
  join settings t on t.tenant_id = d.tenant_id
  left join lateral (select x.state, x.problem, x.started_at, x.ended_at from dataset_refreshes x
    where x.tenant_id = d.tenant_id and x.dataset_id = d.id order by x.started_at desc, x.id desc limit 1) l on true`

export type DatasetListed = {
  id: string
  name: string
  workspace: string
  dedicated: boolean
  enabled: boolean
  next_at: Date | null
  version: number
  last_state: RefreshState | null
  last_problem: RefreshProblem | null
  last_at: Date | null
  used: number
  reports: string[]
}

const sorts: Record<InputOf<typeof listDatasets>['sort'], RawBuilder<unknown>> = {
  name: plain('d.name'),
  last_at: sql`last_at`,
  next_at: sql`d.next_at`,
}

export function pageQuery({
  search,
  state,
  workspace_id,
  report_id,
  ...options
}: InputOf<typeof listDatasets>): SessionQuery<DatasetListed & { total: number }> {
  const conditions = [
    sql`true`,
    ...(search ? [sql`(${contains(sql`d.name`, search)} or ${contains(sql`w.name`, search)})`] : []),
    ...(state ? [sql`l.state = ${state}`] : []),
    ...(report_id ? [sql`exists (select from ${ownReports} and r.id = ${report_id})`] : []),
    ...(workspace_id ? [sql`d.workspace_id = ${workspace_id}`] : []),
  ]
  return sql`(
    select ${columns}, count(*) over ()::int as total from ${fromNamed(named())}
     where ${sql.join(conditions, sql` and `)}
     order by ${sorts[options.sort]} ${sql.raw(options.order)} nulls last, ${plain('d.name')}, d.id
     limit ${options.size} offset ${offsetOf(options)})`
}

type DatasetRead = DatasetListed & {
  days: Weekday[]
  times: string[]
  after_id: string | null
  after: string | null
  owner_id: string | null
  owner: string | null
  timezone: string
}

/** The data set that `a` follows has its name also where the session may not see it. */
export const findQuery = (id: string): SessionQuery<DatasetRead> => {
  const namesakes = sql<boolean>`d.name in (
    select x.name from datasets x left join datasets f on f.tenant_id = x.tenant_id and f.after_id = x.id
     where ${id} in (x.id, f.id))`
  return sql`(
    with visible as ${named(namesakes)}
    select ${columns}, t.timezone, d.days, d.times, d.after_id, coalesce(ka.shown_name, a.name) as after, d.owner_id, p.name as owner
      from ${fromNamed(sql`visible`)}
      left join datasets a on a.tenant_id = d.tenant_id and a.id = d.after_id
      left join visible ka on ka.tenant_id = a.tenant_id and ka.id = a.id
      left join users p on p.id = d.owner_id
     where d.id = ${id})`
}

const choices = 20

export const selectQuery = (search: string): SessionQuery<{ value: string; label: string }> => sql`(
  select d.id as value, k.shown_name as label from datasets d join ${named()} k on k.tenant_id = d.tenant_id and k.id = d.id
   where ${contains(sql`d.name`, search)} order by ${plain('d.name')}, d.id limit ${choices})`

export type PlannedDataset = {
  id: string
  name: string
  enabled: boolean
  days: number[]
  times: string[]
  after_id: string | null
  timezone: string
}

/** Every visible data set with its schedule. */
export const plansQuery = (): SessionQuery<PlannedDataset> => sql`(
  select d.id, k.shown_name as name, d.enabled, d.days, d.times, d.after_id, t.timezone
    from datasets d
    join ${named()} k on k.tenant_id = d.tenant_id and k.id = d.id
    join settings t on t.tenant_id = d.tenant_id order by ${plain('d.name')}, d.id)`

export async function plannedDatasets(db: Database): Promise<PlannedDataset[]> {
  const { rows } = await sql<PlannedDataset>`select * from ${plansQuery()} as p`.execute(db)
  return rows
}

/**
 * The workspace of a data set with the credentials of its account; undefined for a data set that the session may not see. `any`: without
 * the visibility check, for jobs.
 */
export async function findSource(db: Database, id: string, visible: 'visible' | 'any') {
  return db
    .selectFrom('datasets as d')
    .innerJoin('workspaces as w', (join) =>
      join.onRef('w.tenant_id', '=', 'd.tenant_id').onRef('w.id', '=', 'd.workspace_id'),
    )
    .innerJoin('embedding_accounts as a', 'a.id', 'w.account_id')
    .select(['d.tenant_id', 'd.id', 'd.name', 'd.dedicated', 'd.owner_id', 'd.service_id as dataset_service_id'])
    .select(workspaceColumns)
    .where('d.id', '=', id)
    .where(visible === 'any' ? sql<boolean>`true` : isVisible)
    .executeTakeFirst()
}

export type Source = NonNullable<Awaited<ReturnType<typeof findSource>>>

/** Locks the data set, so that its refreshes begin and end one after another, and returns the facts that decide about the next one. */
export async function lockForRefresh(db: Database, id: string) {
  const { rows } = await sql<{
    tenant_id: string
    id: string
    name: string
    dedicated: boolean
    owner_id: string | null
    used: number
    running: boolean
  }>`
    select d.tenant_id, d.id, d.name, d.dedicated, d.owner_id, ${used} as used,
           exists (select from dataset_refreshes x where x.tenant_id = d.tenant_id and x.dataset_id = d.id and x.state = 'running') as running
      from datasets d join settings t on t.tenant_id = d.tenant_id where d.id = ${id} for update of d`.execute(db)
  return rows[0]
}

export type Cause = (typeof refreshCauses)[number]

export async function addRefresh(
  db: Database,
  refresh: { dataset_id: string; cause: Cause; user_id: string | null; state: RefreshState; problem?: RefreshProblem },
): Promise<string> {
  const { id } = await db
    .insertInto('dataset_refreshes')
    .values({ ...refresh, ...(refresh.state === 'refused' && { ended_at: sql<Date>`now()` }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const findRefresh = (db: Database, id: string) =>
  db
    .selectFrom('dataset_refreshes')
    .select(['id', 'dataset_id', 'state', 'cause'])
    .where('id', '=', id)
    .executeTakeFirst()

export async function setState(
  db: Database,
  id: string,
  { state, ...rest }: { state: RefreshState; problem?: RefreshProblem; service_code?: string | null },
): Promise<void> {
  await db
    .updateTable('dataset_refreshes')
    .set({
      state,
      ...rest,
      ...(state === 'running' ? { started_at: sql<Date>`now()` } : { ended_at: sql<Date>`now()` }),
    })
    .where('id', '=', id)
    .execute()
}

/** Refreshes to compare with the service's history: the running ones, and those since `since`, which the service may list. */
export const knownRefreshes = (db: Database, datasetId: string, since: Date) =>
  db
    .selectFrom('dataset_refreshes')
    .select(['id', 'request_id', 'state', 'cause', 'started_at'])
    .where('dataset_id', '=', datasetId)
    .where((eb) => eb.or([eb('state', '=', 'running'), eb('started_at', '>=', since)]))
    .execute()

export type ReadRefresh = {
  id: string | null
  request_id: string
  state: RefreshState
  problem: RefreshProblem | null
  service_code: string | null
  started_at: Date
  ended_at: Date | null
}

/** Stores the service's history in two statements: refreshes that the portal knows, and refreshes that began at the service. */
export async function storeHistory(db: Database, datasetId: string, found: ReadRefresh[]): Promise<void> {
  const asRows = (rows: ReadRefresh[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as f (id uuid, request_id text, state text, problem text, service_code text, started_at timestamptz, ended_at timestamptz)`
  const known = found.filter(({ id }) => id !== null)
  const fresh = found.filter(({ id }) => id === null)
  if (known.length > 0)
    await sql`
      update dataset_refreshes x set request_id = f.request_id, state = f.state, problem = f.problem, service_code = f.service_code,
             ended_at = f.ended_at
        from ${asRows(known)}
       where x.id = f.id and (x.state, x.request_id) is distinct from (f.state, f.request_id)`.execute(db)
  if (fresh.length > 0)
    await sql`
      insert into dataset_refreshes (dataset_id, cause, request_id, state, problem, service_code, started_at, ended_at)
      select ${datasetId}::uuid, 'service', f.request_id, f.state, f.problem, f.service_code, f.started_at, f.ended_at
        from ${asRows(fresh)}
      on conflict on constraint dataset_refreshes_request_key do nothing`.execute(db)
}

export async function noteFacts(
  db: Database,
  id: string,
  facts: { name?: string; dedicated?: boolean; refreshable?: boolean },
) {
  await db
    .updateTable('datasets')
    .set({ ...facts, looked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** The data sets whose refresh starts after that of this data set. */
export const followers = (db: Database, id: string) =>
  db.selectFrom('datasets').select(['id', 'name']).where('after_id', '=', id).execute()

/** Maximum refreshes in the history, as in Power BI. */
const remembered = 60

export async function history(db: Database, datasetId: string) {
  return db
    .selectFrom('dataset_refreshes as x')
    .leftJoin('users as u', 'u.id', 'x.user_id')
    .select([
      'x.id',
      'x.cause',
      'x.state',
      'x.problem',
      'x.service_code',
      'x.started_at',
      'x.ended_at',
      'u.name as person',
    ])
    .where('x.dataset_id', '=', datasetId)
    .orderBy('x.started_at', 'desc')
    .orderBy('x.id', 'desc')
    .limit(remembered)
    .execute()
}

export async function usedToday(db: Database, datasetId: string): Promise<{ used: number; dedicated: boolean }> {
  const { rows } = await sql<{ used: number; dedicated: boolean }>`
    select ${used} as used, d.dedicated from datasets d join settings t on t.tenant_id = d.tenant_id where d.id = ${datasetId}`.execute(
    db,
  )
  return rows[0] ?? { used: 0, dedicated: false }
}

export async function findForUpdate(db: Database, id: string) {
  return db
    .selectFrom('datasets as d')
    .innerJoin('settings as t', 't.tenant_id', 'd.tenant_id')
    .select([
      'd.id',
      'd.name',
      'd.enabled',
      'd.days',
      'd.times',
      'd.after_id',
      'd.owner_id',
      'd.dedicated',
      'd.version',
      't.timezone',
    ])
    .where('d.id', '=', id)
    .forUpdate('d')
    .executeTakeFirst()
}

export type ScheduleChange = {
  enabled?: boolean | undefined
  days?: number[] | undefined
  times?: string[] | undefined
  after_id?: string | null | undefined
  owner_id?: string | null | undefined
  next_at?: Date | null
  planned_zone?: string
}

export async function update(db: Database, id: string, change: ScheduleChange): Promise<void> {
  await db
    .updateTable('datasets')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export type Due = {
  tenant_id: string
  id: string
  is_due: boolean
  enabled: boolean
  days: number[]
  times: string[]
  timezone: string
}

/** Locks the data sets whose time has come, in all business units, and those that were planned for another time zone. */
export async function lockDue(db: Database, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select d.tenant_id, d.id, d.next_at <= ${now} as is_due, d.enabled, d.days, d.times, t.timezone
      from datasets d join settings t on t.tenant_id = d.tenant_id
     where (d.next_at <= ${now} or (d.next_at is not null and d.planned_zone <> t.timezone)) and ${isOpen('d.tenant_id')}
     order by d.next_at limit 500 for update of d skip locked`.execute(db)
  return rows
}

export async function planNextRefresh(
  db: Database,
  { tenant_id, id, timezone }: Due,
  next_at: Date | null,
): Promise<void> {
  await db
    .updateTable('datasets')
    .set({ next_at, planned_zone: timezone })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute()
}

/** New data sets that were never checked, and those with a schedule or an owner that have not been checked for a while. */
export async function datasetsToCheck(db: Database): Promise<{ tenant_id: string; id: string }[]> {
  const { rows } = await sql<{ tenant_id: string; id: string }>`
    select d.tenant_id, d.id from datasets d
     where (d.looked_at is null and d.created_at > now() - interval '1 hour'
            or (d.enabled or d.owner_id is not null or d.after_id is not null)
               and (d.looked_at is null or d.looked_at < now() - interval '50 minutes'))
       and ${isOpen('d.tenant_id')}`.execute(db)
  return rows
}

export async function refusalOf(db: Database, id: string): Promise<string | null> {
  const row = await db.selectFrom('dataset_refreshes').select('problem').where('id', '=', id).executeTakeFirst()
  return row?.problem ?? null
}

/** Adds a refresh that is due, in platform-wide work, which names the business unit explicitly. */
export async function addDue(db: Database, { tenant_id, id }: Pick<Due, 'tenant_id' | 'id'>): Promise<string> {
  const made = await db
    .insertInto('dataset_refreshes')
    .values({ tenant_id, dataset_id: id, cause: 'schedule' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export async function nameOfUnit(db: Database, tenantId: string): Promise<string> {
  const found = await db.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirst()
  return found?.name ?? ''
}

/** The profile of a person in the business unit; empty for a person who is not one of its people. */
export async function profileOf(db: Database, tenantId: string, userId: string): Promise<string> {
  const found = await db
    .selectFrom('memberships')
    .select('profile')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found?.profile ?? ''
}

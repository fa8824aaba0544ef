import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#catalogue/languages.ts'
import { scheduledExports as limits } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { isOpen } from '#platform/server/jobs/closed-units.ts'
import { contains, offsetOf, totalOf } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { grantedGroups, grantedPeople, type GrantTable } from '#features/people/grantees/server/queries.ts'
import { recipientsPage } from '#features/automation/tasks/server/queries.ts'
import type { Schedule } from '#features/automation/triggers/server/queries.ts'
import type {
  ExportInput,
  ExportProblem,
  listExportRecipients,
  listExportRuns,
  RecipientOutcome,
  RunState,
} from '../contract.ts'

export const addressees: GrantTable = { table: 'scheduled_export_addressees', record: 'export_id' }

/** The kind of the files in the storage. */
export const fileKind = 'scheduled_export.file'

const id = sql.ref('r.id')
const last = (column: string) => sql`(
  select ${sql.ref(`x.${column}`)} from scheduled_export_runs x where x.tenant_id = r.tenant_id and x.export_id = r.id
   order by x.created_at desc, x.id desc limit 1)`

/** Computed fields of a scheduled export `r` (platform/server/resource.ts). */
export const computed = {
  report: sql`(select x.name from reports x where x.tenant_id = r.tenant_id and x.id = r.report_id)`,
  owner: sql`(select u.name from users u where u.id = r.owner_id)`,
  people: grantedPeople(addressees, id),
  groups: grantedGroups(addressees, id),
  next_at: sql`r.next_at`,
  last_state: last('state'),
  last_problem: last('problem'),
  last_at: last('created_at'),
}

export const sorts = { last_at: computed.last_at, next_at: sql`coalesce(r.next_at, 'infinity')` }

/** The columns of an export that come from the form. */
export type Fields = Omit<ExportInput, 'user_ids' | 'group_ids'>

export async function add(db: Database, fields: Fields, owner_id: string): Promise<string> {
  const made = await db
    .insertInto('scheduled_exports')
    .values({ ...fields, owner_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export async function update(db: Database, exportId: string, fields: Partial<Fields>, owner_id: string): Promise<void> {
  await db
    .updateTable('scheduled_exports')
    .set((eb) => ({ ...fields, owner_id, version: eb('version', '+', 1) }))
    .where('id', '=', exportId)
    .execute()
}

export const countExports = (db: Database): Promise<number> =>
  db
    .selectFrom('scheduled_exports')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => count)

const fieldColumns = [
  'name',
  'enabled',
  'report_id',
  'format',
  'pages',
  'language',
  'frequency',
  'days',
  'month_days',
  'times',
  'timezone',
] as const

/** Locks the export, so that changes follow each other. */
export async function findForUpdate(db: Database, exportId: string) {
  const found = await db
    .selectFrom('scheduled_exports')
    .select([...fieldColumns, 'version'])
    .select([sql<string | null>`starts_on::text`.as('starts_on'), sql<string | null>`ends_on::text`.as('ends_on')])
    .where('id', '=', exportId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return undefined
  const { version, ...fields } = found
  return { fields: fields as unknown as Fields, version }
}

/** Whether the report exists in this business unit and may be exported; undefined: there is no such report. */
export const allowsExport = (db: Database, reportId: string): Promise<boolean | undefined> =>
  db
    .selectFrom('reports')
    .select('export')
    .where('id', '=', reportId)
    .executeTakeFirst()
    .then((found) => found?.export)

const scheduleColumns = sql`r.enabled, r.frequency, r.days, r.month_days, r.times, r.starts_on::text as starts_on,
  r.ends_on::text as ends_on, coalesce(r.timezone, s.timezone) as zone`

export const findSchedule = (db: Database, exportId: string): Promise<(Schedule & { zone: string }) | undefined> =>
  sql<Schedule & { zone: string }>`
    select ${scheduleColumns} from scheduled_exports r join settings s on s.tenant_id = r.tenant_id
     where r.id = ${exportId}::uuid`
    .execute(db)
    .then(({ rows }) => rows[0])

/** Stores the next run. Works in a business unit and in platform-wide work, because the id is unique. */
export async function storeNextRun(db: Database, exportId: string, zone: string, next_at: Date | null): Promise<void> {
  await db.updateTable('scheduled_exports').set({ next_at, planned_zone: zone }).where('id', '=', exportId).execute()
}

export type DueExport = Schedule & { tenant_id: string; id: string; zone: string; next_at: Date; is_due: boolean }

/** Locks the exports of all business units whose time has come, or whose next run was computed for an earlier time zone of the unit. */
export async function lockDue(db: Database, now: Date): Promise<DueExport[]> {
  const { rows } = await sql<DueExport>`
    select r.tenant_id, r.id, r.next_at, r.next_at <= ${now} as is_due, ${scheduleColumns}
      from scheduled_exports r join settings s on s.tenant_id = r.tenant_id
     where (r.next_at <= ${now} or (r.next_at is not null and r.planned_zone <> coalesce(r.timezone, s.timezone))) and ${isOpen('r.tenant_id')}
     order by r.next_at limit 200 for update of r skip locked`.execute(db)
  return rows
}

type NewRun = { exportId: string; slot: string; planned: Date | null }

/** Stores a run; a run with the same slot is stored once. In platform-wide work the export names the business unit. */
export async function addRun(
  db: Database,
  { exportId, slot, planned }: NewRun,
): Promise<{ tenant_id: string; id: string } | undefined> {
  const { rows } = await sql<{ tenant_id: string; id: string }>`
    insert into scheduled_export_runs (tenant_id, export_id, slot, user_id, planned_at)
    select r.tenant_id, r.id, ${slot}, app.user_id(), ${planned}::timestamptz from scheduled_exports r where r.id = ${exportId}::uuid
    on conflict on constraint scheduled_export_runs_slot_key do nothing returning tenant_id, id`.execute(db)
  return rows[0]
}

/** Notes an instant that was not run in time. In platform-wide work. */
export async function addMissed(db: Database, exportId: string, planned: Date): Promise<void> {
  const run = await addRun(db, { exportId, slot: planned.toISOString(), planned })
  if (run) await endRun(db, run.id, { state: 'failed', problem: 'missed' })
}

export type ExportToRun = {
  run_id: string
  export_id: string
  name: string
  version: number
  report_id: string | null
  format: ExportInput['format']
  pages: string[] | null
  language: Language
  owner_id: string | null
}

/** Locks a waiting run with its export. Undefined: the run has ended, or the export was removed. */
export async function lockWaiting(db: Database, runId: string): Promise<ExportToRun | undefined> {
  const { rows } = await sql<ExportToRun>`
    select x.id as run_id, r.id as export_id, r.name, r.version, r.report_id, r.format, r.pages, r.language, r.owner_id
      from scheduled_export_runs x join scheduled_exports r on r.tenant_id = x.tenant_id and r.id = x.export_id
     where x.id = ${runId}::uuid and x.state = 'waiting' for update of r, x`.execute(db)
  return rows[0]
}

type Standing = { profile: string; staff: string | null; toggles: string[] }

export const standingOf = (db: Database, ownerId: string): Promise<Standing | undefined> =>
  sql<Standing>`select profile, staff, toggles from app.owner_standing(${ownerId}::uuid)`
    .execute(db)
    .then(({ rows }) => rows[0])

export const partnerOf = (db: Database, tenantId: string): Promise<string> =>
  db
    .selectFrom('tenants')
    .select('partner_id')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
    .then(({ partner_id }) => partner_id)

/** Selects the members to whom an export is addressed. */
export const addressedBy = (exportId: string): RawBuilder<{ user_id: string }> => sql<{ user_id: string }>`
  select o.user_id from memberships o
   where o.tenant_id = (select app.tenant_id()) and o.state <> 'D' and (
     exists (select from scheduled_export_addressees a where a.export_id = ${exportId}::uuid and a.user_id = o.user_id)
     or exists (select from scheduled_export_addressees a
                  join user_group_members g on g.tenant_id = a.tenant_id and g.group_id = a.group_id
                 where a.export_id = ${exportId}::uuid and g.user_id = o.user_id))`

export const onePerson = (userId: string): RawBuilder<{ user_id: string }> => sql<{ user_id: string }>`
  select ${userId}::uuid as user_id`

/** Selects those who wait for a file. */
export const waitingFor = (runId: string, key: string): RawBuilder<{ user_id: string }> => sql<{ user_id: string }>`
  select w.user_id from scheduled_export_recipients w
   where w.run_id = ${runId}::uuid and w.content_key = ${key} and w.outcome = 'waiting' and w.user_id is not null`

/** Selects the members who hear of a failed run: its owner, or the administrators if the owner may not change it any more. */
export const caretakersOf = (exportId: string, isOwnerLost: boolean): RawBuilder<{ user_id: string }> => sql<{
  user_id: string
}>`
  select o.user_id from memberships o
   where o.tenant_id = (select app.tenant_id()) and (
     o.user_id = (select r.owner_id from scheduled_exports r where r.id = ${exportId}::uuid)
     or (${isOwnerLost}::boolean and o.profile = 'admin'))`

export type Planned = { user_id: string; content_key: string | null; outcome: RecipientOutcome }

/** Replaces the addressees who are still waiting by these. The others stay as they are, so that nobody gets a file twice. */
export async function planRecipients(db: Database, runId: string, planned: readonly Planned[]): Promise<void> {
  await sql`delete from scheduled_export_recipients where run_id = ${runId}::uuid and outcome = 'waiting'`.execute(db)
  await sql`
    insert into scheduled_export_recipients (run_id, user_id, content_key, outcome)
    select ${runId}::uuid, p.user_id, p.content_key, p.outcome
      from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as p(user_id uuid, content_key text, outcome text)
    on conflict on constraint scheduled_export_recipients_key do nothing`.execute(db)
}

export async function settledIn(db: Database, runId: string): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from scheduled_export_recipients
     where run_id = ${runId}::uuid and outcome <> 'waiting' and user_id is not null`.execute(db)
  return new Set(rows.map(({ user_id }) => user_id))
}

/** The number of files that a run has written. */
export const countFiles = (db: Database, runId: string): Promise<number> =>
  db
    .selectFrom('scheduled_export_files')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow()
    .then(({ count }) => count)

type Settled = { outcome: RecipientOutcome; problem?: ExportProblem; fileId?: string }

/** Stores what became of some of the waiting addressees. */
export async function settle(
  db: Database,
  runId: string,
  userIds: readonly string[],
  { outcome, problem, fileId }: Settled,
): Promise<void> {
  await sql`
    update scheduled_export_recipients
       set outcome = ${outcome}, problem = ${problem ?? null}, file_id = ${fileId ?? null}::uuid,
           told_at = case when ${outcome} = 'told' then now() end
     where run_id = ${runId}::uuid and outcome = 'waiting' and user_id = any(${[...userIds]}::uuid[])`.execute(db)
}

export type StoredFile = { id: string; path: string; name: string; type: string; bytes: number }

/** The file that an earlier attempt or round wrote for this content. */
export const findFile = (db: Database, runId: string, key: string): Promise<StoredFile | undefined> =>
  db
    .selectFrom('scheduled_export_files')
    .select(['id', 'path', 'name', 'media_type as type', 'bytes'])
    .where('run_id', '=', runId)
    .where('content_key', '=', key)
    .where('path', 'is not', null)
    .$narrowType<{ path: string }>()
    .executeTakeFirst()

export async function addFile(
  db: Database,
  run_id: string,
  content_key: string,
  { type: media_type, ...file }: Omit<StoredFile, 'id'>,
): Promise<string> {
  const { id: fileId } = await db
    .insertInto('scheduled_export_files')
    .values({ run_id, content_key, media_type, ...file })
    .returning('id')
    .executeTakeFirstOrThrow()
  return fileId
}

export async function countOutcomes(db: Database, runId: string) {
  const { rows } = await sql<{ outcome: RecipientOutcome; count: number; problem: ExportProblem | null }>`
    select outcome, count(*)::int as count, min(problem) as problem from scheduled_export_recipients
     where run_id = ${runId}::uuid group by outcome`.execute(db)
  return rows
}

/** Ends a waiting run. The addressees who still wait get no file. */
export async function endRun(
  db: Database,
  runId: string,
  { state, problem = null }: { state: RunState; problem?: ExportProblem | null },
): Promise<void> {
  await sql`
    update scheduled_export_recipients set outcome = 'ended' where run_id = ${runId}::uuid and outcome = 'waiting'`.execute(
    db,
  )
  await db
    .updateTable('scheduled_export_runs')
    .set({ state, problem, ended_at: sql<Date>`now()` })
    .where('id', '=', runId)
    .where('state', '=', 'waiting')
    .execute()
}

/** A file of the last week that the person of the session got, with the export that wrote it. */
export async function findDelivered(db: Database, fileId: string) {
  return db
    .selectFrom('scheduled_export_files as f')
    .innerJoin('scheduled_export_recipients as p', 'p.file_id', 'f.id')
    .innerJoin('scheduled_export_runs as x', 'x.id', 'f.run_id')
    .innerJoin('scheduled_exports as r', 'r.id', 'x.export_id')
    .select(['f.path', 'f.name', 'f.media_type as type', 'f.bytes', 'f.content_key', 'f.created_at'])
    .select(['r.report_id', 'r.format', 'r.language', 'r.pages'])
    .where('f.id', '=', fileId)
    .where('p.user_id', '=', sql<string>`app.user_id()`)
    .where('p.outcome', '=', 'told')
    .where('f.path', 'is not', null)
    .where('f.created_at', '>', sql<Date>`now() - make_interval(days => ${limits.keptDays})`)
    .executeTakeFirst()
}

/** The paths of the files of an export, to remove them with it. */
export const pathsOf = (db: Database, exportId: string): Promise<string[]> =>
  db
    .selectFrom('scheduled_export_files as f')
    .innerJoin('scheduled_export_runs as x', 'x.id', 'f.run_id')
    .select('f.path')
    .where('x.export_id', '=', exportId)
    .where('f.path', 'is not', null)
    .$narrowType<{ path: string }>()
    .execute()
    .then((rows) => rows.map(({ path }) => path))

/** Erases files after a week. Runs in platform-wide work. features/operations/retention deletes runs. */
export async function forgetOld(db: Database): Promise<void> {
  await sql`delete from files f using scheduled_export_files x
    where x.path = f.path and x.created_at < now() - make_interval(days => ${limits.keptDays})`.execute(db)
}

type RunRow = {
  id: string
  starter: string | null
  state: RunState
  problem: ExportProblem | null
  planned_at: Date | null
  created_at: Date
  ended_at: Date | null
  files: number
  outcomes: { outcome: RecipientOutcome; count: number }[]
}

const runColumns = sql`x.id, u.name as starter, x.state, x.problem, x.planned_at, x.created_at, x.ended_at,
  (select count(*)::int from scheduled_export_files f where f.tenant_id = x.tenant_id and f.run_id = x.id) as files, coalesce((
    select json_agg(json_build_object('outcome', o.outcome, 'count', o.count) order by o.count desc, o.outcome)
      from (select p.outcome, count(*)::int as count from scheduled_export_recipients p
             where p.tenant_id = x.tenant_id and p.run_id = x.id group by p.outcome) o), '[]') as outcomes`

export const runsQuery = (options: InputOf<typeof listExportRuns>): SessionQuery<RunRow & { total: number }> => {
  const matches = sql`
    from scheduled_export_runs x left join users u on u.id = x.user_id
   where x.export_id = ${options.export_id} and ${contains(sql`coalesce(u.name, '')`, options.search)}`
  const direction = sql.raw(options.order)
  return sql<RunRow & { total: number }>`(
    select ${runColumns}, ${totalOf(sql`select ${matches}`)} as total ${matches}
     order by x.created_at ${direction}, x.id ${direction} limit ${options.size} offset ${offsetOf(options)})`
}

export const runQuery = (runId: string): SessionQuery<RunRow & { export_id: string; export: string }> =>
  sql<RunRow & { export_id: string; export: string }>`(
    select ${runColumns}, r.id as export_id, r.name as export
      from scheduled_export_runs x left join users u on u.id = x.user_id
      join scheduled_exports r on r.tenant_id = x.tenant_id and r.id = x.export_id where x.id = ${runId})`

export const recipientsQuery = (options: InputOf<typeof listExportRecipients>) =>
  recipientsPage<RecipientOutcome, ExportProblem, { bytes: number | null }>(
    {
      from: sql`scheduled_export_recipients p
    left join scheduled_export_files f on f.tenant_id = p.tenant_id and f.id = p.file_id`,
      columns: sql`f.bytes`,
    },
    options,
  )

import { type RawBuilder, sql } from 'kysely'
import { type Language, languageOf } from '#catalogue/languages.ts'
import type { InputOf } from '#platform/contract/call.ts'
import type { FieldFault } from '#platform/contract/failure.ts'
import type { AuditActor } from '#platform/server/audit.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, offsetOf } from '#platform/server/database/list.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { userImports } from '#catalogue/limits.ts'
import type { CsvForm, SheetRow } from '#platform/server/sheet-files/sheet-row.ts'
import type {
  countImportCells,
  ExistingChoice,
  importProblems,
  ImportState,
  listImportRows,
  MatchField,
  PlanKind,
  RowState,
} from '../contract.ts'
import type { Change, Choice, Plan } from './rules.ts'

export type StoredRow = {
  number: number
  cells: string[]
  faults: Record<string, FieldFault>
  plan: Plan | null
  state: RowState
}

export type NewImport = {
  name: string
  userId: string
  language: Language
  headings: readonly string[]
  columns: readonly string[]
  /** The line of the headings; 0: none. */
  headingLine: number
  /** The first rows of the file, for the choice of another line. */
  top: readonly SheetRow[]
  rows: readonly SheetRow[]
  /** The file, and how it was read; null: a workbook. */
  csv: { file: Buffer; form: CsvForm } | null
}

export async function add(
  db: Database,
  { rows, userId, csv, headingLine, top, ...fields }: NewImport,
): Promise<string> {
  const { id } = await db
    .insertInto('user_imports')
    .values({
      ...fields,
      headings: [...fields.headings],
      columns: [...fields.columns],
      user_id: userId,
      heading_line: headingLine,
      top_rows: JSON.stringify(top),
      file: csv?.file ?? null,
      encoding: csv?.form.encoding ?? null,
      delimiter: csv?.form.delimiter ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addRows(db, id, rows)
  return id
}

async function addRows(db: Database, id: string, rows: NewImport['rows']): Promise<void> {
  for (const some of chunksOf(rows)) {
    await sql`
      insert into user_import_rows (import_id, number, cells)
      select ${id}::uuid, r.number, array(select jsonb_array_elements_text(r.cells))
        from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as r (number integer, cells jsonb)`.execute(db)
  }
}

/** Replaces all rows by those that another reading of the file gave. */
export async function replaceRows(
  db: Database,
  id: string,
  {
    headings,
    columns,
    rows,
    headingLine,
    top,
    form,
  }: Omit<NewImport, 'name' | 'userId' | 'language' | 'csv'> & { form: CsvForm },
): Promise<void> {
  await db.deleteFrom('user_import_rows').where('import_id', '=', id).execute()
  await db
    .updateTable('user_imports')
    .set({
      headings: [...headings],
      columns: [...columns],
      heading_line: headingLine,
      top_rows: JSON.stringify(top),
      ...form,
      changed_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
  await addRows(db, id, rows)
}

export async function topRowsOf(db: Database, id: string): Promise<SheetRow[] | null> {
  const found = await db
    .selectFrom('user_imports')
    .select(sql<SheetRow[] | null>`top_rows`.as('rows'))
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.rows ?? null
}

/** Replaces the first rows of the file by those of them that are people. */
export async function replaceTopRows(
  db: Database,
  id: string,
  top: readonly SheetRow[],
  rows: readonly SheetRow[],
): Promise<void> {
  await db
    .deleteFrom('user_import_rows')
    .where('import_id', '=', id)
    .where('number', '<=', top.at(-1)?.number ?? 0)
    .execute()
  await addRows(db, id, rows)
}

/** Returns the number of cells of the widest row. */
export async function widthOf(db: Database, id: string): Promise<number> {
  const { rows } = await sql<{ width: number }>`
    select coalesce(max(cardinality(cells)), 0) as width from user_import_rows where import_id = ${id}::uuid`.execute(
    db,
  )
  return rows[0]?.width ?? 0
}

export async function setHeading(
  db: Database,
  id: string,
  { line, headings, columns }: { line: number; headings: readonly string[]; columns: readonly string[] },
): Promise<void> {
  await db
    .updateTable('user_imports')
    .set({ heading_line: line, headings: [...headings], columns: [...columns], changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export const fileOf = (db: Database, id: string) =>
  db.selectFrom('user_imports').select(['state', 'file']).where('id', '=', id).executeTakeFirst()

/** The targets that people of the unit chose last for these headings. */
export async function chosenTargets(db: Database, headings: readonly string[]): Promise<Map<string, string>> {
  const found = await db
    .selectFrom('user_import_mappings')
    .select(['heading', 'target'])
    .where('heading', '=', sql<string>`any(${[...headings]}::text[])`)
    .execute()
  return new Map(found.map(({ heading, target }) => [heading, target]))
}

/** Remembers the chosen targets for the next file, and forgets those that were not used for the longest time. */
export async function rememberTargets(db: Database, chosen: ReadonlyMap<string, string>): Promise<void> {
  const sent = JSON.stringify([...chosen].map(([heading, target]) => ({ heading, target })))
  await sql`
    insert into user_import_mappings (heading, target)
    select r.heading, r.target from jsonb_to_recordset(${sent}::jsonb) as r (heading text, target text) order by r.heading
        on conflict (tenant_id, heading) do update set target = excluded.target, used_at = now()`.execute(db)
  await sql`
    delete from user_import_mappings where heading in (
      select heading from user_import_mappings order by used_at desc, heading offset ${userImports.mappings}::integer)`.execute(
    db,
  )
}

/** Counts the files that a person sent in the last hour. A lock on the person serializes uploads. */
export async function filesOfLastHour(db: Database, userId: string): Promise<number> {
  const { files } = await db
    .selectFrom('user_imports')
    .select(({ fn }) => fn.countAll<number>().as('files'))
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return files
}

type Counts = Record<'pending' | 'faulty' | 'failed' | 'kept' | PlanKind, number>

const remainingUsersOf = (tenantId: RawBuilder<unknown>) => sql`(
  select t.user_limit - (select count(*)::int from memberships m where m.tenant_id = t.id and m.state in ('A', 'B', 'I'))
    from tenants t where t.id = ${tenantId})`

const conditions = {
  valid: sql<boolean>`r.state = 'pending' and r.faults = '{}'`,
  faulty: sql<boolean>`r.state = 'pending' and r.faults <> '{}'`,
  all: sql<boolean>`r.state = 'pending'`,
  new: sql<boolean>`r.state = 'pending' and r.plan ->> 'kind' = 'new'`,
  change: sql<boolean>`r.state = 'pending' and r.plan ->> 'kind' = 'change'`,
  same: sql<boolean>`r.state = 'pending' and r.plan ->> 'kind' = 'same'`,
  failed: sql<boolean>`r.state = 'failed'`,
  kept: sql<boolean>`r.state = 'success' and r.faults <> '{}'`,
  every: sql<boolean>`true`,
}

export const findQuery = (id: string) =>
  queryBuilder
    .selectFrom('user_imports as i')
    .select(['i.id', 'i.name', 'i.headings', 'i.columns', 'i.invited', 'i.succeeded', 'i.created_at', 'i.invite_at'])
    .select(['i.changed', 'i.same', 'i.removed', 'i.undone'])
    .select([
      sql<ImportState>`i.state`.as('state'),
      sql<CsvForm | null>`case when i.file is not null
        then json_build_object('encoding', i.encoding, 'delimiter', i.delimiter) end`.as('reading'),
      sql<{ line: number; rows: SheetRow[] } | null>`case when i.top_rows is not null
        then json_build_object('line', i.heading_line, 'rows', i.top_rows) end`.as('heading'),
      sql<ExistingChoice>`i.existing`.as('existing'),
      sql<MatchField>`i.matched_by`.as('matched_by'),
      sql<(typeof importProblems)[number] | null>`i.problem`.as('problem'),
      sql<Counts>`(
        select json_build_object(
          'pending', count(*) filter (where r.state = 'pending'),
          'faulty', count(*) filter (where ${conditions.faulty}),
          'failed', count(*) filter (where ${conditions.failed}),
          'kept', count(*) filter (where ${conditions.kept}),
          'new', count(*) filter (where i.state <> 'mapping' and ${conditions.new}),
          'change', count(*) filter (where ${conditions.change}),
          'same', count(*) filter (where ${conditions.same}))
          from user_import_rows r where r.import_id = i.id)`.as('counts'),
      sql<{ field: string; count: number }[]>`(
        select coalesce(json_agg(json_build_object('field', x.field, 'count', x.rows) order by x.rows desc, x.field), '[]')
          from (select f.field, count(*) as rows
                  from user_import_rows r cross join lateral jsonb_object_keys(r.plan -> 'changes') f (field)
                 where r.import_id = i.id and ${conditions.change} group by f.field) x)`.as('fields'),
      sql<Date | null>`case
        when i.state in ('done', 'cancelled') and i.succeeded + i.changed > 0
         and i.started_at > now() - make_interval(days => ${userImports.undoDays}::integer)
        then i.started_at + make_interval(days => ${userImports.undoDays}::integer) end`.as('undo_until'),
      sql<string[][]>`coalesce((
        select json_agg(x.cells order by x.number)
          from (select r.number, r.cells from user_import_rows r where r.import_id = i.id and r.state <> 'success'
                 order by r.number limit 3) x), '[]')`.as('sample'),
    ])
    .select(sql<number>`greatest(${remainingUsersOf(sql`i.tenant_id`)}, 0)`.as('places'))
    .where('i.id', '=', id)

export const openQuery = () =>
  queryBuilder
    .selectFrom('user_imports as i')
    .select(['i.id', 'i.name', 'i.created_at', sql<ImportState>`i.state`.as('state')])
    .where('i.state', 'in', ['mapping', 'review', 'running', 'paused', 'undoing'])
    .orderBy('i.created_at', 'desc')
    .limit(20)

type RowQuery = InputOf<typeof listImportRows>

const rowsOf = ({ id, show, search, order, ...page }: RowQuery) => {
  const found = sql<boolean>`r.import_id = ${id}::uuid and ${conditions[show]}
    and (${search} = '' or ${contains(sql`array_to_string(r.cells, ' ')`, search)})`
  return sql`select r.number, r.cells, r.faults, r.state, r.plan, r.effect, u.name as person, u.email, (count(*) over ())::int as total
    from user_import_rows r left join users u on u.id = r.user_id
    where ${found} order by r.number ${order === 'desc' ? sql`desc` : sql`asc`} limit ${page.size} offset ${offsetOf(page)}`
}

export type RowListed = StoredRow & {
  effect: 'added' | 'changed' | null
  person: string | null
  email: string | null
}

/**
 * The query for the rows of an import. If the import exists and has no such rows, it returns one row without a number; if there is no such
 * import, no row.
 */
export const rowsQuery = (query: RowQuery) =>
  sql<Partial<RowListed> & { total: number | null }>`(
    select x.* from user_imports i left join lateral (${rowsOf(query)}) x on true where i.id = ${query.id}::uuid order by x.number)`

export const rowsOfFile = (query: RowQuery) => sql<RowListed>`(${rowsOf(query)})`

export const headingsOf = (db: Database, id: string) =>
  db.selectFrom('user_imports').select(['headings', 'columns']).where('id', '=', id).executeTakeFirst()

export type StoredImport = {
  id: string
  name: string
  state: ImportState
  headings: string[]
  columns: string[]
  language: Language
  starter: AuditActor | null
  undoer: AuditActor | null
  existing: ExistingChoice
  matchedBy: MatchField
  /** Whether the time in which it can be taken back has not ended. */
  mayBeUndone: boolean
  /** Whether the CSV file is still stored. */
  hasFile: boolean
  /** When the invitations of the added people go out; null: at once. */
  inviteAt: Date | null
}

/** Locks the import, so that its steps and the batches of its job are serialized. */
export async function findForUpdate(db: Database, id: string): Promise<StoredImport | undefined> {
  const found = await db
    .selectFrom('user_imports')
    .select([
      'id',
      'name',
      'headings',
      'columns',
      'language',
      'existing',
      'matched_by as matchedBy',
      'invite_at as inviteAt',
    ])
    .select([
      sql<ImportState>`state`.as('state'),
      sql<AuditActor | null>`starter`.as('starter'),
      sql<AuditActor | null>`undoer`.as('undoer'),
      sql<boolean>`coalesce(started_at > now() - make_interval(days => ${userImports.undoDays}::integer)
        and succeeded + changed > 0, false)`.as('mayBeUndone'),
      sql<boolean>`file is not null`.as('hasFile'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .$narrowType<{ existing: ExistingChoice; matchedBy: MatchField }>()
    .executeTakeFirst()
  return found && { ...found, language: languageOf(found.language) }
}

export async function setInviteAt(db: Database, id: string, at: Date | null): Promise<void> {
  await db.updateTable('user_imports').set({ invite_at: at }).where('id', '=', id).execute()
}

export async function setState(
  db: Database,
  id: string,
  state: ImportState,
  problem: (typeof importProblems)[number] | null = null,
): Promise<void> {
  await db
    .updateTable('user_imports')
    .set({ state, problem, changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export async function setColumns(
  db: Database,
  id: string,
  { columns, existing, matchedBy }: Choice & { columns: readonly string[] },
): Promise<void> {
  await db
    .updateTable('user_imports')
    .set({
      columns: [...columns],
      existing,
      matched_by: matchedBy,
      state: 'review',
      file: null,
      top_rows: null,
      changed_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

export async function begin(db: Database, id: string, auditActor: AuditActor): Promise<void> {
  await db
    .updateTable('user_imports')
    .set({
      state: 'running',
      problem: null,
      starter: JSON.stringify(auditActor),
      started_at: sql<Date>`coalesce(started_at, now())`,
      changed_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

export async function beginUndo(db: Database, id: string, auditActor: AuditActor): Promise<void> {
  await db
    .updateTable('user_imports')
    .set({ state: 'undoing', problem: null, undoer: JSON.stringify(auditActor), changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Rows of one statement. The rows of a file have megabytes of text. Reading or writing them all in one statement would keep the main thread
 * busy without a pause.
 */
const rowsAtOnce = 500

/** Returns the first pending rows after a row in the order of the file, including rows with a fault. */
export async function pendingRows(
  db: Database,
  id: string,
  { after = 0, max = rowsAtOnce }: { after?: number; max?: number } = {},
): Promise<StoredRow[]> {
  const rows = await db
    .selectFrom('user_import_rows')
    .select(['number', 'cells', 'faults', 'state', 'plan'])
    .where('import_id', '=', id)
    .where('state', '=', 'pending')
    .where('number', '>', after)
    .orderBy('number')
    .limit(max)
    .execute()
  return rows as StoredRow[]
}

/** Counts the pending rows, and those of them without a fault. */
export async function countPending(db: Database, id: string): Promise<{ all: number; valid: number }> {
  const { rows } = await sql<{ all: number; valid: number }>`
    select count(*)::int as "all", (count(*) filter (where faults = '{}'))::int as valid
      from user_import_rows where import_id = ${id}::uuid and state = 'pending'`.execute(db)
  return rows[0] ?? { all: 0, valid: 0 }
}

type Judged = { number: number; faults: object; plan: Plan | null }

/** Stores the faults of rows, and what they will do. */
export async function setFaults(
  db: Database,
  id: string,
  rows: readonly Judged[],
  state: RowState = 'pending',
): Promise<void> {
  for (const some of chunksOf(rows)) {
    const sent = JSON.stringify(some.map(({ number, faults, plan }) => ({ number, faults, plan })))
    await sql`
      update user_import_rows x set faults = r.faults, plan = nullif(r.plan, 'null'), state = ${state}
        from jsonb_to_recordset(${sent}::jsonb) as r (number integer, faults jsonb, plan jsonb)
       where x.import_id = ${id} and x.number = r.number`.execute(db)
  }
}

const chunksOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / rowsAtOnce) }, (_, at) =>
    items.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  )

export type Effect = { number: number; userId: string; before?: object; after?: object }

/**
 * Marks rows as imported whose people were just added, and deletes their cells: number and person stay. A new membership has the version 1.
 */
export async function setAdded(
  db: Database,
  id: string,
  rows: readonly Pick<Effect, 'number' | 'userId'>[],
  invited: number,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update user_import_rows x
       set state = 'success', cells = '{}', plan = null, effect = 'added', user_id = r.user_id, version = 1
      from unnest(${rows.map(({ number }) => number)}::integer[], ${rows.map(({ userId }) => userId)}::uuid[]) as r (number, user_id)
     where x.import_id = ${id} and x.number = r.number`.execute(db)
  await count(db, id, { succeeded: rows.length, invited })
}

/**
 * Marks rows as imported whose people were changed, and deletes their cells: number and person stay, with the fields that the row changed. The
 * version of the membership shows later whether somebody changed the person since.
 */
export async function setChanged(db: Database, id: string, rows: readonly Effect[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update user_import_rows x
       set state = 'success', cells = '{}', faults = '{}', plan = null, effect = 'changed', user_id = m.user_id, version = m.version,
           before = r.before, after = r.after
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (number integer, "userId" uuid, before jsonb, after jsonb)
      join memberships m on m.user_id = r."userId"
     where x.import_id = ${id} and x.number = r.number`.execute(db)
  await count(db, id, { changed: rows.length })
}

const counted = ['succeeded', 'invited', 'changed', 'same', 'undone'] as const

/** Adds to counts of the import. */
async function count(
  db: Database,
  id: string,
  added: { [Column in (typeof counted)[number]]?: number },
): Promise<void> {
  await db
    .updateTable('user_imports')
    .set((eb) => ({
      ...Object.fromEntries(counted.map((column) => [column, eb(column, '+', added[column] ?? 0)])),
      changed_at: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .execute()
}

/** Marks rows that changed nothing and deletes their cells. */
export async function setSame(db: Database, id: string, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return
  await db
    .updateTable('user_import_rows')
    .set({ state: 'same', cells: sql<string[]>`'{}'::text[]`, faults: '{}', plan: null })
    .where('import_id', '=', id)
    .where('number', '=', sql<number>`any(${[...numbers]}::integer[])`)
    .execute()
  await count(db, id, { same: numbers.length })
}

export type Undoable = {
  number: number
  userId: string
  effect: 'added' | 'changed'
  before: Change | null
  after: Change | null
  /** The present version of the person. */
  version: number
  /** Whether the version is another than after the import. */
  isChanged: boolean
  /** Whether the person signed in, or set a password. */
  isUsed: boolean
  /** Whether the audit trail has a later entry about the person, or one of the person. */
  isNoted: boolean
}

/**
 * The next imported rows that nobody tried to take back, with what happened to their people since. It locks the people in one order.
 */
export async function undoableRows(db: Database, id: string, max: number): Promise<Undoable[]> {
  const { rows } = await sql<Undoable>`
    select r.number, r.user_id as "userId", r.effect, r.before, r.after, m.version, m.version <> r.version as "isChanged",
           m.last_sign_in_at is not null or u.password_hash is not null as "isUsed",
           r.effect = 'added' and exists (
             select from audit_entries a
              where a.target_type = 'user' and a.target_id = r.user_id::text and a.event not in ('user.added', 'user.link_sent')
             union all
             select from audit_entries a where a.actor_id = r.user_id) as "isNoted"
      from (select * from user_import_rows
             where import_id = ${id}::uuid and state = 'success' and faults = '{}' and user_id is not null
             order by number limit ${max}::integer) r
      join memberships m on m.user_id = r.user_id
      join users u on u.id = r.user_id
     order by m.user_id for update of m`.execute(db)
  return rows
}

/** Stores what was taken back, and why the other rows were not. The rows of removed people are deleted with them. */
export async function setUndone(
  db: Database,
  id: string,
  { undone, kept }: { undone: readonly number[]; kept: readonly { number: number; faults: object }[] },
): Promise<void> {
  await db
    .updateTable('user_import_rows')
    .set({ state: 'undone', before: null, after: null })
    .where('import_id', '=', id)
    .where('number', '=', sql<number>`any(${[...undone]}::integer[])`)
    .execute()
  await setFaults(
    db,
    id,
    kept.map((row) => ({ ...row, plan: null })),
    'success',
  )
  await count(db, id, { undone: undone.length })
}

/** A cell of a row that may be shorter than the headings; columns count from 0. */
const cellAt = (column: number) => sql<string>`coalesce(cells[${column + 1}::integer], '')`

/** Changes a cell of pending rows that have a value in it, and stores that as one correction. Returns the number of rows. */
export async function setCells(
  db: Database,
  id: string,
  { column, value, numbers, before }: { column: number; value: string; numbers: number | null; before: string | null },
): Promise<number> {
  const { rows } = await sql<{ number: number; before: string }>`
    with found as (
      select number, ${cellAt(column)} as before from user_import_rows
       where import_id = ${id}::uuid and state = 'pending' and (${numbers}::integer is null or number = ${numbers}::integer)
         and (${before}::text is null or ${cellAt(column)} = ${before}::text)
    )
    update user_import_rows x
       set cells = (select array_agg(coalesce(case when at = ${column + 1}::integer then ${value}::text else x.cells[at] end, '') order by at)
                      from generate_series(1, greatest(cardinality(x.cells), ${column + 1}::integer)) at)
      from found
     where x.import_id = ${id}::uuid and x.number = found.number
    returning x.number, found.before`.execute(db)
  const [first] = rows
  if (!first || first.before === value) return rows.length
  await sql`
    insert into user_import_edits (import_id, column_index, before, after, numbers)
    values (${id}::uuid, ${column}::integer, ${first.before}, ${value}, ${rows.map(({ number }) => number).toSorted((a, b) => a - b)}::integer[])`.execute(
    db,
  )
  await sql`
    delete from user_import_edits where import_id = ${id}::uuid and id in (
      select id from user_import_edits where import_id = ${id}::uuid order by id desc offset ${userImports.edits}::integer)`.execute(
    db,
  )
  return rows.length
}

/** Counts the pending rows with a value in a column, and names the first of them. No row: there is no such import. */
export const alikeQuery = ({ id, column, value }: InputOf<typeof countImportCells>) =>
  sql<{ count: number; numbers: number[] }>`(
    select (select count(*)::int from user_import_rows
             where import_id = i.id and state = 'pending' and ${cellAt(column)} = ${value}) as count,
           array(select number from user_import_rows
                  where import_id = i.id and state = 'pending' and ${cellAt(column)} = ${value} order by number limit 10) as numbers
      from user_imports i where i.id = ${id}::uuid)`

/** The corrections of an import; one row without an id if there is none; no row: there is no such import. */
export const editsQuery = (id: string) =>
  sql<{ id: string | null; column: number; before: string; after: string; number: number; count: number }>`(
    select e.id, e.column_index as column, e.before, e.after, e.numbers[1] as number, cardinality(e.numbers) as count
      from user_imports i left join user_import_edits e on e.import_id = i.id
     where i.id = ${id}::uuid order by e.id desc)`

/** Takes a correction back in the pending rows that still have its value. Returns false when there is no such correction. */
export async function undoEdit(db: Database, id: string, editId: string): Promise<boolean> {
  const edit = await db
    .deleteFrom('user_import_edits')
    .where('import_id', '=', id)
    .where('id', '=', editId)
    .returning(['column_index', 'before', 'after', 'numbers'])
    .executeTakeFirst()
  if (!edit) return false
  const { column_index: column, before, after, numbers } = edit
  await sql`
    update user_import_rows set cells[${column + 1}::integer] = ${before}
     where import_id = ${id}::uuid and state = 'pending' and number = any(${numbers}::integer[])
       and ${cellAt(column)} = ${after}`.execute(db)
  return true
}

export async function removeRows(
  db: Database,
  id: string,
  { numbers, faulty }: { numbers: readonly number[]; faulty: boolean },
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('user_import_rows')
    .where('import_id', '=', id)
    .where('state', '=', 'pending')
    .where(({ eb, or }) =>
      or([
        eb('number', '=', sql<number>`any(${numbers}::integer[])`),
        sql<boolean>`${faulty}::boolean and faults <> '{}'`,
      ]),
    )
    .executeTakeFirst()
  await db
    .updateTable('user_imports')
    .set((eb) => ({ removed: eb('removed', '+', Number(numDeletedRows)) }))
    .where('id', '=', id)
    .execute()
}

/** Sets failed rows back to pending. */
export async function resetFailed(db: Database, id: string): Promise<void> {
  await db
    .updateTable('user_import_rows')
    .set({ state: 'pending' })
    .where('import_id', '=', id)
    .where('state', '=', 'failed')
    .execute()
}

export async function erase(db: Database, id: string): Promise<void> {
  await db.deleteFrom('user_imports').where('id', '=', id).execute()
}

/**
 * Deletes what nobody changed for `keptDays` in all business units: imports, and of those that can be taken back the rows that were not
 * imported. Such an import that is paused or in review is cancelled, because only its undoing is left. After `undoDays` it deletes the others,
 * with the old values of their people. Returns the number of imports.
 */
export async function eraseOld(
  db: Database,
  { keptDays, undoDays }: { keptDays: number; undoDays: number },
): Promise<number> {
  const isOlder = (days: number) => sql<boolean>`i.changed_at < now() - make_interval(days => ${days}::integer)`
  const isUndoable = sql<boolean>`(i.succeeded + i.changed > 0
    and i.started_at > now() - make_interval(days => ${undoDays}::integer) and i.state <> 'undone')`
  await sql`
    update user_imports i set state = 'cancelled'
     where i.state in ('paused', 'review') and ${isOlder(keptDays)} and ${isUndoable}`.execute(db)
  await sql`delete from user_import_rows r using user_imports i
    where i.tenant_id = r.tenant_id and i.id = r.import_id and r.state in ('pending', 'failed', 'same') and ${isOlder(keptDays)}`.execute(
    db,
  )
  const { numAffectedRows } = await sql`
    delete from user_imports i where ${isOlder(keptDays)} and not ${isUndoable}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Returns the facts for the check of rows: the groups of the business unit, the e-mails and telephones that are taken, and the present day.
 */
export async function surroundings(db: Database, { emails, phones }: { emails: string[]; phones: string[] }) {
  const { rows } = await sql<{ groups: { id: string; name: string }[]; today: string; places: number }>`
    select (now() at time zone s.timezone)::date::text as today,
           coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name)) from user_groups g), '[]') as groups,
           ${remainingUsersOf(sql`s.tenant_id`)} as places
      from settings s`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a business unit has settings')
  const { rows: taken } = await sql<{ taken: string }>`
    select app.taken_emails(${emails}::text[]) as taken`.execute(db)
  const owners = await db
    .selectFrom('memberships')
    .select(['phone', 'user_id'])
    .where('phone', '=', sql<string>`any(${phones}::text[])`)
    .execute()
  return {
    ...row,
    takenEmails: new Set(taken.map((each) => each.taken)),
    takenPhones: new Map(owners.map(({ phone, user_id }) => [phone ?? '', user_id])),
  }
}

export type StarterStanding = { profile: string; staff: string | null; toggles: string[]; email: string }

/** What decides what a person may do today; undefined: they may not work in this business unit. */
export const standingOf = (db: Database, userId: string): Promise<StarterStanding | undefined> =>
  sql<StarterStanding>`select * from app.owner_standing(${userId}::uuid)`.execute(db).then(({ rows }) => rows[0])

export async function partnerOf(db: Database, tenantId: TenantId): Promise<string> {
  const { partner_id } = await db
    .selectFrom('tenants')
    .select('partner_id')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return partner_id
}

/** The query for the example row of the template file. */
export const exampleQuery = () => sql<{ example: true }>`(select true as example)`

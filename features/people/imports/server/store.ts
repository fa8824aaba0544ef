import { type RawBuilder, sql } from 'kysely'
import { type Language, languageOf } from '#catalogue/languages.ts'
import type { InputOf } from '#platform/contract/call.ts'
import type { FieldFault } from '#platform/contract/failure.ts'
import type { AuditActor } from '#platform/server/audit.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, offsetOf } from '#platform/server/database/list.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import type { ImportState, listImportRows, RowState } from '../contract.ts'

export type StoredRow = { number: number; cells: string[]; faults: Record<string, FieldFault>; state: RowState }

export type NewImport = {
  name: string
  userId: string
  language: Language
  headings: readonly string[]
  columns: readonly string[]
  rows: readonly { number: number; cells: readonly string[] }[]
}

export async function add(db: Database, { rows, userId, ...fields }: NewImport): Promise<string> {
  const { id } = await db
    .insertInto('user_imports')
    .values({ ...fields, headings: [...fields.headings], columns: [...fields.columns], user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sent = JSON.stringify(rows)
  await sql`
    insert into user_import_rows (import_id, number, cells)
    select ${id}::uuid, r.number, array(select jsonb_array_elements_text(r.cells))
      from jsonb_to_recordset(${sent}::jsonb) as r (number integer, cells jsonb)`.execute(db)
  return id
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

const countOf = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<number>`(select count(*)::int from user_import_rows r where r.import_id = i.id and ${condition})`

const remainingUsersOf = (tenantId: RawBuilder<unknown>) => sql`(
  select t.user_limit - (select count(*)::int from memberships m where m.tenant_id = t.id and m.state in ('A', 'B', 'I'))
    from tenants t where t.id = ${tenantId})`

export const findQuery = (id: string) =>
  queryBuilder
    .selectFrom('user_imports as i')
    .select(['i.id', 'i.name', 'i.headings', 'i.columns', 'i.invited', 'i.succeeded', 'i.created_at'])
    .select([
      sql<ImportState>`i.state`.as('state'),
      countOf(sql<boolean>`r.state = 'pending'`).as('pending'),
      countOf(sql<boolean>`r.state = 'pending' and r.faults <> '{}'`).as('faulty'),
      countOf(sql<boolean>`r.state = 'failed'`).as('failed'),
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
    .where('i.state', 'in', ['mapping', 'review', 'running'])
    .orderBy('i.created_at', 'desc')
    .limit(20)

const conditions = {
  valid: sql<boolean>`r.state = 'pending' and r.faults = '{}'`,
  faulty: sql<boolean>`r.state = 'pending' and r.faults <> '{}'`,
  all: sql<boolean>`r.state = 'pending'`,
  failed: sql<boolean>`r.state = 'failed'`,
}

type RowQuery = InputOf<typeof listImportRows>

const rowsOf = ({ id, show, search, order, ...page }: RowQuery) => {
  const found = sql<boolean>`r.import_id = ${id}::uuid and ${conditions[show]}
    and (${search} = '' or ${contains(sql`array_to_string(r.cells, ' ')`, search)})`
  return sql`select r.number, r.cells, r.faults, r.state, (count(*) over ())::int as total from user_import_rows r
    where ${found} order by r.number ${order === 'desc' ? sql`desc` : sql`asc`} limit ${page.size} offset ${offsetOf(page)}`
}

export type RowListed = { number: number; cells: string[]; faults: Record<string, FieldFault>; state: RowState }

/**
 * The query for the rows of an import. If the import exists and has no such rows, it returns one row without a number; if there is no such
 * import, no row.
 */
export const rowsQuery = (query: RowQuery) =>
  sql<Partial<RowListed> & { total: number | null }>`(
    select x.* from user_imports i left join lateral (${rowsOf(query)}) x on true where i.id = ${query.id}::uuid order by x.number)`

export const rowsOfFile = (query: RowQuery) => sql<RowListed>`(${rowsOf(query)})`

export async function headingsOf(db: Database, id: string): Promise<string[] | undefined> {
  const found = await db.selectFrom('user_imports').select('headings').where('id', '=', id).executeTakeFirst()
  return found?.headings
}

export type StoredImport = {
  id: string
  name: string
  state: ImportState
  headings: string[]
  columns: string[]
  language: Language
  starter: AuditActor | null
}

/** Locks the import, so that its steps and the batches of its job are serialized. */
export async function findForUpdate(db: Database, id: string): Promise<StoredImport | undefined> {
  const found = await db
    .selectFrom('user_imports')
    .select(['id', 'name', 'state', 'headings', 'columns', 'language', 'starter'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return (
    found && {
      ...found,
      state: found.state as ImportState,
      language: languageOf(found.language),
      starter: found.starter as AuditActor | null,
    }
  )
}

export async function setState(db: Database, id: string, state: ImportState): Promise<void> {
  await db
    .updateTable('user_imports')
    .set({ state, changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export async function setColumns(db: Database, id: string, columns: readonly string[]): Promise<void> {
  await db
    .updateTable('user_imports')
    .set({ columns: [...columns], state: 'review', changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export async function begin(db: Database, id: string, auditActor: AuditActor): Promise<void> {
  await db
    .updateTable('user_imports')
    .set({ state: 'running', starter: JSON.stringify(auditActor), changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Rows of one statement. The rows of a file have megabytes of text. Reading or writing them all in one statement would keep the main thread
 * busy without a pause.
 */
const rowsAtOnce = 500

/** Returns the next pending rows in the order of the file, including rows with a fault. `max`: null for all. */
export async function pendingRows(db: Database, id: string, max: number | null): Promise<StoredRow[]> {
  const rows: StoredRow[] = []
  for (;;) {
    const count = Math.min(rowsAtOnce, (max ?? Infinity) - rows.length)
    const next = await rowsAfter(db, id, rows.at(-1)?.number ?? null, count)
    rows.push(...next)
    if (next.length < count || rows.length === max) return rows
  }
}

async function rowsAfter(db: Database, id: string, last: number | null, count: number): Promise<StoredRow[]> {
  const rows = await db
    .selectFrom('user_import_rows')
    .select(['number', 'cells', 'faults', 'state'])
    .where('import_id', '=', id)
    .where('state', '=', 'pending')
    .$if(last !== null, (query) => query.where('number', '>', last))
    .orderBy('number')
    .limit(count)
    .execute()
  return rows as StoredRow[]
}

/** Stores the faults of rows. */
export async function setFaults(
  db: Database,
  id: string,
  rows: readonly { number: number; faults: object }[],
  state: RowState = 'pending',
): Promise<void> {
  for (const some of chunksOf(rows)) {
    const sent = JSON.stringify(some.map(({ number, faults }) => ({ number, faults })))
    await sql`
      update user_import_rows x set faults = r.faults, state = ${state}
        from jsonb_to_recordset(${sent}::jsonb) as r (number integer, faults jsonb)
       where x.import_id = ${id} and x.number = r.number`.execute(db)
  }
}

const chunksOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / rowsAtOnce) }, (_, at) =>
    items.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  )

/** Marks rows as added and deletes their cells: only the number of a row stays stored. */
export async function setSucceeded(db: Database, id: string, numbers: readonly number[], invited: number) {
  await db
    .updateTable('user_import_rows')
    .set({ state: 'success', cells: sql<string[]>`'{}'::text[]`, faults: '{}' })
    .where('import_id', '=', id)
    .where('number', '=', sql<number>`any(${numbers}::integer[])`)
    .execute()
  await db
    .updateTable('user_imports')
    .set((eb) => ({
      succeeded: eb('succeeded', '+', numbers.length),
      invited: eb('invited', '+', invited),
      changed_at: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .execute()
}

/** Changes a cell of a pending row. Returns false when the row does not exist any more, or is no longer pending. */
export async function setCell(
  db: Database,
  id: string,
  { number, column, value }: { number: number; column: number; value: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update user_import_rows
       set cells = (select array_agg(coalesce(case when at = ${column + 1} then ${value} else cells[at] end, '') order by at)
                      from generate_series(1, greatest(cardinality(cells), ${column + 1})) at)
     where import_id = ${id} and number = ${number} and state = 'pending'`.execute(db)
  return numAffectedRows === 1n
}

export async function removeRows(
  db: Database,
  id: string,
  { numbers, faulty }: { numbers: readonly number[]; faulty: boolean },
): Promise<void> {
  await db
    .deleteFrom('user_import_rows')
    .where('import_id', '=', id)
    .where('state', '=', 'pending')
    .where(({ eb, or }) =>
      or([
        eb('number', '=', sql<number>`any(${numbers}::integer[])`),
        sql<boolean>`${faulty}::boolean and faults <> '{}'`,
      ]),
    )
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

/** Deletes the imports of all business units that nobody changed for this number of days. */
export async function eraseOld(db: Database, days: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('user_imports')
    .where('changed_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
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
  return {
    ...row,
    emails: await takenOf(db, emails, (some) => sql`select app.taken_emails(${some}::text[]) as taken`),
    phones: await takenOf(
      db,
      phones,
      (some) => sql`select m.phone as taken from memberships m where m.phone = any(${some}::text[])`,
    ),
  }
}

async function takenOf(
  db: Database,
  values: string[],
  query: (some: string[]) => RawBuilder<{ taken: string }>,
): Promise<string[]> {
  const taken: string[] = []
  for (const some of chunksOf(values)) {
    const { rows } = await query(some).execute(db)
    taken.push(...rows.map((row) => row.taken))
  }
  return taken
}

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

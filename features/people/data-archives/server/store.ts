import { sql } from 'kysely'
import { dataArchives } from '#catalogue/limits.ts'
import { hold } from '#platform/server/database/hold.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import type { ArchivedTable, Column } from './content.ts'

export const archiveKind = 'data_archive'

/** A request that is never finished is kept twice as long. */
const isKept = sql<boolean>`(a.created_at > now() - make_interval(hours => ${sql.lit(2 * dataArchives.keptHours)})
  and (a.ready_at is null or a.ready_at > now() - make_interval(hours => ${sql.lit(dataArchives.keptHours)})))`

/** The archives that the caller asked for. Row-level security hides those of other people. */
export const ownQuery = () =>
  queryBuilder
    .selectFrom('data_archives as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.id', 'a.user_id', 'u.name', 'a.state', 'a.bytes', 'a.created_at', 'a.ready_at'])
    .$narrowType<{ state: 'waiting' | 'ready' | 'failed' | 'downloaded' }>()
    .where(isKept)
    .orderBy('a.created_at', 'desc')

/** Requests of one person in the last day. Simultaneous ones are counted one after the other. */
export async function countOfDay(db: Database, userId: string): Promise<number> {
  await hold(db, `data archives of ${userId}`)
  const { count } = await db
    .selectFrom('data_archives')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return count
}

export async function add(db: Database, userId: string): Promise<string> {
  const values = { user_id: userId }
  const { id } = await db.insertInto('data_archives').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

export const findReadyPath = (db: Database, id: string): Promise<string | null | undefined> =>
  db
    .selectFrom('data_archives as a')
    .select('a.path')
    .where('a.id', '=', id)
    .where('a.state', '=', 'ready')
    .where(isKept)
    .executeTakeFirst()
    .then((found) => found?.path)

/** Takes the file of a ready archive, so that a second call finds none. */
export async function take(db: Database, id: string) {
  const found = await db
    .selectFrom('data_archives as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.user_id', 'a.path', 'u.name'])
    .where('a.id', '=', id)
    .where('a.state', '=', 'ready')
    .where(isKept)
    .forUpdate('a')
    .executeTakeFirst()
  if (!found?.path) return null
  await db.updateTable('data_archives').set({ state: 'downloaded', path: null }).where('id', '=', id).execute()
  return { ...found, path: found.path }
}

/** A waiting archive with the person, as the job reads it across business units. */
export const findWaiting = (db: Database, tenantId: string, id: string) =>
  db
    .selectFrom('data_archives as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('tenants as t', 't.id', 'a.tenant_id')
    .select(['a.user_id', 'a.requested_by', 'u.name', 'u.email', 'u.home_tenant_id', 't.partner_id', 't.name as unit'])
    .where('a.tenant_id', '=', tenantId)
    .where('a.id', '=', id)
    .where('a.state', '=', 'waiting')
    .executeTakeFirst()

type NewFile = { path: string; tenant_id: string; partner_id: string; bytes: number }

/** Adds the row of the file before its bytes are stored, so that a failed job leaves no file without a row. */
export async function noteFile(db: Database, file: NewFile): Promise<void> {
  await db
    .insertInto('files')
    .values({ ...file, kind: archiveKind, used: true })
    .execute()
}

export async function finish(db: Database, tenantId: string, id: string, file: { path: string; bytes: number } | null) {
  await db
    .updateTable('data_archives')
    .set(file ? { ...file, state: 'ready', ready_at: sql<Date>`now()` } : { state: 'failed' })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** The stored columns of all tables, without generated ones; read from the system catalogues. */
export async function readSchema(db: Database): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1, a.attnum`.execute(db)
  return rows
}

type Subject = { tenantId: string; userId: string; email: string }
export type Row = Record<string, unknown>

/** The rows of one table that are about the person. */
export async function readRows(db: Database, { table, columns, key, isOfUnit, file }: ArchivedTable, subject: Subject) {
  const names = sql.join([...columns, ...(file ? [file] : [])].map((column) => sql.ref(`t.${column}`)))
  const value = key.by === 'id' ? sql`${subject.userId}::uuid` : sql`${subject.email}`
  const ofUnit = isOfUnit ? sql`and t.tenant_id = ${subject.tenantId}` : sql``
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(x) as row from (select ${names} from ${sql.table(table)} t where ${sql.ref(`t.${key.column}`)} = ${value} ${ofUnit}) x`.execute(
    db,
  )
  return rows.map(({ row }) => row)
}

export async function sizesOf(db: Database, paths: readonly string[]): Promise<Map<string, number>> {
  const found = await db.selectFrom('files').select(['path', 'bytes']).where('path', 'in', paths).execute()
  return new Map(found.map(({ path, bytes }) => [path, bytes]))
}

/** Deletes archives whose time is over, and stored files that no archive has. */
export async function forgetOld(db: Database): Promise<void> {
  await db
    .deleteFrom('data_archives as a')
    .where((eb) => eb.not(isKept))
    .execute()
  await db
    .deleteFrom('files as f')
    .where('f.kind', '=', archiveKind)
    .where('f.created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .where(sql<boolean>`not exists (select from data_archives a where a.path = f.path)`)
    .execute()
}

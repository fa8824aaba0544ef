// Collects the data of a person and writes the ZIP archive: all rows as JSON, each table as CSV, and their files.
import { dataArchives } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { inert } from '#platform/server/export/csv.ts'
import { writeZip, type ZipFile } from '#platform/server/export/zip.ts'
import { archivedTables, fileNameOf } from './content.ts'
import * as store from './store.ts'

export type Collected = {
  unit: string
  partnerId: string
  requestedBy: string
  person: { name: string; email: string }
  tables: { table: string; columns: string[]; rows: store.Row[] }[]
  files: { name: string; path: string; bytes: number }[]
}

/** Reads all rows about the person. Null: the archive does not wait any more. */
export async function collect(db: Database, tenantId: string, archiveId: string): Promise<Collected | null> {
  const found = await store.findWaiting(db, tenantId, archiveId)
  if (!found) return null
  const { user_id: userId, requested_by: requestedBy, name, email, unit, partner_id: partnerId } = found
  // The account of a person who belongs to several units is shown to the person, and to their home unit.
  const seesAccount = requestedBy === userId || found.home_tenant_id === tenantId
  const collected: Collected = { unit, partnerId, requestedBy, person: { name, email }, tables: [], files: [] }
  for (const archived of archivedTables(await store.readSchema(db))) {
    const { table, columns, isOfUnit, file } = archived
    if (!isOfUnit && !seesAccount && table !== 'users') continue
    const rows = await store.readRows(db, archived, { tenantId, userId, email })
    if (rows.length === 0) continue
    if (file) {
      const named = rows.map((row) => ({ name: String(row['name']), path: String(row[file]) }))
      const sizes = await store.sizesOf(
        db,
        named.map(({ path }) => path),
      )
      collected.files.push(...named.map((each) => ({ ...each, bytes: sizes.get(each.path) ?? 0 })))
    }
    const plainRows = rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])))
    collected.tables.push({ table, columns, rows: plainRows })
  }
  return collected
}

type ReadFile = (path: string) => Promise<Uint8Array | null>

/** Writes files up to `maxBytes`; `data.json` names those that do not fit. */
export async function writeArchive(
  collected: Collected,
  readFile: ReadFile,
  madeAt: Date,
  maxBytes: number = dataArchives.fileBytes,
): Promise<Uint8Array> {
  const { unit, person, tables, files } = collected
  const data = Object.fromEntries(tables.map(({ table, rows }) => [table, rows]))
  const written: ZipFile[] = []
  const omitted_files: string[] = []
  let left = maxBytes
  for (const [index, { name, path, bytes }] of files.entries()) {
    if (bytes > left) {
      omitted_files.push(name)
      continue
    }
    left -= bytes
    written.push({ name: fileNameOf(name, index), text: bytesOf(readFile, path) })
  }
  const entries: ZipFile[] = [
    { name: 'data.json', text: [JSON.stringify({ made_at: madeAt, unit, person, omitted_files, data }, null, 2)] },
    ...tables.map(({ table, columns, rows }) => ({ name: `csv/${table}.csv`, text: csvOf(columns, rows) })),
    ...written,
  ]
  const parts: Buffer[] = []
  for await (const part of writeZip(entries)) parts.push(part)
  return Buffer.concat(parts)
}

async function* bytesOf(readFile: ReadFile, path: string): AsyncGenerator<Uint8Array> {
  const bytes = await readFile(path)
  if (bytes) yield bytes
}

/** CSV after RFC 4180 with the column names of the database. No cell can become a formula. */
function* csvOf(columns: readonly string[], rows: readonly store.Row[]): Generator<string> {
  yield `\uFEFF${columns.join(',')}\r\n`
  for (const row of rows) yield `${columns.map((column) => cellOf(row[column])).join(',')}\r\n`
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `"${inert(text, ',').replaceAll('"', '""')}"`
}

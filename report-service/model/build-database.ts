// Builds the DuckDB file of a model: rows from the project's files, calculated columns and tables by DAX, statistics.
// It does not read TMDL and runs no report queries. The file is built under a temporary name and renamed, so readers keep the old file.
// Next: statistics.ts, ../dax/query.ts, ../dax/engine.ts.
import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { DaxError } from '../dax/errors.ts'
import { parseExpression } from '../dax/parser.ts'
import { planColumn, planTable } from '../dax/query.ts'
import { Schema } from '../dax/schema.ts'
import { NARROW_DECIMAL, SQL_TYPES, type Parameter } from '../dax/sql.ts'
import { BuildError, identifier } from './build-error.ts'
import { gatherStatistics } from './gather-statistics.ts'
import type { Column, SemanticModel, Table } from './model.ts'
import { UNKNOWN, type Statistics } from './statistics.ts'

export { BuildError } from './build-error.ts'

/**
 * Builds the database of `model` from the files in `dataFolder`.
 * Throws BuildError if the rows do not match the model; then `databasePath` stays unchanged.
 */
export async function buildDatabase(model: SemanticModel, dataFolder: string, databasePath: string): Promise<void> {
  const aside = `${databasePath}.${randomUUID()}.building`
  try {
    const instance = await DuckDBInstance.create(aside, {
      autoload_known_extensions: 'false',
      autoinstall_known_extensions: 'false',
    })
    const connection = await instance.connect()
    try {
      await fill(connection, model, dataFolder)
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
    await rename(aside, databasePath)
  } finally {
    await Promise.all([aside, `${aside}.wal`].map((path) => rm(path, { force: true })))
  }
}

async function fill(connection: DuckDBConnection, model: SemanticModel, dataFolder: string): Promise<void> {
  checkColumns(model)
  for (const table of model.tables)
    if (table.source.kind === 'file') await loadFile(connection, table, table.source, dataFolder)
  const statistics = await calculate(connection, model)
  await connection.run('create table vitrine_statistics (content varchar)')
  await connection.run('insert into vitrine_statistics values ($1)', [JSON.stringify(statistics)])
  await connection.run('checkpoint')
}

/** Refuses invalid column names. DuckDB uses `rowid` for its row identifier, so no column may have that name. */
function checkColumns(model: SemanticModel): void {
  for (const table of model.tables) {
    const names = table.columns.map((column) => column.name.toLowerCase())
    if (names.includes('rowid')) throw new BuildError(`Table ${table.name}: a column may not be named rowid.`)
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice) throw new BuildError(`Table ${table.name}: there are two columns named ${twice}.`)
  }
}

type File = Extract<Table['source'], { kind: 'file' }>

async function loadFile(
  connection: DuckDBConnection,
  table: Table,
  { file, days = [] }: File,
  dataFolder: string,
): Promise<void> {
  if (!/^[^/\\*?[\]{}]+\.(parquet|csv)$/i.test(file))
    throw new BuildError(`Table ${table.name}: "${file}" is not the name of a data file.`)
  const isCsv = file.toLowerCase().endsWith('.csv')
  const path = quoted(join(dataFolder, file))
  const names = await sourceNames(connection, table, isCsv ? `read_csv(${path})` : `read_parquet(${path})`)
  const texts: string[] = []
  const own = table.columns.filter((column) => column.expression === null)
  const list = own.map((column) => {
    const name = names.find((one) => one.toLowerCase() === (column.sourceColumn ?? column.name).toLowerCase())
    if (name === undefined)
      throw new BuildError(`Table ${table.name}: ${file} has no column "${column.sourceColumn ?? column.name}".`)
    if (column.dataType === 'string') texts.push(name)
    const value = days.includes(column.sourceColumn ?? '') ? `cast(${identifier(name)} as date)` : identifier(name)
    return `cast(${value} as ${SQL_TYPES[column.dataType]}) as ${identifier(column.name)}`
  })
  // Without a type, a text such as 1.10 would be read as a number first, and become 1.1.
  const types = texts.length > 0 ? `, types = {${texts.map((name) => `${quoted(name)}: 'VARCHAR'`).join(', ')}}` : ''
  const source = isCsv ? `read_csv(${path}${types})` : `read_parquet(${path})`
  try {
    await connection.run(
      `create table ${identifier(table.name)} as select ${list.length > 0 ? list.join(', ') : '1 as "Value"'} from ${source}`,
    )
  } catch (fault) {
    throw new BuildError(`Table ${table.name}: ${file} does not fit the columns: ${firstLine(fault)}`, { cause: fault })
  }
  for (const column of own) await normalizeColumn(connection, table, column)
}

/** Converts a new column to the storage format that DAX needs and that is fastest to query. */
async function normalizeColumn(connection: DuckDBConnection, table: Table, column: Column): Promise<void> {
  if (column.dataType === 'string') await foldCase(connection, table, column)
  if (column.dataType === 'decimal') await narrow(connection, table, column)
}

/** Stores decimals in 64 bits if all values are small enough: sums are then tens of times faster. */
async function narrow(connection: DuckDBConnection, table: Table, column: Column): Promise<void> {
  const [name, home] = [identifier(column.name), identifier(table.name)]
  const reader = await connection.runAndReadAll(
    `select coalesce(max(abs(${name})) < 10000000000000, true) from ${home}`,
  )
  if (reader.getRows()[0]?.[0] === true)
    await connection.run(`alter table ${home} alter ${name} type ${NARROW_DECIMAL}`)
}

async function sourceNames(connection: DuckDBConnection, table: Table, source: string): Promise<string[]> {
  try {
    const reader = await connection.runAndReadAll(`describe select * from ${source}`)
    return reader.getRows().map((row) => String(row[0]))
  } catch (fault) {
    throw new BuildError(`Table ${table.name}: its data file cannot be read: ${firstLine(fault)}`, { cause: fault })
  }
}

/** In DAX, texts that differ only in case are equal. Stores the first spelling for all of them. */
async function foldCase(connection: DuckDBConnection, table: Table, column: Column): Promise<void> {
  const [name, home] = [identifier(column.name), identifier(table.name)]
  const reader = await connection.runAndReadAll(
    `select count(distinct ${name}) = count(distinct lower(${name})) from ${home}`,
  )
  if (reader.getRows()[0]?.[0] === true) return
  await connection.run(
    `update ${home} set ${name} = first.spelling from (select lower(${name}) as folded, arg_min(${name}, rowid) as spelling from ${home} group by 1) first where lower(${name}) = first.folded`,
  )
}

type Pending = { table: Table; column: Column | null }

/** Computes calculated columns and tables. They may depend on each other in any order: one that cannot be bound yet is tried again later. */
async function calculate(connection: DuckDBConnection, model: SemanticModel): Promise<Statistics> {
  const made = new Set(
    model.tables
      .filter((table) => table.source.kind === 'file')
      .flatMap((table) => [table.name, ...loadedColumns(table)]),
  )
  let pending: Pending[] = model.tables.flatMap((table): Pending[] => [
    ...(table.source.kind === 'calculated' ? [{ table, column: null }] : []),
    ...table.columns.filter((column) => column.expression !== null).map((column) => ({ table, column })),
  ])
  let statistics = await gatherStatistics(connection, present(model, made), UNKNOWN)
  while (pending.length > 0) {
    const left: Pending[] = []
    let fault: unknown = null
    for (const one of pending) {
      try {
        await make(connection, new Schema(present(model, made), statistics), one, made)
        statistics = await gatherStatistics(connection, present(model, made), statistics)
      } catch (caught) {
        if (!(caught instanceof DaxError && caught.code === 'binding')) throw named(one, caught)
        fault = named(one, caught)
        left.push(one)
      }
    }
    if (left.length === pending.length) throw fault
    pending = left
  }
  return statistics
}

function loadedColumns(table: Table): string[] {
  return table.columns.filter((column) => column.expression === null).map((column) => `${table.name}\n${column.name}`)
}

/** The part of the model that the database already contains. */
function present(model: SemanticModel, made: ReadonlySet<string>): SemanticModel {
  const tables = model.tables
    .filter((table) => made.has(table.name))
    .map((table) => ({
      ...table,
      columns: table.columns.filter((column) => made.has(`${table.name}\n${column.name}`)),
    }))
  const relationships = model.relationships.filter(
    (one) => made.has(`${one.fromTable}\n${one.fromColumn}`) && made.has(`${one.toTable}\n${one.toColumn}`),
  )
  return { ...model, tables, relationships }
}

async function make(connection: DuckDBConnection, schema: Schema, pending: Pending, made: Set<string>): Promise<void> {
  const { table, column } = pending
  const home = identifier(table.name)
  if (column) {
    const plan = planColumn(
      schema,
      schema.table(table.name),
      parseExpression(column.expression ?? ''),
      column.name,
      column.dataType,
    )
    await connection.run(`create or replace table ${home} as ${plan.text}`, bound(plan.parameters))
    await normalizeColumn(connection, table, column)
    made.add(`${table.name}\n${column.name}`)
    return
  }
  if (table.source.kind !== 'calculated') throw new Error('Only a calculated table is made.')
  const requestedColumns = table.columns
    .filter((one) => one.expression === null)
    .map((one) => ({ name: one.name, source: one.sourceColumn, dataType: one.dataType }))
  const plan = planTable(schema, parseExpression(table.source.expression), requestedColumns)
  await connection.run(`create table ${home} as ${plan.text}`, bound(plan.parameters))
  for (const one of table.columns) if (one.expression === null) await normalizeColumn(connection, table, one)
  for (const name of [table.name, ...loadedColumns(table)]) made.add(name)
}

/** Values to bind. No reader is involved in a build, so identity parameters are BLANK. */
function bound(parameters: Parameter[]): (string | number | bigint | boolean | null)[] {
  return parameters.map((parameter) => (parameter.kind === 'value' ? parameter.value : null))
}

function named(pending: Pending, fault: unknown): Error {
  const what = pending.column ? `Column ${pending.table.name}[${pending.column.name}]` : `Table ${pending.table.name}`
  return new BuildError(`${what}: ${firstLine(fault)}`, { cause: fault })
}

function firstLine(fault: unknown): string {
  return (fault instanceof Error ? fault.message : String(fault)).split('\n')[0] ?? ''
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

// Gathers statistics about the rows of a built database, once: blanks, unique columns, keys without a matching row.
// Next: statistics.ts (their use), build-database.ts (the caller).
import type { DuckDBConnection } from '@duckdb/node-api'
import { SQL_TYPES } from '../dax/sql.ts'
import { BuildError, identifier } from './build-error.ts'
import type { Relationship, SemanticModel, Table } from './model.ts'
import { byName, ofName, type Statistics, type TableStatistics } from './statistics.ts'

/**
 * Gathers statistics for new tables, columns and relationships. Known statistics stay.
 * Throws BuildError if the one side of a relationship has a duplicate key.
 */
export async function gatherStatistics(
  connection: DuckDBConnection,
  model: SemanticModel,
  known: Statistics,
): Promise<Statistics> {
  const statistics: Statistics = { tables: byName(), relationships: byName(known.relationships) }
  for (const table of model.tables)
    statistics.tables[table.name] = await ofTable(connection, table, ofName(known.tables, table.name))
  for (const one of model.relationships) {
    if (ofName(known.relationships, one.id)) continue
    checkOneSide(one, statistics)
    const isWhole = await isWholeFor(connection, one)
    statistics.relationships[one.id] = { isWhole }
    const oneSide = statistics.tables[one.toTable]
    if (oneSide && !isWhole) oneSide.hasBlankRow = true
  }
  spreadBlankRows(model, statistics)
  return statistics
}

/** Propagates blank rows. The blank row of a table has no keys, so the tables on the one side need a blank row too. */
function spreadBlankRows(model: SemanticModel, statistics: Statistics): void {
  for (let changed = true; changed;) {
    changed = false
    for (const one of model.relationships) {
      const [from, to] = [statistics.tables[one.fromTable], statistics.tables[one.toTable]]
      if (!from?.hasBlankRow || !to || to.hasBlankRow) continue
      to.hasBlankRow = true
      changed = true
    }
  }
}

async function ofTable(
  connection: DuckDBConnection,
  table: Table,
  known: TableStatistics | undefined,
): Promise<TableStatistics> {
  const unknown = table.columns.filter((column) => ofName(known?.columns, column.name) === undefined)
  if (known && unknown.length === 0) return known
  const home = identifier(table.name)
  const statisticsQueries = unknown.map(({ name }) => {
    const column = identifier(name)
    return `count(${column}) < count(*), count(distinct ${column}) = count(${column})`
  })
  const [row = []] = (
    await connection.runAndReadAll(`select ${['count(*)', ...statisticsQueries].join(', ')} from ${home}`)
  ).getRows()
  const wide = await wideColumns(connection, table)
  const columns: TableStatistics['columns'] = byName(known?.columns)
  for (const [index, column] of unknown.entries())
    columns[column.name] = {
      nullable: row[1 + 2 * index] !== false,
      unique: row[2 + 2 * index] === true,
      narrow: !wide.has(column.name),
    }
  const isKeyed = Object.values(columns).some((column) => column.unique && !column.nullable)
  const twins = known ? known.hasTwins && !isKeyed : !isKeyed && (await hasTwins(connection, home))
  return { rows: Number(row[0]), hasBlankRow: known?.hasBlankRow ?? false, hasTwins: twins, columns }
}

async function wideColumns(connection: DuckDBConnection, table: Table): Promise<Set<string>> {
  const reader = await connection.runAndReadAll(
    `select column_name from duckdb_columns() where table_name = $1 and data_type = '${SQL_TYPES.decimal}'`,
    [table.name],
  )
  return new Set(reader.getRows().map((row) => String(row[0])))
}

async function hasTwins(connection: DuckDBConnection, home: string): Promise<boolean> {
  const reader = await connection.runAndReadAll(
    `select (select count(*) from ${home}) > (select count(*) from (select distinct * from ${home}))`,
  )
  return reader.getRows()[0]?.[0] !== false
}

function checkOneSide(one: Relationship, statistics: Statistics): void {
  const sides: [string, string, string][] = [
    [one.toCardinality, one.toTable, one.toColumn],
    [one.fromCardinality, one.fromTable, one.fromColumn],
  ]
  for (const [cardinality, table, column] of sides)
    if (cardinality === 'one' && statistics.tables[table]?.columns[column]?.unique === false)
      throw new BuildError(`Relationship ${one.id}: ${table}[${column}] is on the one side but has a value twice.`)
}

async function isWholeFor(connection: DuckDBConnection, one: Relationship): Promise<boolean> {
  const [many, key] = [identifier(one.fromTable), identifier(one.fromColumn)]
  const [other, otherKey] = [identifier(one.toTable), identifier(one.toColumn)]
  const reader = await connection.runAndReadAll(
    `select not exists (select 1 from ${many} m left join ${other} o on m.${key} = o.${otherKey} where o.${otherKey} is null)`,
  )
  return reader.getRows()[0]?.[0] === true
}

// The result of a table expression: rows to iterate over, filter, count or convert to a filter.
// It is either an open scan of a model table, which accepts more joins and conditions, or a finished SELECT.
// Next: scan.ts, scope.ts, compile.ts.
import type { Resolved } from './context.ts'
import { expr, type Expr, type ExprType } from './expr.ts'
import { rowOf, Scan, type ScanOptions } from './scan.ts'
import type { RowContext, ScanEnv } from './scan-environment.ts'
import { sameColumn, type ColumnInfo, type TableInfo } from './schema.ts'
import { equal, Scope, type Key } from './scope.ts'
import { columnOf, enclosed, ident, join, sql, word, type Sql } from './sql.ts'

/** `lineage` is the model column of the values. With it the column can filter, and keeps its format and name. */
export type RowColumn = {
  name: string
  lineage: ColumnInfo | null
  type: ExprType
  nullable: boolean
  formatString: string | null
  sql: Sql
}

export type Rows = {
  scan: Scan | null
  columns: RowColumn[]
  row: RowContext
  scope: Scope
  where: Sql[]
  /** Columns that must equal values of an outer row. They are not conditions yet, so they can become GROUP BY columns. */
  keys: Key[]
  from: () => Sql
  /** The values of a table constructor, until another operation is applied. */
  literal: Expr[][] | null
}

/** A finished SELECT with outputs `c0 …` for columns and `k0 …` for keys. */
export type Closed = { relation: Sql; columns: RowColumn[]; keys: Key[] }

export function scanRows(env: ScanEnv, table: TableInfo, options: ScanOptions = {}): Rows {
  const scan = new Scan(env, table, options)
  const scope = new Scope(scan.aliases, env.makeAlias)
  const columns = table.columns.map((column) => columnOfScan(scan, column))
  // A later expression may still add joins, so the text is created on demand.
  const from = (): Sql => sql`${scan.from()}${scope.joins()}`
  return { scan, columns, row: rowOf(scan), scope, where: scan.where, keys: scan.keys, from, literal: null }
}

function columnOfScan(scan: Scan, column: ColumnInfo): RowColumn {
  const { name, dataType, formatString } = column
  return { name, lineage: column, type: dataType, nullable: true, formatString, sql: columnOf(scan.alias, name) }
}

/** All aliases of these rows, including those of later joins. */
export function ownAliases(rows: Rows): Set<string> {
  return new Set([...rows.scope.aliases, ...(rows.scan?.aliases ?? [])])
}

/** A SELECT over these rows, with the keys as outputs `k0 …`. */
export function closed(rows: Rows, columns: RowColumn[], options: { distinct?: boolean } = {}): Closed {
  const outputs = columns.map((column, index) => sql`${column.sql} as ${ident(`c${index}`)}`)
  const keys = rows.keys.map((key, index) => sql`${key.column.sql} as ${ident(`k${index}`)}`)
  const list = [...outputs, ...keys]
  const where = rows.where.length > 0 ? sql` where ${join(rows.where, ' and ')}` : sql``
  const distinct = options.distinct ? sql`distinct ` : sql``
  const text = sql`select ${distinct}${list.length > 0 ? join(list, ', ') : sql`1`} from ${rows.from()}${where}`
  return { relation: enclosed(text, ownAliases(rows)), columns, keys: rows.keys }
}

/** Rows of a finished SELECT. */
export function relationRows(env: ScanEnv, done: Closed): Rows {
  const alias = env.makeAlias('r')
  const columns = done.columns.map((column, index) => ({ ...column, sql: columnOf(alias, `c${index}`) }))
  const keys = done.keys.map((key, index) => ({
    column: { sql: columnOf(alias, `k${index}`), nullable: key.column.nullable },
    value: key.value,
  }))
  const scope = new Scope([alias], env.makeAlias)
  const from = (): Sql => sql`(${done.relation}) ${word(alias)}${scope.joins()}`
  return { scan: null, columns, row: rowOfColumns(columns), scope, where: [], keys, from, literal: null }
}

function rowOfColumns(columns: RowColumn[]): RowContext {
  const resolve = (target: ColumnInfo): Resolved | null => {
    const found = columns.find((column) => column.lineage && sameColumn(column.lineage, target))
    return found ? { sql: found.sql, nullable: found.nullable } : null
  }
  return {
    table: null,
    column: resolve,
    related: resolve,
    named: (name) => {
      const found = columns.find((column) => column.name.toLowerCase() === name.toLowerCase())
      return found ? columnExpr(found) : null
    },
    transition: () =>
      columns.flatMap((column) =>
        column.lineage
          ? [{ kind: 'key', column: column.lineage, value: { sql: column.sql, nullable: column.nullable } }]
          : [],
      ),
  }
}

export function columnExpr(column: RowColumn): Expr {
  return expr(column.sql, column.type, { nullable: column.nullable, formatString: column.formatString })
}

/** A self-contained SELECT from these rows. The keys become conditions. */
export function selectFrom(rows: Rows, list: Sql, options: { distinct?: boolean } = {}): Sql {
  const conditions = [...rows.where, ...rows.keys.map((key) => equal(key.column, key.value))]
  const where = conditions.length > 0 ? sql` where ${join(conditions, ' and ')}` : sql``
  const distinct = options.distinct ? sql`distinct ` : sql``
  return enclosed(sql`select ${distinct}${list} from ${rows.from()}${where}`, ownAliases(rows))
}

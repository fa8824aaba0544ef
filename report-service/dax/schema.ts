// Name lookup in the model, with the statistics of its rows. Also finds chains of relationships from the many side to the one side.
// It contains no rows and no filters.
// Next: ../model/statistics.ts, scan.ts.
import type { DataType, Measure, SemanticModel } from '../model/model.ts'
import { ofName, type Statistics } from '../model/statistics.ts'
import { DaxError, type Position } from './errors.ts'

export type ColumnInfo = {
  table: string
  name: string
  dataType: DataType
  formatString: string | null
  nullable: boolean
  unique: boolean
  /** All values fit 18 digits. */
  narrow: boolean
}

export type TableInfo = {
  name: string
  columns: ColumnInfo[]
  /** Some row on a many side has no matching row here. DAX then shows one blank row. */
  hasBlankRow: boolean
  /** Two rows are equal in all columns, so values do not identify a row. */
  hasTwins: boolean
}

/** A step of a chain: from a row on the many side to its row on the one side. */
export type Step = {
  relationship: string
  fromTable: string
  fromColumn: ColumnInfo
  toTable: string
  toColumn: ColumnInfo
  whole: boolean
}

/** A filter from the many side (bidirectional or many-to-many): rows of `table` that have a visible partner row. */
export type Crossing = {
  relationship: string
  table: string
  own: ColumnInfo
  partnerTable: string
  partner: ColumnInfo
}

export type MeasureInfo = Measure & { table: string }

export class Schema {
  readonly model: SemanticModel
  private readonly tables = new Map<string, TableInfo>()
  private readonly columns = new Map<string, ColumnInfo>()
  private readonly measures = new Map<string, MeasureInfo>()
  private readonly statistics: Statistics
  private readonly chains = new Map<string, Map<string, Step[]>>()
  readonly active: ReadonlySet<string>

  constructor(model: SemanticModel, statistics: Statistics) {
    this.model = model
    this.statistics = statistics
    this.active = new Set(model.relationships.filter((one) => one.isActive).map((one) => one.id))
    for (const table of model.tables) {
      const facts = ofName(statistics.tables, table.name)
      const columns = table.columns.map((column) => {
        const known = ofName(facts?.columns, column.name)
        const { name, dataType, formatString } = column
        return {
          table: table.name,
          name,
          dataType,
          formatString,
          nullable: known?.nullable ?? true,
          unique: known?.unique ?? false,
          narrow: dataType === 'int64' || (known?.narrow ?? false),
        }
      })
      for (const column of columns) this.columns.set(columnKey(table.name, column.name), column)
      for (const measure of table.measures)
        this.measures.set(measure.name.toLowerCase(), { ...measure, table: table.name })
      const info = {
        name: table.name,
        columns,
        hasBlankRow: facts?.hasBlankRow ?? true,
        hasTwins: facts?.hasTwins ?? true,
      }
      this.tables.set(table.name.toLowerCase(), info)
    }
  }

  findTable(name: string): TableInfo | null {
    return this.tables.get(name.toLowerCase()) ?? null
  }

  table(name: string, position: Position | null = null): TableInfo {
    const found = this.findTable(name)
    if (!found) throw new DaxError('binding', `The table '${name}' cannot be found.`, position)
    return found
  }

  findColumn(table: string, name: string): ColumnInfo | null {
    return this.columns.get(columnKey(table, name)) ?? null
  }

  column(table: string, name: string, position: Position | null = null): ColumnInfo {
    const found = this.findColumn(this.table(table, position).name, name)
    if (!found) throw new DaxError('binding', `The column '${table}'[${name}] cannot be found.`, position)
    return found
  }

  findMeasure(name: string): MeasureInfo | null {
    return this.measures.get(name.toLowerCase()) ?? null
  }

  /** True if the column is a calendar's date column: dates that are the key of their table, or the target of relationships. */
  isCalendar(column: ColumnInfo): boolean {
    if (column.dataType !== 'dateTime') return false
    const home = this.model.tables.find((table) => table.name === column.table)
    const isKey = home?.columns.find((one) => one.name === column.name)?.isKey ?? false
    const { relationships } = this.model
    return isKey || relationships.some((one) => one.toTable === column.table && one.toColumn === column.name)
  }

  /** The relationship between two columns in either direction, active or not. */
  relationshipOf(a: ColumnInfo, b: ColumnInfo): { id: string; siblings: string[] } | null {
    const between = this.model.relationships.filter(
      (one) =>
        (one.fromTable === a.table && one.toTable === b.table) ||
        (one.fromTable === b.table && one.toTable === a.table),
    )
    const found = between.find(
      (one) =>
        (one.fromTable === a.table &&
          one.fromColumn === a.name &&
          one.toTable === b.table &&
          one.toColumn === b.name) ||
        (one.fromTable === b.table && one.fromColumn === b.name && one.toTable === a.table && one.toColumn === a.name),
    )
    return found ? { id: found.id, siblings: between.map((one) => one.id) } : null
  }

  /**
   * The expanded table: all tables on the one side that each row of `table` leads to, with the steps to them.
   * The shortest path is used. Two paths of the same length are an error in the model and are refused.
   */
  chain(table: string, active: ReadonlySet<string>, without: ReadonlySet<string>): Map<string, Step[]> {
    const key = [table, ...[...active].toSorted(), '-', ...[...without].toSorted()].join('\n')
    const known = this.chains.get(key)
    if (known) return known
    const found = new Map<string, Step[]>([[table, []]])
    let frontier = [table]
    while (frontier.length > 0) {
      const level = new Map<string, Step[]>()
      for (const from of frontier) {
        for (const step of this.stepsFrom(from, active, without)) {
          if (found.has(step.toTable)) continue
          if (level.has(step.toTable))
            throw new DaxError(
              'binding',
              `There is more than one way from '${table}' to '${step.toTable}': make one relationship inactive.`,
            )
          level.set(step.toTable, [...(found.get(from) ?? []), step])
        }
      }
      for (const [name, steps] of level) found.set(name, steps)
      frontier = [...level.keys()]
    }
    if (this.chains.size > 1000) this.chains.clear()
    this.chains.set(key, found)
    return found
  }

  private stepsFrom(table: string, active: ReadonlySet<string>, without: ReadonlySet<string>): Step[] {
    const steps: Step[] = []
    for (const one of this.model.relationships) {
      if (!active.has(one.id) || without.has(one.id)) continue
      const whole = ofName(this.statistics.relationships, one.id)?.isWhole ?? false
      const from = this.column(one.fromTable, one.fromColumn)
      const to = this.column(one.toTable, one.toColumn)
      if (one.fromTable === table && one.toCardinality === 'one')
        steps.push({ relationship: one.id, fromTable: table, fromColumn: from, toTable: to.table, toColumn: to, whole })
      else if (one.toTable === table && one.fromCardinality === 'one')
        steps.push({
          relationship: one.id,
          fromTable: table,
          fromColumn: to,
          toTable: from.table,
          toColumn: from,
          whole: false,
        })
    }
    return steps
  }

  /** Filters that reach `table` from tables outside its chain. */
  crossings(table: string, active: ReadonlySet<string>, without: ReadonlySet<string>): Crossing[] {
    const found: Crossing[] = []
    for (const one of this.model.relationships) {
      if (!active.has(one.id) || without.has(one.id)) continue
      const from = this.column(one.fromTable, one.fromColumn)
      const to = this.column(one.toTable, one.toColumn)
      const manyToMany = one.fromCardinality === 'many' && one.toCardinality === 'many'
      const intoTo = one.fromCardinality === 'many' && one.crossFilter === 'both'
      const intoFrom = (manyToMany || one.fromCardinality === 'one') && one.toCardinality === 'many'
      if (one.toTable === table && intoTo)
        found.push({ relationship: one.id, table, own: to, partnerTable: from.table, partner: from })
      if (one.fromTable === table && intoFrom && (manyToMany || one.crossFilter === 'both'))
        found.push({ relationship: one.id, table, own: from, partnerTable: to.table, partner: to })
    }
    return found
  }
}

function columnKey(table: string, column: string): string {
  return `${table.toLowerCase()}\n${column.toLowerCase()}`
}

export function sameColumn(a: ColumnInfo, b: ColumnInfo): boolean {
  return a.table === b.table && a.name === b.name
}

// A scan of one model table under a filter context: the rows, their related one-side rows, and the conditions on them.
// Filters flow from the one side to the many side, and in reverse only for bidirectional relationships. Row-level security always applies.
// Next: context.ts (filters), schema.ts (chains), rows.ts (iteration over a scan).
import type { Filter, Group, Resolved, RowsFilter, SetFilter } from './context.ts'
import { DaxError } from './errors.ts'
import type { RowContext, ScanEnv } from './scan-environment.ts'
import type { ColumnInfo, Crossing, Step, TableInfo } from './schema.ts'
import { equal, type Key } from './scope.ts'
import { columnOf, enclosed, ident, join, sql, word, type Sql } from './sql.ts'

type Joined = { alias: string; outer: boolean; text: Sql }

export type ScanOptions = {
  /** Includes the blank row for keys without a matching row in this table. */
  withBlankRow?: boolean
  /** Relationships to ignore, because a filter already came through them. */
  without?: ReadonlySet<string>
}

export class Scan {
  readonly table: TableInfo
  readonly alias: string
  readonly where: Sql[] = []
  readonly keys: Key[] = []
  readonly aliases = new Set<string>()
  private readonly joined = new Map<string, Joined>()
  private readonly chain: Map<string, Step[]>
  private readonly env: ScanEnv
  private readonly without: ReadonlySet<string>
  private readonly withBlankRow: boolean

  constructor(env: ScanEnv, table: TableInfo, options: ScanOptions = {}) {
    this.env = env
    this.table = table
    this.without = options.without ?? new Set()
    this.withBlankRow = (options.withBlankRow ?? false) && table.hasBlankRow
    this.alias = env.makeAlias('t')
    this.aliases.add(this.alias)
    this.chain = env.schema.chain(table.name, env.context.active, this.without)
    this.secure()
    for (const filter of env.context.filters) this.apply(filter)
    this.cross()
  }

  /** A column of this table or of a table on its chain; null if no chain leads to the column's table. */
  resolve(column: ColumnInfo): Resolved | null {
    return this.resolveBy(this.chain, column)
  }

  private resolveBy(chain: ReadonlyMap<string, Step[]>, column: ColumnInfo): Resolved | null {
    const steps = chain.get(column.table)
    if (!steps) return null
    const { alias, outer } = this.reach(steps)
    return { sql: columnOf(alias, column.name), nullable: column.nullable || outer || this.withBlankRow }
  }

  /** The rowid of the related row in `table`. */
  rowid(table: string): Resolved | null {
    const steps = this.chain.get(table)
    if (!steps) return null
    const { alias, outer } = this.reach(steps)
    return { sql: columnOf(alias, 'rowid'), nullable: outer || this.withBlankRow }
  }

  /** Columns of this table and of all tables on its chain. */
  covers(): ColumnInfo[] {
    return [...this.chain.keys()].flatMap((name) => this.env.schema.table(name).columns)
  }

  from(): Sql {
    const name = ident(this.table.name)
    const base = this.withBlankRow
      ? sql`(select rowid, * from ${name} union all by name select null::BIGINT as rowid) ${word(this.alias)}`
      : sql`${name} ${word(this.alias)}`
    return join([base, ...[...this.joined.values()].map((one) => one.text)], ' ')
  }

  /** A self-contained SELECT from these rows. Each key column of the present row becomes a condition of its WHERE clause. */
  select(list: Sql): Sql {
    const conditions = [...this.where, ...this.keys.map((key) => equal(key.column, key.value))]
    const where = conditions.length > 0 ? sql` where ${join(conditions, ' and ')}` : sql``
    return enclosed(sql`select ${list} from ${this.from()}${where}`, this.aliases)
  }

  private reach(steps: Step[]): Joined {
    let at: Joined = { alias: this.alias, outer: this.withBlankRow, text: sql`` }
    for (const [index, step] of steps.entries()) {
      const path = steps
        .slice(0, index + 1)
        .map((one) => one.relationship)
        .join('\n')
      const known = this.joined.get(path) ?? this.joinStep(at, step)
      this.joined.set(path, known)
      at = known
    }
    return at
  }

  private joinStep(from: Joined, step: Step): Joined {
    const alias = this.env.makeAlias('t')
    this.aliases.add(alias)
    const outer = from.outer || !step.whole
    const own = columnOf(from.alias, step.fromColumn.name)
    const other = columnOf(alias, step.toColumn.name)
    const text = sql`${word(outer ? 'left join' : 'join')} ${ident(step.toTable)} ${word(alias)} on ${matching(own, other, step.fromColumn)}`
    return { alias, outer, text }
  }

  /**
   * Adds the row-level security conditions. They follow the relationships that the model declares active and also those that the query
   * activates, so a query cannot avoid them with USERELATIONSHIP.
   */
  private secure(): void {
    const { security, schema } = this.env
    if (!security) return
    const declared = schema.chain(this.table.name, schema.active, this.without)
    for (const chain of new Set([this.chain, declared])) {
      const resolve = (column: ColumnInfo): Resolved | null => this.resolveBy(chain, column)
      for (const [table, steps] of chain) {
        if (!security.tables.has(table)) continue
        this.where.push(sql`(${security.condition(this.env, resolve, table)})`)
        // Excludes the blank row: a rule such as `[Country] <> "France"` must not include it.
        const { alias, outer } = this.reach(steps)
        if (outer) this.where.push(sql`${columnOf(alias, 'rowid')} is not null`)
      }
    }
  }

  private apply(filter: Filter): void {
    switch (filter.kind) {
      case 'key': {
        const column = this.resolve(filter.column)
        if (column) this.keys.push({ column, value: filter.value })
        return
      }
      case 'test': {
        if (filter.columns.some((column) => !this.chain.has(column.table))) return
        this.where.push(sql`(${filter.test((column) => this.found(column))})`)
        return
      }
      case 'set':
        return this.applySet(filter)
      case 'rows':
        return this.applyRows(filter)
    }
  }

  private found(column: ColumnInfo): Resolved {
    const found = this.resolve(column)
    if (!found) throw new Error(`No chain leads from ${this.table.name} to ${column.table}.`)
    return found
  }

  private applySet(filter: SetFilter): void {
    const alias = this.env.makeAlias('s')
    const matches: Sql[] = []
    for (const [index, column] of filter.columns.entries()) {
      const own = this.resolve(column)
      const output = filter.outputs[index]
      if (own && output) matches.push(sql`${own.sql} is not distinct from ${columnOf(alias, output)}`)
    }
    if (matches.length === 0) return
    const exists = sql`exists (select 1 from (${filter.relation}) ${word(alias)} where ${join(matches, ' and ')})`
    this.where.push(enclosed(exists, [alias]))
  }

  private applyRows(filter: RowsFilter): void {
    const own = this.rowid(filter.table.name)
    if (own) {
      if ('one' in filter.rows) this.keys.push({ column: own, value: { sql: filter.rows.one, nullable: true } })
      else if (filter.rows.group) this.applyGroup(own, filter.rows.group)
      else this.where.push(among(own, filter.rows.many, this.env.makeAlias('s')))
      return
    }
    this.applyShared(filter)
  }

  private applyGroup(own: Resolved, group: Group): void {
    this.where.push(among(own, group.all, this.env.makeAlias('s')))
    for (const key of group.keys) this.keys.push({ column: this.found(key.column), value: key.value })
  }

  /** Applies a filter on rows of a table that is not on this chain. Both tables must agree on the rows of their common tables. */
  private applyShared(filter: RowsFilter): void {
    const others = this.env.schema.chain(filter.table.name, this.env.context.active, new Set())
    const shared = [...others.keys()].filter((name) => this.chain.has(name) && filter.hidden.get(name) !== 'all')
    if (shared.length === 0) return
    const unsure = shared.find((name) => filter.hidden.get(name) === 'part')
    if (unsure)
      throw new DaxError(
        'unsupported',
        `A filter by rows of '${filter.table.name}' cannot be replaced in part on '${unsure}'.`,
      )
    const partner = new Scan(bare(this.env), filter.table)
    const rowid = columnOf(partner.alias, 'rowid')
    partner.where.push(
      'one' in filter.rows ? sql`${rowid} = ${filter.rows.one}` : sql`${rowid} in (${filter.rows.many})`,
    )
    for (const name of shared) {
      const own = this.rowid(name)
      const other = partner.rowid(name)
      if (own && other) partner.where.push(sql`${other.sql} is not distinct from ${own.sql}`)
    }
    this.where.push(sql`exists (${partner.select(sql`1`)})`)
  }

  /** Applies filters from the many side: a row stays if one of its partner rows is visible. Security also follows declared relationships. */
  private cross(): void {
    const { schema, context, security } = this.env
    this.crossIn(this.env)
    if (security && context.active !== schema.active)
      this.crossIn({ ...this.env, context: { ...context, filters: [], active: schema.active } })
  }

  private crossIn(env: ScanEnv): void {
    const { schema, context } = env
    const chain = schema.chain(this.table.name, context.active, this.without)
    for (const name of chain.keys()) {
      for (const crossing of schema.crossings(name, context.active, this.without)) {
        const without = new Set([...this.without, crossing.relationship])
        if (!isReached(env, crossing.partnerTable, without)) continue
        const own = this.resolveBy(chain, crossing.own)
        if (own) this.where.push(partnered(env, own, crossing, without))
      }
    }
  }
}

function partnered(env: ScanEnv, own: Resolved, crossing: Crossing, without: ReadonlySet<string>): Sql {
  const partner = new Scan(env, env.schema.table(crossing.partnerTable), { without })
  const other = partner.resolve(crossing.partner)
  if (!other) throw new Error('A table always leads to itself.')
  return crossing.own.dataType === 'string'
    ? sql`lower(${own.sql}) in (${partner.select(sql`lower(${other.sql})`)})`
    : sql`${own.sql} in (${partner.select(other.sql)})`
}

function matching(own: Sql, other: Sql, column: ColumnInfo): Sql {
  return column.dataType === 'string' ? sql`lower(${own}) = lower(${other})` : sql`${own} = ${other}`
}

/** The row is one of `many`. The blank row matches if `many` includes it. */
function among(own: Resolved, many: Sql, alias: string): Sql {
  if (!own.nullable) return sql`${own.sql} in (${many})`
  const matches = sql`${columnOf(alias, 'r')} is not distinct from ${own.sql}`
  return enclosed(sql`exists (select 1 from (${many}) ${word(alias)} where ${matches})`, [alias])
}

/** An environment without filters and security, for rows that are already filtered. */
function bare(env: ScanEnv): ScanEnv {
  return { ...env, context: { ...env.context, filters: [] }, security: null }
}

/** True if any filter or security condition restricts `table`, directly or through other tables. */
function isReached(env: ScanEnv, table: string, without: ReadonlySet<string>): boolean {
  const chain = env.schema.chain(table, env.context.active, without)
  for (const name of chain.keys()) {
    if (env.security?.tables.has(name)) return true
    if (env.context.filters.some((filter) => isOn(env, filter, name))) return true
    for (const crossing of env.schema.crossings(name, env.context.active, without))
      if (isReached(env, crossing.partnerTable, new Set([...without, crossing.relationship]))) return true
  }
  return false
}

function isOn(env: ScanEnv, filter: Filter, table: string): boolean {
  if (filter.kind === 'key') return filter.column.table === table
  if (filter.kind !== 'rows') return filter.columns.some((column) => column.table === table)
  return env.schema.chain(filter.table.name, env.context.active, new Set()).has(table)
}

/** The row context for iterating over a scan. */
export function rowOf(scan: Scan): RowContext {
  const own = (column: ColumnInfo): Sql => columnOf(scan.alias, column.name)
  return {
    table: scan.table.name,
    column: (column) => (column.table === scan.table.name ? scan.resolve(column) : null),
    named: () => null,
    related: (column) => scan.resolve(column),
    transition: () =>
      scan.table.hasTwins
        ? scan.table.columns.map((column) => ({
            kind: 'key',
            column,
            value: { sql: own(column), nullable: column.nullable },
          }))
        : [
            {
              kind: 'rows',
              table: scan.table,
              rows: { one: columnOf(scan.alias, 'rowid'), row: own },
              covers: scan.covers(),
              hidden: new Map(),
            },
          ],
  }
}

// Aggregates asked for each row of some rows, gathered so that one grouped scan answers all of them.
// The rows are then joined to the groups by key, instead of a subquery running for each row.
// Next: aggregates.ts fills it, rows.ts and summarize.ts render it.
import type { Filter, FilterContext, Resolved } from './context.ts'
import { aliasesOf, columnOf, enclosed, ident, join, renamed, sameness, sql, word, type Sql } from './sql.ts'

/** `column` is of the scan; `value` is of the row asked for. */
export type Key = { column: Resolved; value: Resolved }

export type Grouped = {
  alias: string
  from: Sql
  where: Sql[]
  keys: Key[]
  aggregates: Sql[]
  /** It has every group of its own, under no less than the filters of the rows: where it has nothing, the row has nothing. */
  strict: boolean
}

type Asked = Pick<Grouped, 'from' | 'where' | 'keys'> & { context: FilterContext }

export class Scope {
  /** Aliases that stand for one row of these rows. */
  readonly aliases: Set<string>
  readonly grouped: Grouped[] = []
  private readonly makeAlias: (prefix: string) => string
  /** Set by SUMMARIZECOLUMNS: what a scan must have to know every group that matters. */
  readonly demanded: { keys: number; filters: readonly Filter[]; context: FilterContext } | null

  constructor(aliases: Iterable<string>, makeAlias: (prefix: string) => string, demanded: Scope['demanded'] = null) {
    this.aliases = new Set(aliases)
    this.makeAlias = makeAlias
    this.demanded = demanded
  }

  owns(piece: Sql): boolean {
    return piece.refs.size > 0 && [...piece.refs].every((alias) => this.aliases.has(alias))
  }

  /** The column that will hold this aggregate for the row, and whether it is strict. */
  add(asked: Asked, aggregate: Sql): { sql: Sql; strict: boolean } {
    const known = this.find(asked)
    const group = known?.group ?? this.open(asked)
    const wanted = known ? renamed(aggregate, known.names) : aggregate
    const same = group.aggregates.findIndex((one) => sameness(one) === sameness(wanted))
    const index = same >= 0 ? same : group.aggregates.push(wanted) - 1
    return { sql: columnOf(group.alias, `a${index}`), strict: group.strict }
  }

  /** A scan that differs only in its aliases, and how to say the asked one's aliases there. */
  private find(asked: Asked): { group: Grouped; names: Map<string, string> } | null {
    const own = body(asked)
    const aliases = aliasesOf(own)
    for (const group of this.grouped) {
      const theirs = body(group)
      const names = new Map(aliasesOf(theirs).map((name, index) => [aliases[index] ?? '', name]))
      if (names.size === aliases.length && sameness(renamed(own, names)) === sameness(theirs)) return { group, names }
    }
    return null
  }

  private open(asked: Asked): Grouped {
    const { from, where, keys, context } = asked
    const group: Grouped = {
      alias: this.makeAlias('h'),
      from,
      where,
      keys,
      aggregates: [],
      strict: this.meets(keys, context),
    }
    this.grouped.push(group)
    this.aliases.add(group.alias)
    return group
  }

  private meets(keys: Key[], context: FilterContext): boolean {
    const { demanded } = this
    if (!demanded || keys.length !== demanded.keys) return false
    return demanded.filters.every((filter) => context.filters.includes(filter))
  }

  /** ` left join (groups) on …` for each gathered scan. */
  joins(): Sql {
    return join(
      this.grouped.map((one) => sql` left join (${selectOf(one)}) ${word(one.alias)} on ${matchOf(one)}`),
      '',
    )
  }
}

function body(one: Pick<Grouped, 'from' | 'where' | 'keys'>): Sql {
  return join([one.from, ...one.where, ...one.keys.flatMap((key) => [key.column.sql, key.value.sql])], ' ; ')
}

/** The grouped scan: keys as `k0 …`, aggregates as `a0 …`. */
export function selectOf(one: Grouped): Sql {
  const keys = one.keys.map((key, index) => sql`${key.column.sql} as ${ident(`k${index}`)}`)
  const aggregates = one.aggregates.map((aggregate, index) => sql`${aggregate} as ${ident(`a${index}`)}`)
  const where = one.where.length > 0 ? sql` where ${join(one.where, ' and ')}` : sql``
  const groups =
    one.keys.length > 0
      ? sql` group by ${join(
          one.keys.map((key) => key.column.sql),
          ', ',
        )}`
      : sql``
  const text = sql`select ${join([...keys, ...aggregates], ', ')} from ${one.from}${where}${groups}`
  return enclosed(text, text.refs) // Gathered only because it leans on nothing outside itself.
}

export function matchOf(one: Grouped): Sql {
  if (one.keys.length === 0) return sql`true`
  const conditions = one.keys.map((key, index) =>
    equal(key.value, { ...key.column, sql: columnOf(one.alias, `k${index}`) }),
  )
  return join(conditions, ' and ')
}

/** Equality by which BLANK equals BLANK. */
export function equal(a: Resolved, b: Resolved): Sql {
  return a.nullable && b.nullable ? sql`${a.sql} is not distinct from ${b.sql}` : sql`${a.sql} = ${b.sql}`
}

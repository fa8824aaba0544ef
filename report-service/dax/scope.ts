// Collects aggregates that are needed for each row, so that one grouped scan computes all of them.
// The rows are joined to the groups by key, which replaces a subquery for each row.
// Next: aggregates.ts fills it, rows.ts and summarize.ts render it.
import type { Filter, FilterContext, Resolved } from './context.ts'
import { aliasesOf, columnOf, enclosed, ident, join, renamed, sameness, sql, word, type Sql } from './sql.ts'

/** `column` belongs to the scan, `value` to the outer row. */
export type Key = { column: Resolved; value: Resolved }

export type Grouped = {
  alias: string
  from: Sql
  where: Sql[]
  keys: Key[]
  aggregates: Sql[]
  /** The scan has all groups and at least the filters of the rows. So a row without a group has no value. */
  strict: boolean
}

type GroupKey = Pick<Grouped, 'from' | 'where' | 'keys'> & { context: FilterContext }

export class Scope {
  /** Aliases that identify one row of these rows. */
  readonly aliases: Set<string>
  readonly grouped: Grouped[] = []
  private readonly makeAlias: (prefix: string) => string
  /** Set by SUMMARIZECOLUMNS: the keys and filters that a scan needs to contain all relevant groups. */
  readonly demanded: { keys: number; filters: readonly Filter[]; context: FilterContext } | null

  constructor(aliases: Iterable<string>, makeAlias: (prefix: string) => string, demanded: Scope['demanded'] = null) {
    this.aliases = new Set(aliases)
    this.makeAlias = makeAlias
    this.demanded = demanded
  }

  owns(piece: Sql): boolean {
    return piece.refs.size > 0 && [...piece.refs].every((alias) => this.aliases.has(alias))
  }

  /** Adds an aggregate. Returns the column that will contain it, and whether it is strict. */
  add(requestedGroup: GroupKey, aggregate: Sql): { sql: Sql; strict: boolean } {
    const known = this.find(requestedGroup)
    const group = known?.group ?? this.open(requestedGroup)
    const ownAggregate = known ? renamed(aggregate, known.names) : aggregate
    const same = group.aggregates.findIndex((one) => sameness(one) === sameness(ownAggregate))
    const index = same >= 0 ? same : group.aggregates.push(ownAggregate) - 1
    return { sql: columnOf(group.alias, `a${index}`), strict: group.strict }
  }

  /** Finds a scan that differs only in its aliases, and the mapping of the aliases. */
  private find(requestedGroup: GroupKey): { group: Grouped; names: Map<string, string> } | null {
    const own = body(requestedGroup)
    const aliases = aliasesOf(own)
    for (const group of this.grouped) {
      const theirs = body(group)
      const names = new Map(aliasesOf(theirs).map((name, index) => [aliases[index] ?? '', name]))
      if (names.size === aliases.length && sameness(renamed(own, names)) === sameness(theirs)) return { group, names }
    }
    return null
  }

  private open(requestedGroup: GroupKey): Grouped {
    const { from, where, keys, context } = requestedGroup
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

  /** ` left join (groups) on …` for each collected scan. */
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

/** SELECT of the grouped scan: keys as `k0 …`, aggregates as `a0 …`. */
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
  return enclosed(text, text.refs) // A collected scan refers to no alias outside itself.
}

export function matchOf(one: Grouped): Sql {
  if (one.keys.length === 0) return sql`true`
  const conditions = one.keys.map((key, index) =>
    equal(key.value, { ...key.column, sql: columnOf(one.alias, `k${index}`) }),
  )
  return join(conditions, ' and ')
}

/** Equality in which BLANK equals BLANK. */
export function equal(a: Resolved, b: Resolved): Sql {
  return a.nullable && b.nullable ? sql`${a.sql} is not distinct from ${b.sql}` : sql`${a.sql} = ${b.sql}`
}

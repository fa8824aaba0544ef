// An aggregate over rows: computed for all rows around it at once where it can be, else as a subquery for each.
// Next: scope.ts (the gathering), library/aggregations.ts (SUM and its family).
import { rebound } from './context.ts'
import { insideRow, type Env } from './environment.ts'
import { expr, type Expr, type ExprType } from './expr.ts'
import { ownAliases, type Rows } from './rows.ts'
import { equal } from './scope.ts'
import { enclosed, join, sql, type Sql } from './sql.ts'

export type Aggregate = { sql: Sql; type: ExprType; formatString?: string | null }

/** `body` says what is computed over the rows; it is given the environment of one row of them. */
export function aggregate(env: Env, rows: Rows, body: (inner: Env) => Aggregate): Expr {
  const inner = insideRow(env, rows.row, rows.scope, rebound(env.context, rows.keys))
  const { sql: text, type, formatString } = body(inner)
  const more = { formatString: formatString ?? null }
  const { scope } = env
  const grouping = scope ? rows.keys.filter((key) => scope.owns(key.value.sql)) : []
  const others = rows.keys.filter((key) => !grouping.includes(key))
  const where = [...rows.where, ...others.map((key) => equal(key.column, key.value))]
  const from = rows.from()
  const own = ownAliases(rows)
  const whole = enclosed(join([from, text, ...where, ...grouping.map((key) => key.column.sql)], ' '), own)
  if (scope && whole.refs.size === 0) {
    const held = scope.add({ from, where, keys: grouping, context: env.context }, text)
    return expr(held.sql, type, { ...more, strict: held.strict })
  }
  const conditions = [...where, ...grouping.map((key) => equal(key.column, key.value))]
  const condition = conditions.length > 0 ? sql` where ${join(conditions, ' and ')}` : sql``
  return expr(enclosed(sql`(select ${text} from ${from}${condition})`, own), type, more)
}

// Compiles an aggregate over rows: if possible as one grouped scan for all outer rows, otherwise as a correlated subquery.
// Next: scope.ts (collects grouped scans), library/aggregations.ts (SUM and similar functions).
import { rebound } from './context.ts'
import { insideRow, type Env } from './environment.ts'
import { expr, type Expr, type ExprType } from './expr.ts'
import { ownAliases, type Rows } from './rows.ts'
import { equal } from './scope.ts'
import { enclosed, join, sql, type Sql } from './sql.ts'

export type Aggregate = { sql: Sql; type: ExprType; formatString?: string | null }

/** `body` compiles the aggregate. It receives the environment inside the rows. */
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
    const placedAggregate = scope.add({ from, where, keys: grouping, context: env.context }, text)
    return expr(placedAggregate.sql, type, { ...more, strict: placedAggregate.strict })
  }
  const conditions = [...where, ...grouping.map((key) => equal(key.column, key.value))]
  const condition = conditions.length > 0 ? sql` where ${join(conditions, ' and ')}` : sql``
  return expr(enclosed(sql`(select ${text} from ${from}${condition})`, own), type, more)
}

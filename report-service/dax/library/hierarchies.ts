// PATH and its functions. A path lists the keys of a parent-child table from the root to a row, such as "1|7|31".
import { scalar } from '../compile.ts'
import type { Env, ScalarFunction } from '../environment.ts'
import { DaxError } from '../errors.ts'
import { asNumber, asText, expr, unblanked } from '../expr.ts'
import { cast, ident, param, sql, type Sql } from '../sql.ts'
import { columnArgument, requiredArgument, takes } from './arguments.ts'

/** Only for calculated columns: it reads the whole table without filters. Rows in a cycle have no path. */
const path: ScalarFunction = (env, call) => {
  takes(call, 2, 2)
  const [key, parent] = [columnArgument(env, requiredArgument(call, 0)), columnArgument(env, requiredArgument(call, 1))]
  if (key.table !== parent.table || !key.unique)
    throw new DaxError('binding', 'PATH takes the unique key and the parent of one table.', call.at)
  if (env.security) throw new DaxError('unsupported', 'PATH is answered in calculated columns only.', call.at)
  const own = scalar(requiredArgument(call, 0), env)
  const [home, id, above] = [ident(key.table), ident(key.name), ident(parent.name)]
  const walk = sql`select ${id} as id, ${cast(id, 'string')} as trail from ${home} where ${above} is null
    union all select child.${id}, walk.trail || '|' || ${cast(sql`child.${id}`, 'string')} from ${home} child join walk on child.${above} = walk.id`
  return expr(
    sql`(select found.trail from (with recursive walk as (${walk}) select * from walk) found where found.id = ${own.sql})`,
    'string',
  )
}

function pathText(env: Env, call: Parameters<ScalarFunction>[1]): Sql {
  takes(call, 1, 3)
  return unblanked(asText(scalar(requiredArgument(call, 0), env), call.at), 'string')
}

const pathContains: ScalarFunction = (env, call) => {
  const text = pathText(env, call)
  const item = asText(scalar(requiredArgument(call, 1), env), call.at)
  const bar = param({ kind: 'value', value: '|' }, 'string')
  // BLANK must not match. Without nullif an empty item would be found in every empty path.
  const found = sql`contains(${bar} || ${text} || ${bar}, ${bar} || nullif(${item.sql}, '') || ${bar})`
  return expr(sql`coalesce(${found}, false)`, 'boolean', { nullable: false })
}

/** The first item has number 1. Without a third argument, or with 0 or TEXT, the result is text. */
const pathItem: ScalarFunction = (env, call) => {
  const text = pathText(env, call)
  const place = asNumber(scalar(requiredArgument(call, 1), env), call.at)
  const kind = call.arguments[2]
  const item = sql`nullif(split_part(${text}, '|', cast(${place.sql} as INTEGER)), '')`
  const isWhole =
    (kind?.kind === 'number' && kind.value === 1) || (kind?.kind === 'name' && kind.name.toUpperCase() === 'INTEGER')
  return isWhole ? expr(cast(item, 'int64'), 'int64') : expr(item, 'string')
}

const pathLength: ScalarFunction = (env, call) => {
  const text = pathText(env, call)
  return expr(sql`case when ${text} = '' then 0 else len(string_split(${text}, '|')) end`, 'int64', { nullable: false })
}

export const HIERARCHIES: [string, ScalarFunction][] = [
  ['PATH', path],
  ['PATHCONTAINS', pathContains],
  ['PATHITEM', pathItem],
  ['PATHLENGTH', pathLength],
]

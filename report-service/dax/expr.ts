// A compiled scalar: its SQL, its type, and what BLANK does to it.
// Next: operators.ts, aggregates.ts.
import type { DataType } from '../model/model.ts'
import { DaxError, type Position } from './errors.ts'
import { cast, castNarrow, sql, word, type Sql } from './sql.ts'

/** `blank` is BLANK() itself, which takes any type. */
export type ExprType = DataType | 'blank'

export type Expr = {
  sql: Sql
  type: ExprType
  nullable: boolean
  /** A condition in which SQL's null stands for FALSE (never for BLANK): cheaper, and right wherever only truth is asked. */
  loose: boolean
  /** BLANK wherever the rows at hand have nothing: groups without rows of their own need not be asked. */
  strict: boolean
  /** A value of a row or of the text, small enough for decimals of eighteen digits; sums are not. */
  narrow: boolean
  formatString: string | null
}

export function expr(piece: Sql, type: ExprType, more: Partial<Omit<Expr, 'sql' | 'type'>> = {}): Expr {
  return { sql: piece, type, nullable: true, loose: false, strict: false, narrow: false, formatString: null, ...more }
}

export const BLANK: Expr = expr(sql`null`, 'blank', { strict: true, narrow: true })

export function isNumeric(type: ExprType): boolean {
  return type === 'int64' || type === 'double' || type === 'decimal'
}

const TYPE_WORDS: Record<ExprType, string> = {
  int64: 'a whole number',
  double: 'a number',
  decimal: 'a fixed decimal number',
  string: 'text',
  dateTime: 'a date',
  boolean: 'true or false',
  blank: 'BLANK',
}

export function typeWords(type: ExprType): string {
  return TYPE_WORDS[type]
}

/** The number in it; TRUE is 1. Text is not read as a number. */
export function asNumber(value: Expr, at: Position): Expr {
  if (isNumeric(value.type)) return value
  if (value.type === 'blank') return { ...value, sql: sql`cast(null as BIGINT)`, type: 'int64' }
  if (value.type === 'boolean') return { ...asValue(value), sql: cast(asValue(value).sql, 'int64'), type: 'int64' }
  throw new DaxError('binding', `A number is expected here, not ${typeWords(value.type)}.`, at)
}

export function asText(value: Expr, at: Position): Expr {
  if (value.type === 'string') return value
  if (value.type === 'blank') return { ...value, sql: cast(value.sql, 'string'), type: 'string' }
  if (value.type === 'boolean') {
    const { sql: truth } = asValue(value)
    return {
      ...value,
      loose: false,
      type: 'string',
      sql: sql`case when ${truth} then 'TRUE' when not ${truth} then 'FALSE' end`,
    }
  }
  if (value.type === 'dateTime')
    return { ...value, type: 'string', sql: sql`strftime(${value.sql}, '%-m/%-d/%Y %-I:%M:%S %p')` }
  if (value.type === 'int64') return { ...value, type: 'string', sql: cast(value.sql, 'string') }
  if (isNumeric(value.type)) {
    const number = value.type === 'decimal' ? cast(value.sql, 'double') : value.sql
    return { ...value, type: 'string', sql: sql`regexp_replace(cast(${number} as VARCHAR), '\\.0$', '')` }
  }
  throw new DaxError('binding', `Text is expected here, not ${typeWords(value.type)}.`, at)
}

/** A condition for WHERE and CASE: null may stand for false. A number is true when it is not zero. */
export function asCondition(value: Expr, at: Position): Sql {
  if (value.type === 'boolean') return value.sql
  if (value.type === 'blank') return sql`false`
  if (isNumeric(value.type)) return sql`(${value.sql} <> 0)`
  throw new DaxError('binding', `TRUE or FALSE is expected here, not ${typeWords(value.type)}.`, at)
}

/** The value itself: a loose condition becomes TRUE or FALSE. */
export function asValue(value: Expr): Expr {
  return value.loose ? { ...value, sql: sql`coalesce(${value.sql}, false)`, loose: false, nullable: false } : value
}

/** What BLANK counts as beside a value of this type. */
export function blankAs(type: DataType): Sql {
  switch (type) {
    case 'string':
      return sql`''`
    case 'boolean':
      return sql`false`
    case 'dateTime':
      return sql`timestamp '1899-12-30'`
    case 'decimal':
      return word('cast(0 as DECIMAL(1,0))') // As narrow as what it stands beside.
    case 'double':
    case 'int64':
      return cast(word('0'), type)
  }
}

/** The SQL with BLANK replaced by what it counts as. */
export function unblanked(value: Expr, type: DataType): Sql {
  if (value.type === 'blank') return blankAs(type)
  const held = asValue(value)
  return held.nullable ? sql`coalesce(${held.sql}, ${blankAs(type)})` : held.sql
}

/** One type for values that may stand in one place, such as the branches of IF. */
export function commonType(values: Expr[], at: Position): ExprType {
  let common: ExprType = 'blank'
  for (const { type } of values) {
    if (common === 'blank' || common === type) common = type
    else if (isNumeric(common) && isNumeric(type))
      common = common === 'double' || type === 'double' ? 'double' : 'decimal'
    else if (type !== 'blank')
      throw new DaxError('unsupported', `One expression gives both ${typeWords(common)} and ${typeWords(type)}.`, at)
  }
  return common
}

export function toType(value: Expr, type: ExprType): Sql {
  const held = asValue(value)
  return type === 'blank' || held.type === type
    ? held.sql
    : type === 'decimal' && held.narrow
      ? castNarrow(held.sql)
      : cast(held.sql, type)
}

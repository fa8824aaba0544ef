// A compiled scalar: its SQL, its type, and its behaviour for BLANK.
// Next: operators.ts, aggregates.ts.
import type { DataType } from '../model/model.ts'
import { DaxError, type Position } from './errors.ts'
import { cast, castNarrow, sql, word, type Sql } from './sql.ts'

/** `blank` is the type of BLANK(), which converts to every type. */
export type ExprType = DataType | 'blank'

export type Expr = {
  sql: Sql
  type: ExprType
  nullable: boolean
  /** A condition whose SQL null means FALSE, never BLANK. It is faster, and correct where only true or not true matters. */
  loose: boolean
  /** BLANK if the current row has no matching rows, so groups without rows need not be computed. */
  strict: boolean
  /** A column value or literal that fits decimals of 18 digits. Sums are not narrow. */
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

/** Converts to a number; TRUE becomes 1. Text is not converted. */
export function asNumber(value: Expr, position: Position): Expr {
  if (isNumeric(value.type)) return value
  if (value.type === 'blank') return { ...value, sql: sql`cast(null as BIGINT)`, type: 'int64' }
  if (value.type === 'boolean') return { ...asValue(value), sql: cast(asValue(value).sql, 'int64'), type: 'int64' }
  throw new DaxError('binding', `A number is expected here, not ${typeWords(value.type)}.`, position)
}

export function asText(value: Expr, position: Position): Expr {
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
  throw new DaxError('binding', `Text is expected here, not ${typeWords(value.type)}.`, position)
}

/** A condition for WHERE and CASE, where null counts as false. A number is true if it is not zero. */
export function asCondition(value: Expr, position: Position): Sql {
  if (value.type === 'boolean') return value.sql
  if (value.type === 'blank') return sql`false`
  if (isNumeric(value.type)) return sql`(${value.sql} <> 0)`
  throw new DaxError('binding', `TRUE or FALSE is expected here, not ${typeWords(value.type)}.`, position)
}

/** The value. A loose condition is converted to TRUE or FALSE. */
export function asValue(value: Expr): Expr {
  return value.loose ? { ...value, sql: sql`coalesce(${value.sql}, false)`, loose: false, nullable: false } : value
}

/** The value that BLANK converts to for this type. */
export function blankAs(type: DataType): Sql {
  switch (type) {
    case 'string':
      return sql`''`
    case 'boolean':
      return sql`false`
    case 'dateTime':
      return sql`timestamp '1899-12-30'`
    case 'decimal':
      return word('cast(0 as DECIMAL(1,0))') // A literal 0 does not widen the other operand.
    case 'double':
    case 'int64':
      return cast(word('0'), type)
  }
}

/** SQL with BLANK replaced by its conversion to this type. */
export function unblanked(value: Expr, type: DataType): Sql {
  if (value.type === 'blank') return blankAs(type)
  const operand = asValue(value)
  return operand.nullable ? sql`coalesce(${operand.sql}, ${blankAs(type)})` : operand.sql
}

/** Common type of alternative values, such as the branches of IF. */
export function commonType(values: Expr[], position: Position): ExprType {
  let common: ExprType = 'blank'
  for (const { type } of values) {
    if (common === 'blank' || common === type) common = type
    else if (isNumeric(common) && isNumeric(type))
      common = common === 'double' || type === 'double' ? 'double' : 'decimal'
    else if (type !== 'blank')
      throw new DaxError(
        'unsupported',
        `One expression gives both ${typeWords(common)} and ${typeWords(type)}.`,
        position,
      )
  }
  return common
}

export function toType(value: Expr, type: ExprType): Sql {
  const operand = asValue(value)
  return type === 'blank' || operand.type === type
    ? operand.sql
    : type === 'decimal' && operand.narrow
      ? castNarrow(operand.sql)
      : cast(operand.sql, type)
}

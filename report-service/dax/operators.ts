// The operators of DAX and their behaviour for BLANK. Text comparison is case-insensitive.
// Next: expr.ts.
import type { DataType } from '../model/model.ts'
import type { BinaryOperator } from './ast.ts'
import { DaxError, type Position } from './errors.ts'
import {
  asCondition,
  asNumber,
  asText,
  asValue,
  BLANK,
  commonType,
  expr,
  isNumeric,
  toType,
  typeWords,
  unblanked,
  type Expr,
} from './expr.ts'
import { cast, castNarrow, join, sql, word, type Sql } from './sql.ts'

export function binary(operator: BinaryOperator, left: Expr, right: Expr, position: Position): Expr {
  switch (operator) {
    case '&&':
      return expr(sql`(${asCondition(left, position)} and ${asCondition(right, position)})`, 'boolean', { loose: true })
    case '||':
      return expr(sql`(${asCondition(left, position)} or ${asCondition(right, position)})`, 'boolean', { loose: true })
    case '&':
      return concatenated(left, right, position)
    case '+':
    case '-':
      return summed(operator, left, right, position)
    case '*':
      return multiplied(asNumber(left, position), asNumber(right, position))
    case '/':
      return divided(asNumber(left, position), asNumber(right, position))
    case '^':
      return power(asNumber(left, position), asNumber(right, position))
    default:
      return compared(operator, left, right, position)
  }
}

export function negated(operand: Expr, position: Position): Expr {
  return expr(sql`(not coalesce(${asCondition(operand, position)}, false))`, 'boolean', { nullable: false })
}

export function minus(operand: Expr, position: Position): Expr {
  const number = asNumber(operand, position)
  return { ...number, sql: sql`(-${number.sql})` }
}

function concatenated(left: Expr, right: Expr, position: Position): Expr {
  const [a, b] = [asText(left, position), asText(right, position)]
  return expr(sql`(${unblanked(a, 'string')} || ${unblanked(b, 'string')})`, 'string', { nullable: false })
}

/** Addition: BLANK + 1 is 1, BLANK + BLANK is BLANK. list_sum has the same rule and repeats no operand in the SQL. */
function summed(operator: '+' | '-', left: Expr, right: Expr, position: Position): Expr {
  if (left.type === 'dateTime' || right.type === 'dateTime') return shifted(operator, left, right, position)
  const [a, b] = [asNumber(left, position), asNumber(right, position)]
  const type =
    a.type === 'double' || b.type === 'double'
      ? 'double'
      : a.type === 'decimal' || b.type === 'decimal'
        ? 'decimal'
        : 'int64'
  const strict = a.strict && b.strict
  const narrow = a.narrow && b.narrow
  if (a.nullable && b.nullable) {
    const second = operator === '-' ? sql`-${toType(b, type)}` : toType(b, type)
    return expr(decimal(sql`list_sum([${toType(a, type)}, ${second}])`, type, narrow), type, { strict, narrow })
  }
  const text = sql`(${unblanked(a, type)} ${symbol(operator)} ${unblanked(b, type)})`
  return expr(type === 'decimal' ? decimal(text, type, narrow) : text, type, { nullable: false, narrow })
}

/** A date plus or minus a number of days, or the number of days between two dates. */
function shifted(operator: '+' | '-', left: Expr, right: Expr, position: Position): Expr {
  if (left.type === 'dateTime' && right.type === 'dateTime') {
    if (operator === '+') throw new DaxError('unsupported', 'Two dates cannot be added.', position)
    return expr(sql`((epoch_us(${left.sql}) - epoch_us(${right.sql})) / 86400000000.0)`, 'double')
  }
  const [date, days] = left.type === 'dateTime' ? [left, asNumber(right, position)] : [right, asNumber(left, position)]
  if (operator === '-' && date === right)
    throw new DaxError('unsupported', 'A date cannot be taken from a number.', position)
  const span = sql`to_microseconds(cast(${unblanked(days, 'double')} * 86400000000 as BIGINT))`
  return expr(sql`(${date.sql} ${symbol(operator)} ${span})`, 'dateTime', { nullable: date.nullable })
}

/** Multiplication: BLANK times anything is BLANK. Fixed decimals keep four decimal places. */
function multiplied(a: Expr, b: Expr): Expr {
  const more = { nullable: a.nullable || b.nullable, strict: a.strict || b.strict }
  const decimals = [a, b].filter((one) => one.type === 'decimal').length
  const doubles = [a, b].filter((one) => one.type === 'double').length
  const narrow = a.narrow && b.narrow
  const text = sql`(${factor(a, narrow && doubles === 0)} * ${factor(b, narrow && doubles === 0)})`
  if (decimals === 0) return expr(sql`(${a.sql} * ${b.sql})`, doubles > 0 ? 'double' : 'int64', more)
  return expr(decimal(text, 'decimal', narrow), 'decimal', { ...more, narrow })
}

/** A factor. A whole number next to a narrow decimal is cast to 18 digits, so that the product is computed in 64 bits. */
function factor(value: Expr, narrow: boolean): Sql {
  return narrow && value.type === 'int64' ? sql`cast(${value.sql} as DECIMAL(18,0))` : value.sql
}

function decimal(text: Sql, type: DataType, narrow: boolean): Sql {
  return type === 'decimal' && narrow ? castNarrow(text) : cast(text, type)
}

/** Division: a number divided by zero or BLANK is infinite; BLANK divided by anything is BLANK. */
function divided(a: Expr, b: Expr): Expr {
  const more = { nullable: a.nullable, strict: a.strict }
  return expr(sql`(${cast(a.sql, 'double')} / ${cast(unblanked(b, 'double'), 'double')})`, 'double', more)
}

function power(a: Expr, b: Expr): Expr {
  return expr(sql`power(${cast(a.sql, 'double')}, ${cast(unblanked(b, 'double'), 'double')})`, 'double', {
    nullable: a.nullable,
    strict: a.strict,
  })
}

type Comparison = '=' | '==' | '<>' | '<' | '<=' | '>' | '>='

function compared(operator: Comparison, left: Expr, right: Expr, position: Position): Expr {
  const type = comparable(left, right, position)
  if (type === 'blank')
    return expr(
      word(operator === '=' || operator === '==' || operator === '<=' || operator === '>=' ? 'true' : 'false'),
      'boolean',
      { nullable: false },
    )
  if (operator === '==') return strictlyEqual(left, right, type)
  const [a, b] = [unblanked(left, type), unblanked(right, type)]
  const text = sql`(${side(a, type)} ${symbol(operator)} ${side(b, type)})`
  return expr(text, 'boolean', { nullable: false })
}

/** `column = "Red"` as a plain SQL comparison, so that DuckDB can use its column statistics. */
export function equalTo(column: Expr, literal: Expr, position: Position): Expr {
  const type = comparable(column, literal, position)
  if (type === 'blank') return compared('=', column, literal, position)
  return expr(sql`(${side(asValue(column).sql, type)} = ${side(toType(literal, type), type)})`, 'boolean', {
    loose: true,
  })
}

function strictlyEqual(left: Expr, right: Expr, type: DataType): Expr {
  const [a, b] = [side(toType(left, type), type), side(toType(right, type), type)]
  return expr(sql`(${a} is not distinct from ${b})`, 'boolean', { nullable: false })
}

function comparable(left: Expr, right: Expr, position: Position): DataType | 'blank' {
  const common = isNumeric(left.type) && isNumeric(right.type) ? commonType([left, right], position) : null
  if (common) return common
  if (left.type === 'blank') return right.type
  if (right.type === 'blank' || right.type === left.type) return left.type
  throw new DaxError(
    'binding',
    `${capital(typeWords(left.type))} cannot be compared with ${typeWords(right.type)}.`,
    position,
  )
}

function side(text: Sql, type: DataType): Sql {
  return type === 'string' ? sql`lower(${text})` : text
}

/** `value IN { … }` or `(a, b) IN { … }` with literals: true if any row matches in all values. */
export function oneOfLiterals(values: Expr[], rows: Expr[][], position: Position): Expr {
  const [value] = values
  if (value && values.length === 1)
    return expr(
      oneOfColumn(
        value,
        rows.map((row) => row[0] ?? BLANK),
        position,
      ),
      'boolean',
      { loose: true },
    )
  const matches = rows.map((row) =>
    join(
      values.map((one, index) => strictEquality(one, row[index] ?? BLANK, position)),
      ' and ',
    ),
  )
  if (matches.length === 0) return expr(sql`false`, 'boolean', { nullable: false })
  return expr(
    sql`(${join(
      matches.map((match) => sql`(${match})`),
      ' or ',
    )})`,
    'boolean',
    { nullable: false },
  )
}

function oneOfColumn(value: Expr, literals: Expr[], position: Position): Sql {
  const nonBlankLiterals = literals.filter((one) => one.type !== 'blank')
  const operandSql = asValue(value).sql
  const choices: Sql[] = nonBlankLiterals.length < literals.length ? [sql`${operandSql} is null`] : []
  if (nonBlankLiterals.length > 0) {
    const type = comparable(value, { ...BLANK, type: commonType(nonBlankLiterals, position) }, position)
    if (type === 'blank') throw new DaxError('binding', 'BLANK cannot be one of values.', position)
    const list = join(
      nonBlankLiterals.map((one) => side(toType(one, type), type)),
      ', ',
    )
    choices.push(sql`${side(operandSql, type)} in (${list})`)
  }
  return choices.length === 0 ? sql`false` : sql`(${join(choices, ' or ')})`
}

export function strictEquality(a: Expr, b: Expr, position: Position): Sql {
  const type = comparable(a, b, position)
  return type === 'blank' ? sql`true` : strictlyEqual(a, b, type).sql
}

const SYMBOLS: Record<string, Sql> = {
  '+': sql`+`,
  '-': sql`-`,
  '=': sql`=`,
  '<>': sql`<>`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
}

function symbol(operator: string): Sql {
  const found = SYMBOLS[operator]
  if (!found) throw new Error(`No operator ${operator}.`)
  return found
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

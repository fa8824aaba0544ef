// Reads the conditions of a PBIR filter (`In`, `Not`, `And`, `Or`, `Comparison`, `Contains`, `StartsWith`, `Between`) on one field.
// Returns null for anything unknown. The caller then makes an unsupported filter of it.
import type { Value } from '../model/model.ts'
import type {
  AdvancedFilter,
  BasicFilter,
  Field,
  FilterCondition,
  FilterTarget,
  ReportFilter,
  TupleFilter,
} from './definition.ts'
import { dig, listAt, numberAt } from './json.ts'
import { literalOf } from './literal.ts'
import type { Aliases } from './read-field.ts'
import { readField } from './read-field.ts'
import { relativeDate } from './read-relative-date.ts'

type Operator = FilterCondition['operator']
const COMPARISONS: readonly Operator[] = ['Is', 'GreaterThan', 'GreaterThanOrEqual', 'LessThan', 'LessThanOrEqual']
/** Operator for a negated condition. A comparison has none, because BLANK would match both the comparison and its negation. */
const INVERSES: Partial<Record<Operator, Operator>> = {
  Is: 'IsNot',
  Contains: 'DoesNotContain',
  StartsWith: 'DoesNotStartWith',
  IsBlank: 'IsNotBlank',
  IsEmptyString: 'IsNotEmptyString',
}

/** Filter target of a field. Null for an aggregated column, because a filter target cannot describe it. */
export function targetOf(field: Field): FilterTarget | null {
  if (field.kind === 'aggregation') return null
  return field.kind === 'measure'
    ? { table: field.table, measure: field.name }
    : { table: field.table, column: field.name }
}

/** One filter for all conditions of a `Where` list. The conditions are combined with AND. */
export function filterOfCondition(conditions: unknown[], target: FilterTarget, aliases: Aliases): ReportFilter | null {
  const [first] = conditions
  const whole =
    conditions.length === 1 ? (membership(first, target, aliases) ?? relativeDate(first, target, aliases)) : null
  return whole ?? advanced(conditions, target, aliases)
}

function membership(condition: unknown, target: FilterTarget, aliases: Aliases): BasicFilter | TupleFilter | null {
  const negated = dig(condition, 'Not', 'Expression', 'In')
  const list = negated ?? dig(condition, 'In')
  const rows = listAt(list, 'Values').map((row) => (Array.isArray(row) ? row.map(literalOf) : []))
  const targets = listAt(list, 'Expressions').map((expression) => targetOfExpression(expression, aliases))
  if (rows.length === 0 || rows.some((row) => row.length !== targets.length || row.includes(undefined))) return null
  const values = rows.map((row) => row.map((value): Value => value ?? null))
  if (targets.length === 1) {
    if (!sameTarget(targets[0], target)) return null
    return { filterType: 1, target, operator: negated ? 'NotIn' : 'In', values: values.map((row) => row[0] ?? null) }
  }
  const named = targets.filter((each) => each !== null)
  if (negated || named.length !== targets.length) return null
  return { filterType: 6, target: named, operator: 'In', values: values.map((row) => row.map((value) => ({ value }))) }
}

function advanced(conditions: unknown[], target: FilterTarget, aliases: Aliases): AdvancedFilter | null {
  const [first, ...more] = conditions
  const joined = more.length === 0 ? (['And', 'Or'] as const).find((word) => dig(first, word) !== undefined) : undefined
  const parts = joined ? [dig(first, joined, 'Left'), dig(first, joined, 'Right')] : conditions
  const flat = parts.flatMap((part) =>
    joined === 'Or' ? [simple(part, target, aliases)] : bounds(part, target, aliases),
  )
  const found = flat.filter((each) => each !== null)
  if (found.length === 0 || found.length !== flat.length) return null
  return { filterType: 0, target, logicalOperator: joined ?? 'And', conditions: found }
}

/** Converts one condition. `Between` becomes two conditions, all others one. */
function bounds(condition: unknown, target: FilterTarget, aliases: Aliases): (FilterCondition | null)[] {
  const between = dig(condition, 'Between')
  if (between === undefined) return [simple(condition, target, aliases)]
  const [low, high] = [literalOf(dig(between, 'LowerBound')), literalOf(dig(between, 'UpperBound'))]
  const fits = sameTarget(targetOfExpression(dig(between, 'Expression'), aliases), target)
  if (!fits || low === undefined || high === undefined) return [null]
  return [
    { operator: 'GreaterThanOrEqual', value: low },
    { operator: 'LessThanOrEqual', value: high },
  ]
}

function simple(condition: unknown, target: FilterTarget, aliases: Aliases): FilterCondition | null {
  const negated = dig(condition, 'Not', 'Expression')
  const inner = plain(negated ?? condition, target, aliases)
  if (negated === undefined || !inner) return inner
  const inverse = INVERSES[inner.operator]
  return inverse ? { ...inner, operator: inverse } : null
}

function plain(condition: unknown, target: FilterTarget, aliases: Aliases): FilterCondition | null {
  for (const word of ['Contains', 'StartsWith'] as const) {
    const found = dig(condition, word)
    if (found !== undefined) return compared(word, found, target, aliases)
  }
  const comparison = dig(condition, 'Comparison')
  const operator = COMPARISONS[numberAt(comparison, 'ComparisonKind') ?? -1]
  return operator ? compared(operator, comparison, target, aliases) : null
}

function compared(operator: Operator, sides: unknown, target: FilterTarget, aliases: Aliases): FilterCondition | null {
  const value = literalOf(dig(sides, 'Right'))
  if (value === undefined || !sameTarget(targetOfExpression(dig(sides, 'Left'), aliases), target)) return null
  if (operator === 'Is' && value === null) return { operator: 'IsBlank' }
  if (operator === 'Is' && value === '') return { operator: 'IsEmptyString' }
  return value === null ? null : { operator, value }
}

const targetOfExpression = (expression: unknown, aliases: Aliases): FilterTarget | null => {
  const field = readField(expression, aliases)
  return field && targetOf(field)
}

/** True if both targets name the same column or measure. */
export const sameTarget = (a: FilterTarget | null | undefined, b: FilterTarget): boolean =>
  a?.table === b.table && a.column === b.column && a.measure === b.measure

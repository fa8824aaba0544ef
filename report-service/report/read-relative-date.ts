// Reads relative dates of PBIR: "in the last 3 months" is stored as a `Between` of two spans relative to now.
import type { FilterTarget, RelativeDateFilter } from './definition.ts'
import { dig, numberAt } from './json.ts'
import type { Aliases } from './read-field.ts'
import { readField } from './read-field.ts'

type Unit = RelativeDateFilter['timeUnitType']
/** Unit numbers for Power BI's day, week, month and year: as rolling units, and as whole calendar units. */
const ROLLING: readonly Unit[] = [0, 1, 3, 5]
const CALENDAR: readonly (Unit | undefined)[] = [undefined, 2, 4, 6]

/** A bound: now, shifted by amounts of units, then rounded down to the start of a unit. */
type Bound = { span: number; shifts: { amount: number; unit: number }[] }

/**
 * Reads the filter of `Between [DateSpan(DateAdd(now, -n, unit)), DateSpan(now)]`. Null for any other form.
 * A bound that excludes today has an additional shift by one day.
 */
export function relativeDate(condition: unknown, target: FilterTarget, aliases: Aliases): RelativeDateFilter | null {
  const between = dig(condition, 'Between')
  const field = readField(dig(between, 'Expression'), aliases)
  const [low, high] = [readBound(dig(between, 'LowerBound')), readBound(dig(between, 'UpperBound'))]
  if (!low || !high || low.span !== high.span || field?.kind !== 'column') return null
  if (field.table !== target.table || field.name !== target.column) return null
  if (low.shifts.length === 0 && high.shifts.length === 0) {
    const unit = CALENDAR[low.span] ?? 0
    return { filterType: 4, target, operator: 1, timeUnitsCount: 1, timeUnitType: unit, includeToday: true }
  }
  return counted(low, 'last', target) ?? counted(high, 'next', target)
}

function counted(bound: Bound, side: 'last' | 'next', target: FilterTarget): RelativeDateFilter | null {
  const sign = side === 'last' ? -1 : 1
  const main = bound.shifts.find((shift) => Math.sign(shift.amount) === sign)
  if (!main) return null
  const unit = bound.span === 0 ? ROLLING[main.unit] : bound.span === main.unit ? CALENDAR[main.unit] : undefined
  if (unit === undefined) return null
  const includeToday = bound.span !== 0 || bound.shifts.length === 2
  const operator = side === 'last' ? 0 : 2
  return { filterType: 4, target, operator, timeUnitsCount: Math.abs(main.amount), timeUnitType: unit, includeToday }
}

function readBound(expression: unknown): Bound | null {
  const span = numberAt(expression, 'DateSpan', 'TimeUnit')
  const shifts: Bound['shifts'] = []
  let inner = dig(expression, 'DateSpan', 'Expression')
  while (dig(inner, 'DateAdd') !== undefined && shifts.length < 2) {
    const [amount, unit] = [numberAt(inner, 'DateAdd', 'Amount'), numberAt(inner, 'DateAdd', 'TimeUnit')]
    if (amount === null || unit === null) return null
    shifts.push({ amount, unit })
    inner = dig(inner, 'DateAdd', 'Expression')
  }
  return span !== null && dig(inner, 'Now') !== undefined ? { span, shifts } : null
}

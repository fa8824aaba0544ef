// Reads the filters of a report for people: one line for each filter and slicer that is in force. The filters have the JSON of the Power BI SDK.
import type { Ticket } from './help-desk-place.ts'

type State = NonNullable<NonNullable<Ticket['view']>['state']>
export type FilterState = Pick<State, 'filters' | 'slicers'>

/** `phrase`: a key of `reports.library.filters.operators`. Without one, `sign` is what people read; empty: a filter of another kind. */
export type FilterCondition = { phrase: OperatorPhrase | null; sign: string; values: string[] }
export type FilterLine = { column: string; conditions: FilterCondition[] }

const phrases = {
  In: 'in',
  NotIn: 'not_in',
  Contains: 'contains',
  GreaterThan: 'greater',
  GreaterThanOrEqual: 'at_least',
  LessThan: 'less',
  LessThanOrEqual: 'at_most',
  IsBlank: 'blank',
  IsNotBlank: 'not_blank',
} as const
type OperatorPhrase = (typeof phrases)[keyof typeof phrases]

const phraseOf = new Map<unknown, OperatorPhrase>(Object.entries(phrases))
const signOf = new Map<unknown, string>([
  ['Is', '='],
  ['IsNot', '≠'],
])

export function filterLines({ filters, slicers }: FilterState): FilterLine[] {
  const ofSlicers = slicers.flatMap(({ state }) => listIn(state['filters']))
  return [...filters, ...ofSlicers].flatMap((filter) => {
    const conditions = conditionsOf(recordIn(filter))
    return conditions.length === 0 ? [] : [{ column: columnOf(recordIn(filter)), conditions }]
  })
}

/** The conditions of one filter; empty: it selects everything. */
function conditionsOf(filter: Record<string, unknown>): FilterCondition[] {
  if (filter['conditions'] !== undefined) {
    return listIn(filter['conditions']).map((each) => {
      const { operator, value } = recordIn(each)
      return condition(operator, value === undefined ? [] : [value])
    })
  }
  const { operator, values } = filter
  if (values === undefined) return [{ phrase: null, sign: '', values: [] }]
  return listIn(values).length === 0 ? [] : [condition(operator, listIn(values))]
}

const condition = (operator: unknown, values: readonly unknown[]): FilterCondition => ({
  phrase: phraseOf.get(operator) ?? null,
  sign: signOf.get(operator) ?? (typeof operator === 'string' ? operator : ''),
  values: values.map(textOf),
})

/** The column that a filter is about: `Region · Name`. A filter of several columns has a list of targets. */
function columnOf({ target }: Record<string, unknown>): string {
  const targets = Array.isArray(target) ? listIn(target) : [target]
  return targets
    .map((each) => {
      const { table, column, measure, hierarchyLevel } = recordIn(each)
      return [table, column ?? measure ?? hierarchyLevel].filter((part) => typeof part === 'string').join(' · ')
    })
    .join(', ')
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '–' : JSON.stringify(value)

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const recordIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

// The text of a filter for its card in the pane. Pure.
import { unitOf } from '../../contract/relative-dates.ts'
import type { FilterCondition, FilterTarget, RelativeDateFilter, ReportFilter } from '../../report/definition.ts'
import type { Value } from '../../model/model.ts'
import { formatLabel, type Formatted } from '../format/format-value.ts'
import type { Phrases, Speech } from '../phrases/speech.ts'
import { restricts } from '../state/filters.ts'

export function filterName(filter: ReportFilter): string {
  const displayName = filter.displaySettings?.displayName
  if (displayName) return displayName
  const targets = filter.filterType === 6 ? filter.target : [filter.target]
  return targets.map(fieldName).join(', ')
}

const fieldName = (target: FilterTarget): string => target.column ?? target.measure ?? target.table

/** One-line summary. `column` defines the format of the values; if it is unknown, the format is inferred from the value. */
export function filterSummary(filter: ReportFilter, speech: Speech, column?: Formatted): string {
  const { phrases } = speech
  const write = (value: Value) => formatLabel(value, column ?? guessed(value), speech.writing)
  if (!restricts(filter)) return phrases.all
  switch (filter.filterType) {
    case 0: {
      const conditions = filter.conditions.filter(({ operator }) => operator !== 'None')
      const range = filter.logicalOperator === 'And' ? rangeOf(conditions) : null
      if (range) return speech.say('between', { from: write(range.from), to: write(range.to) })
      return conditions
        .map((condition) => conditionWords(condition, speech, write))
        .join(` ${filter.logicalOperator === 'And' ? phrases.and : phrases.or} `)
    }
    case 1: {
      const values =
        filter.values.length > 3
          ? speech.say('selectedCount', { count: filter.values.length })
          : filter.values.map(write).join(', ')
      return filter.operator === 'NotIn' ? speech.say('notIn', { values }) : values
    }
    case 4:
      return relativeWords(filter, speech)
    case 5:
      return speech.say(filter.operator === 'Top' ? 'top' : 'bottom', {
        count: filter.itemCount,
        by: fieldName(filter.orderBy),
      })
    case 2:
      return filter.notSupportedTypeName
    default:
      return speech.say('selectedCount', { count: filter.values.length })
  }
}

/** Infers a format without the column's type: text in the form of an ISO date is a date. */
export function guessed(value: Value): Formatted {
  const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
  return { dataType: isDate ? 'dateTime' : typeof value === 'number' ? 'double' : 'string', formatString: null }
}

/** Phrases with a place for the value. */
const COMPARISONS: Partial<Record<FilterCondition['operator'], keyof Phrases>> = {
  LessThan: 'lessThan',
  LessThanOrEqual: 'atMost',
  GreaterThan: 'moreThan',
  GreaterThanOrEqual: 'atLeast',
  IsNot: 'isNot',
}
const WORDS: Partial<Record<FilterCondition['operator'], keyof Phrases>> = {
  Contains: 'contains',
  DoesNotContain: 'doesNotContain',
  StartsWith: 'startsWith',
  DoesNotStartWith: 'doesNotStartWith',
  IsBlank: 'isBlank',
  IsNotBlank: 'isNotBlank',
  IsEmptyString: 'isBlank',
  IsNotEmptyString: 'isNotBlank',
}

function conditionWords({ operator, value }: FilterCondition, speech: Speech, write: (value: Value) => string): string {
  const comparison = COMPARISONS[operator]
  const written = value === undefined ? '' : write(value)
  if (comparison) return speech.say(comparison, { value: written })
  const word = WORDS[operator]
  return word ? `${speech.phrases[word]} ${written}`.trim() : written
}

/** The ends of two conditions that enclose a range, such as ≥ 2011 and ≤ 2013. */
function rangeOf(conditions: readonly FilterCondition[]): { from: Value; to: Value } | null {
  const from = conditions.find(({ operator }) => operator === 'GreaterThanOrEqual')?.value
  const to = conditions.find(({ operator }) => operator === 'LessThanOrEqual')?.value
  return conditions.length === 2 && from !== undefined && to !== undefined ? { from, to } : null
}

/** The words of a period by its unit: one, several, the present one, and the same for the next ones. */
const PERIODS = {
  day: { last: ['lastDay', 'lastDays'], this: 'thisDay', next: ['nextDay', 'nextDays'] },
  week: { last: ['lastWeek', 'lastWeeks'], this: 'thisWeek', next: ['nextWeek', 'nextWeeks'] },
  month: { last: ['lastMonth', 'lastMonths'], this: 'thisMonth', next: ['nextMonth', 'nextMonths'] },
  year: { last: ['lastYear', 'lastYears'], this: 'thisYear', next: ['nextYear', 'nextYears'] },
} as const

function relativeWords(filter: RelativeDateFilter, speech: Speech): string {
  const words = PERIODS[unitOf(filter)]
  const { operator, timeUnitsCount: count } = filter
  if (operator === 1) return speech.phrases[words.this]
  return speech.say(words[operator === 0 ? 'last' : 'next'][count === 1 ? 0 : 1], { count })
}

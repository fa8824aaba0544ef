// The text of a filter for its card in the pane. Pure.
import type { FilterCondition, FilterTarget, ReportFilter } from '../../report/definition.ts'
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
    case 0:
      return filter.conditions
        .filter(({ operator }) => operator !== 'None')
        .map((condition) => conditionWords(condition, phrases, write))
        .join(` ${filter.logicalOperator === 'And' ? phrases.and : phrases.or} `)
    case 1: {
      const values =
        filter.values.length > 3
          ? speech.say('selectedCount', { count: filter.values.length })
          : filter.values.map(write).join(', ')
      return filter.operator === 'NotIn' ? speech.say('notIn', { values }) : values
    }
    case 4:
      return relativeWords(filter.operator, filter.timeUnitsCount, filter.timeUnitType, speech)
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
function guessed(value: Value): Formatted {
  const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
  return { dataType: isDate ? 'dateTime' : typeof value === 'number' ? 'double' : 'string', formatString: null }
}

const SIGNS: Partial<Record<FilterCondition['operator'], string>> = {
  LessThan: '<',
  LessThanOrEqual: '≤',
  GreaterThan: '>',
  GreaterThanOrEqual: '≥',
  Is: '=',
  IsNot: '≠',
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

function conditionWords(
  { operator, value }: FilterCondition,
  phrases: Phrases,
  write: (value: Value) => string,
): string {
  const word = WORDS[operator]
  const sign = SIGNS[operator] ?? (word ? phrases[word] : '')
  return value === undefined ? sign : `${sign} ${write(value)}`
}

function relativeWords(operator: 0 | 1 | 2, count: number, unit: number, speech: Speech): string {
  const key = (['inLast', 'inThis', 'inNext'] as const)[operator]
  const units = ['unitDays', 'unitWeeks', 'unitWeeks', 'unitMonths', 'unitMonths', 'unitYears', 'unitYears'] as const
  return speech.say(key, { count, unit: speech.phrases[units[unit] ?? 'unitDays'] })
}

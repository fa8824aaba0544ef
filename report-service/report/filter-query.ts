// Converts filters to DAX. Filters on columns become arguments of SUMMARIZECOLUMNS; filters on measures become a condition on its rows.
// Names are looked up in the model and values go through dax-text.ts. Anything invalid is refused.
// Next: visual-query.ts combines the parts.
import { relativeDates } from '../contract/relative-dates.ts'
import type { DataType, SemanticModel } from '../model/model.ts'
import { columnText, literalText, nameText, stringText } from './dax-text.ts'
import type {
  AdvancedFilter,
  BasicFilter,
  FilterCondition,
  FilterTarget,
  ReportFilter,
  TopNFilter,
  TupleFilter,
} from './definition.ts'
import { getColumn, getMeasure } from './model-lookup.ts'
import { QueryRefusal } from './query-refusal.ts'
import { todayOf } from './today.ts'

/** The maximum number of filters, above that of any real page: each filter nests the query deeper. */
const MAX_FILTERS = 100

export type FilterQuery = {
  /** Arguments of SUMMARIZECOLUMNS. */
  tables: string[]
  /** Measures to compute in addition to those of the visual, and the condition on them; null if there is no filter on a measure. */
  measures: { alias: string; expression: string }[]
  condition: string | null
}

/** Left side of a comparison: a column or an alias, with its type. */
type Operand = { text: string; type: DataType }

/** DAX for filters that are combined with AND. `now` is in milliseconds, for relative dates; a model whose data end earlier counts from that day. Throws QueryRefusal. */
export function filterQuery(model: SemanticModel, filters: ReportFilter[], now: number): FilterQuery {
  const acting = filters.filter(restricts)
  if (acting.length > MAX_FILTERS) throw new QueryRefusal('TooManyFilters', `More than ${MAX_FILTERS} filters.`)
  const byColumn = acting.filter((filter) => isColumnFilter(filter))
  const tables = [
    ...columnTables(model, byColumn, todayOf(model, now)),
    ...acting.flatMap((filter) => (filter.filterType === 6 ? [tupleTable(model, filter)] : [])),
  ]
  const ranked = acting.flatMap((filter) => (filter.filterType === 5 ? [rankedTable(model, filter, tables)] : []))
  return { tables: [...tables, ...ranked], ...measureFilters(model, acting) }
}

/** False for a filter that does not restrict any rows. */
function restricts(filter: ReportFilter): boolean {
  if (filter.filterType === 2) throw new QueryRefusal('UnsupportedFilter', filter.message)
  if (filter.filterType === 1) return filter.operator !== 'All' && filter.values.length > 0
  if (filter.filterType === 0) return filter.conditions.some((each) => each.operator !== 'None')
  return true
}

const isColumnFilter = (filter: ReportFilter): boolean =>
  filter.filterType !== 5 && filter.filterType !== 6 && filter.target.measure === undefined

/** One argument per column, even if it has several filters: two arguments on the same column would not be combined as one filter context. */
function columnTables(model: SemanticModel, filters: ReportFilter[], now: number): string[] {
  const operands = filters.map((filter) => ({ filter, operand: columnOperand(model, singleTarget(filter)) }))
  const groups = Map.groupBy(operands, ({ operand }) => operand.text)
  return [...groups].map(([column, group]) => {
    const [only] = group
    if (group.length === 1 && only && isPlainList(only.filter)) {
      return `TREATAS(${listText(only.filter, only.operand.type)}, ${column})`
    }
    const conditions = group.map(({ filter, operand }) => condition(filter, operand, now))
    return `FILTER(VALUES(${column}), ${conditions.join(' && ')})`
  })
}

const isPlainList = (filter: ReportFilter): filter is BasicFilter & ReportFilter =>
  filter.filterType === 1 && filter.operator === 'In' && !filter.values.includes(null)

const listText = (filter: BasicFilter, type: DataType): string =>
  `{${filter.values.map((value) => literalText(value, type)).join(', ')}}`

function measureFilters(model: SemanticModel, filters: ReportFilter[]): Pick<FilterQuery, 'measures' | 'condition'> {
  const found = filters.flatMap((filter, index) => {
    if (filter.filterType === 5 || filter.filterType === 6 || filter.target.measure === undefined) return []
    getMeasure(model, filter.target.table, filter.target.measure)
    const alias = `f${index}`
    const operand: Operand = { text: nameText(alias), type: 'double' }
    const expression = nameText(filter.target.measure)
    return [{ alias, expression, condition: condition(filter, operand, 0) }]
  })
  const measures = found.map(({ alias, expression }) => ({ alias, expression }))
  return { measures, condition: found.length > 0 ? found.map((each) => each.condition).join(' && ') : null }
}

function singleTarget(filter: ReportFilter): FilterTarget {
  if (Array.isArray(filter.target)) throw new QueryRefusal('UnsupportedFilter', 'A filter names several columns.')
  return filter.target
}

function columnOperand(model: SemanticModel, target: FilterTarget): Operand {
  if (target.column === undefined) throw new QueryRefusal('UnknownField', 'A filter names no column.')
  const column = getColumn(model, target.table, target.column)
  return { text: columnText(target.table, column.name), type: column.dataType }
}

function tupleTable(model: SemanticModel, filter: TupleFilter): string {
  const operands = filter.target.map((target) => columnOperand(model, target))
  const rows = filter.values.map((row) => {
    if (row.length !== operands.length) throw new QueryRefusal('BadFilterValue', 'A row of a filter misses a value.')
    return `(${row.map(({ value }, index) => literalText(value, operands[index]?.type ?? 'string')).join(', ')})`
  })
  if (operands.length === 0 || rows.length === 0) throw new QueryRefusal('BadFilterValue', 'A filter has no rows.')
  return `TREATAS({${rows.join(', ')}}, ${operands.map((operand) => operand.text).join(', ')})`
}

/** A Top N filter: the first n values of a column by a measure, among the values that the other filters leave. */
function rankedTable(model: SemanticModel, filter: TopNFilter, others: string[]): string {
  const { text } = columnOperand(model, filter.target)
  const { table, measure } = filter.orderBy
  if (measure === undefined) throw new QueryRefusal('UnsupportedFilter', 'A Top N filter can only order by a measure.')
  const by = nameText(getMeasure(model, table, measure).name)
  const count = literalText(filter.itemCount, 'int64')
  const ranked = `TOPN(${count}, VALUES(${text}), ${by}, ${filter.operator === 'Top' ? 'DESC' : 'ASC'})`
  return others.length === 0 ? ranked : `CALCULATETABLE(${[ranked, ...others].join(', ')})`
}

function condition(filter: ReportFilter, operand: Operand, now: number): string {
  switch (filter.filterType) {
    case 0:
      return advancedCondition(filter, operand)
    case 1:
      return listCondition(filter, operand)
    case 4: {
      const { from, until } = relativeDates(filter, now)
      const [low, high] = [literalText(from, operand.type), literalText(until, operand.type)]
      return `(${operand.text} >= ${low} && ${operand.text} < ${high})`
    }
    case 2:
    case 5:
    case 6:
      throw new QueryRefusal('UnsupportedFilter', 'This kind of filter cannot act on a single value.')
  }
}

/** A list condition. BLANK is tested with ISBLANK, because in a list it would also match 0 and empty text. */
function listCondition(filter: BasicFilter, { text, type }: Operand): string {
  const values = filter.values.filter((value) => value !== null)
  const parts = [
    ...(filter.values.length > values.length ? [`ISBLANK(${text})`] : []),
    ...(values.length > 0 ? [`${text} IN ${listText({ ...filter, values }, type)}`] : []),
  ]
  const within = `(${parts.join(' || ')})`
  return filter.operator === 'NotIn' ? `(NOT ${within})` : within
}

function advancedCondition(filter: AdvancedFilter, operand: Operand): string {
  const parts = filter.conditions.filter((each) => each.operator !== 'None').map((each) => compared(each, operand))
  return `(${parts.join(filter.logicalOperator === 'Or' ? ' || ' : ' && ')})`
}

function compared({ operator, value = null }: FilterCondition, { text, type }: Operand): string {
  const literal = () => literalText(value, type)
  switch (operator) {
    case 'Is':
      return value === null ? `ISBLANK(${text})` : `${text} = ${literal()}`
    case 'IsNot':
      return value === null ? `(NOT ISBLANK(${text}))` : `${text} <> ${literal()}`
    case 'LessThan':
      return `${text} < ${literal()}`
    case 'LessThanOrEqual':
      return `${text} <= ${literal()}`
    case 'GreaterThan':
      return `${text} > ${literal()}`
    case 'GreaterThanOrEqual':
      return `${text} >= ${literal()}`
    case 'Contains':
      return contains(text, value)
    case 'DoesNotContain':
      return `(NOT ${contains(text, value)})`
    case 'StartsWith':
      return startsWith(text, value)
    case 'DoesNotStartWith':
      return `(NOT ${startsWith(text, value)})`
    case 'IsBlank':
      return `ISBLANK(${text})`
    case 'IsNotBlank':
      return `(NOT ISBLANK(${text}))`
    case 'IsEmptyString':
      return `(NOT ISBLANK(${text}) && ${text} = "")`
    case 'IsNotEmptyString':
      return `(ISBLANK(${text}) || ${text} <> "")`
    case 'None':
      throw new Error('A condition of nothing was not left out.')
  }
}

const contains = (text: string, value: FilterCondition['value']): string =>
  `CONTAINSSTRING(${text}, ${stringText(String(value))})`

/** Uses LEN on both sides, so both count characters in the same way. */
function startsWith(text: string, value: FilterCondition['value']): string {
  const start = stringText(String(value))
  return `(LEFT(${text}, LEN(${start})) = ${start})`
}

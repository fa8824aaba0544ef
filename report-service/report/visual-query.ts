// Plans the DAX queries of a visual from its wells, filters and sort order, and how to read the resulting rows.
// It runs no query. Fields are looked up in the model; filters that cannot be converted exactly are refused.
// Next: filter-query.ts (filters), dax-text.ts (escaping), answer-visual.ts (runs the plan).
import type { SemanticModel } from '../model/model.ts'
import { columnText, nameText, tableText } from './dax-text.ts'
import type { Aggregation, Field, Projection, ReportFilter, Visual } from './definition.ts'
import type { FilterQuery } from './filter-query.ts'
import { filterQuery } from './filter-query.ts'
import { commonTable, getColumn, getMeasure } from './model-lookup.ts'
import { QueryRefusal } from './query-refusal.ts'

type Sort = Visual['sort']
export type VisualQuestionParts = { filters: ReportFilter[]; sort?: Sort | undefined; now: number }

/** A field of a well, and the index of its value in a row of the query. */
export type PlannedColumn = Projection & { role: string; isGroup: boolean; place: number; formatString: string | null }

export type VisualPlan = {
  columns: PlannedColumn[]
  dax: string
  /** Query for the grand total, without groups; null if the visual shows none. */
  totals: DerivedQuery | null
  /** Queries for the subtotals of a matrix: the same values with fewer groups. */
  subtotals: DerivedQuery[]
}

/** A query with some of the groups. `places`: index in its rows for each column of the plan, null for a group that is left out. */
export type DerivedQuery = { dax: string; places: (number | null)[] }

type Group = { text: string; table: string; sortText: string | null }
type Measured = { alias: string; expression: string; queryRef: string }
type Parts = { model: SemanticModel; filters: FilterQuery; groups: Group[]; values: Measured[]; order: string[] }

const WITH_TOTALS = new Set(['tableEx', 'pivotTable'])
/** Visual types sorted by their groups by default. Other types are sorted by the greatest value first. */
const BY_AXIS = new Set([
  'lineChart',
  'areaChart',
  'stackedAreaChart',
  'hundredPercentStackedAreaChart',
  'lineClusteredColumnComboChart',
  'lineStackedColumnComboChart',
  'kpi',
  'tableEx',
  'pivotTable',
  'slicer',
  'listSlicer',
  'advancedSlicerVisual',
])
const FUNCTIONS: Record<Aggregation, string> = {
  sum: 'SUM',
  average: 'AVERAGE',
  distinctCount: 'DISTINCTCOUNT',
  min: 'MIN',
  max: 'MAX',
  count: 'COUNTA',
  median: 'MEDIAN',
}

/**
 * Plans a visual. Null for a visual without data (a text, an image, empty wells). `filters` must include all filters that apply, also
 * those of the visual itself. Throws QueryRefusal for a field or filter that the model cannot answer.
 */
export function planVisual(model: SemanticModel, visual: Visual, question: VisualQuestionParts): VisualPlan | null {
  const fields = fieldsOf(visual)
  if (fields.length === 0) return null
  const parts = partsOf(model, visual, fields, question)
  const columns = fields.map((field) => plannedColumn(model, field, parts))
  const hasValues = parts.values.length > 0 && parts.groups.length > 0
  return {
    columns,
    dax: queryText(parts),
    totals: hasValues && WITH_TOTALS.has(visual.type) ? derived(parts, columns, []) : null,
    subtotals: hasValues && visual.type === 'pivotTable' ? subtotals(parts, columns) : [],
  }
}

/** A query for the distinct values of a column under filters, in the column's sort order. The first column of the rows is the value. */
export function planValues(
  model: SemanticModel,
  at: { table: string; column: string },
  filters: ReportFilter[],
  now: number,
): string {
  const groups = [groupOf(model, { kind: 'column', table: at.table, name: at.column })]
  const order = groups.map((group) => group.sortText ?? group.text)
  return queryText({ model, filters: filterQuery(model, filters, now), groups, values: [], order })
}

type Placed = Projection & { role: string }

const fieldsOf = (visual: Visual): Placed[] =>
  Object.entries(visual.wells).flatMap(([role, well]) =>
    well.filter((projection) => projection.active).map((projection) => ({ ...projection, role })),
  )

function partsOf(model: SemanticModel, visual: Visual, fields: Placed[], question: VisualQuestionParts): Parts {
  const grouping = fields.filter(({ field }) => field.kind === 'column')
  const groups = unique(grouping.map(({ field }) => groupOf(model, field)))
  const measured = fields.filter(({ field }) => field.kind !== 'column')
  const values = measured.map(({ field, queryRef }, index) => ({
    alias: `v${index}`,
    expression: expressionOf(model, field),
    queryRef,
  }))
  const filters = filterQuery(model, question.filters, question.now)
  // The last row of a KPI is its present value, so its rows always follow the trend axis.
  const sort = visual.type === 'kpi' ? [] : (question.sort ?? visual.sort)
  const order = orderOf(model, visual, fields, sort, { groups, values })
  return { model, filters, groups, values, order }
}

function unique(groups: Group[]): Group[] {
  return [...new Map(groups.map((group) => [group.text, group])).values()]
}

function groupOf(model: SemanticModel, field: Field): Group {
  const column = getColumn(model, field.table, field.name)
  const sortBy = column.sortByColumn === null ? null : getColumn(model, field.table, column.sortByColumn)
  return {
    text: columnText(field.table, column.name),
    table: field.table,
    sortText: sortBy && columnText(field.table, sortBy.name),
  }
}

function expressionOf(model: SemanticModel, field: Field): string {
  if (field.kind === 'aggregation') {
    const column = getColumn(model, field.table, field.name)
    return `${FUNCTIONS[field.aggregation]}(${columnText(field.table, column.name)})`
  }
  return nameText(getMeasure(model, field.table, field.name).name)
}

/** The requested sort order, followed by all groups, so that equal queries return rows in the same order. */
function orderOf(
  model: SemanticModel,
  visual: Visual,
  fields: Placed[],
  sort: Sort,
  { groups, values }: Pick<Parts, 'groups' | 'values'>,
): string[] {
  const sortKeys = sort.flatMap(({ queryRef, direction }) => {
    const word = direction === 'desc' ? ' DESC' : ''
    const value = values.find((each) => each.queryRef === queryRef)
    if (value) return [nameText(value.alias) + word]
    const field = fields.find((each) => each.queryRef === queryRef && each.field.kind === 'column')?.field
    if (!field) return []
    const group = groupOf(model, field)
    return [(group.sortText ?? group.text) + word]
  })
  const [first] = values
  if (groups.length === 0) return []
  const usual =
    sortKeys.length === 0 && first && !BY_AXIS.has(visual.type) ? [`${nameText(first.alias)} DESC`] : sortKeys
  const named = new Set(usual.map((each) => each.replace(/ DESC$/, '')))
  const rest = groups.map((group) => group.sortText ?? group.text).filter((text) => !named.has(text))
  return [...usual, ...new Set(rest)]
}

function plannedColumn(model: SemanticModel, field: Placed, parts: Parts): PlannedColumn {
  const isGroup = field.field.kind === 'column'
  const place = isGroup
    ? groupTexts(parts.groups).indexOf(columnText(field.field.table, field.field.name))
    : groupTexts(parts.groups).length + parts.values.findIndex((value) => value.queryRef === field.queryRef)
  return { ...field, isGroup, place, formatString: formatOf(model, field.field) }
}

/** Format string in the model. The engine may return another one for a measure. Counts are whole numbers. */
function formatOf(model: SemanticModel, field: Field): string | null {
  if (field.kind === 'measure') return getMeasure(model, field.table, field.name).formatString
  const isCount = field.kind === 'aggregation' && ['count', 'distinctCount'].includes(field.aggregation)
  return isCount ? '#,0' : getColumn(model, field.table, field.name).formatString
}

/** Group columns in the order of a row, without duplicates. A sort-by column comes after the column it sorts. */
const groupTexts = (groups: Group[]): string[] => [
  ...new Set(groups.flatMap(({ text, sortText }) => (sortText === null ? [text] : [text, sortText]))),
]

function queryText(parts: Parts): string {
  const { filters, groups, values, order } = parts
  const named = [...values, ...filters.measures, ...(values.length === 0 ? existence(parts) : [])].map(
    ({ alias, expression }) => `"${alias}", ${expression}`,
  )
  const table = `SUMMARIZECOLUMNS(${[...groupTexts(groups), ...filters.tables, ...named].join(', ')})`
  const rows = filters.condition === null ? table : `FILTER(${table}, ${filters.condition})`
  return `EVALUATE ${rows}${order.length > 0 ? ` ORDER BY ${order.join(', ')}` : ''}`
}

/** Counts the rows of the table that all group columns lead to, for a visual without a measure: only existing combinations are returned. */
function existence({ model, groups, filters }: Parts): { alias: string; expression: string }[] {
  const tables = new Set(groups.map((group) => group.table))
  if (tables.size < 2 || filters.measures.length > 0) return []
  const common = commonTable(model, tables)
  if (common === null) {
    throw new QueryRefusal('UnrelatedFields', 'The fields of this visual come from tables that no relationship joins.')
  }
  return [{ alias: 'rows', expression: `COUNTROWS(${tableText(common)})` }]
}

/** The query of a visual with fewer groups, for its subtotals. A filter on a measure still applies to the rows of the full query. */
function derived(parts: Parts, columns: PlannedColumn[], groupColumns: PlannedColumn[]): DerivedQuery {
  const texts = new Set(groupColumns.map(({ field }) => columnText(field.table, field.name)))
  const groups = parts.groups.filter((group) => texts.has(group.text))
  const order = groups.map((group) => group.sortText ?? group.text)
  const filters = { ...displayedRowsOf(parts), measures: [], condition: null }
  const places = groupTexts(groups)
  return {
    dax: queryText({ ...parts, filters, groups, order }),
    places: columns.map((column) => {
      if (!column.isGroup) return column.place - groupTexts(parts.groups).length + places.length
      const place = places.indexOf(columnText(column.field.table, column.field.name))
      return place < 0 ? null : place
    }),
  }
}

function displayedRowsOf({ filters, groups }: Parts): Pick<FilterQuery, 'tables'> {
  if (filters.condition === null) return { tables: filters.tables }
  const named = filters.measures.map(({ alias, expression }) => `"${alias}", ${expression}`)
  const columns = groups.map((group) => group.text)
  const displayedRows = `FILTER(SUMMARIZECOLUMNS(${[...columns, ...filters.tables, ...named].join(', ')}), ${filters.condition})`
  return { tables: [...filters.tables, displayedRows] }
}

/** Subtotals: every prefix of the row groups, with and without the column groups. The full set is left out, because it is the cells. */
function subtotals(parts: Parts, columns: PlannedColumn[]): DerivedQuery[] {
  const rows = columns.filter((column) => column.isGroup && column.role === 'Rows')
  const across = columns.filter((column) => column.isGroup && column.role === 'Columns')
  const columnSets: PlannedColumn[][] = []
  for (let depth = rows.length; depth >= 0; depth--) {
    const leading = rows.slice(0, depth)
    if (across.length > 0 && depth < rows.length) columnSets.push([...leading, ...across])
    if (depth > 0 && (across.length > 0 || depth < rows.length)) columnSets.push(leading)
  }
  return columnSets.map((groupColumns) => derived(parts, columns, groupColumns))
}

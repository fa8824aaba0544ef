// Runs the queries of a visual and builds the answer for the viewer: columns in the order of the field wells, with totals.
// Access is not decided here: the engine applies the roles of the identity to every query.
// Next: visual-query.ts (the plan), ../rest/viewer-routes.ts (the caller).
import type { Engine, Identity, QueryResult } from '../dax/engine.ts'
import type { Value } from '../model/model.ts'
import type { ReportFilter, Visual } from './definition.ts'
import { getColumn } from './model-lookup.ts'
import { sortByCategory } from './sort-by-category.ts'
import { todayOf } from './today.ts'
import type { ValuesAnswer, ValuesQuestion, VisualAnswer, VisualColumn } from './viewer-calls.ts'
import type { DerivedQuery, PlannedColumn } from './visual-query.ts'
import { planValues, planVisual } from './visual-query.ts'

/**
 * Context of a query: the reader's identity, the caller's key for the fair queue, an abort signal, and the time for
 * relative dates in milliseconds since 1970.
 */
export type Asking = { identity: Identity | null; caller: string; signal: AbortSignal; now: number }

const DEFAULT_ROWS = 1_000
/** A KPI shows its last row, so it needs all of them: a row for each day of 80 years. */
const ROWS_OF_KPI = 30_000
/** Maximum number of values that a search reads before filtering. */
const MAX_VALUES = 30_000

/** Answers one visual. Throws QueryRefusal and DaxError. */
export async function answerVisual(
  engine: Engine,
  visual: Visual,
  question: { filters: ReportFilter[]; sort?: Visual['sort'] | undefined; limit?: number | undefined },
  asking: Asking,
): Promise<VisualAnswer> {
  const plan = planVisual(engine.model, visual, { ...question, now: asking.now })
  if (!plan) return { columns: [], rows: [], totals: null, truncated: false }
  const run = (dax: string) =>
    engine.query(dax, { ...asking, maxRows: question.limit ?? (visual.type === 'kpi' ? ROWS_OF_KPI : DEFAULT_ROWS) })
  const shape = (query: DerivedQuery) => run(query.dax).then((result) => reshape(result.rows, query.places))
  const [result, totals, ...subtotals] = await Promise.all([
    run(plan.dax),
    plan.totals && shape(plan.totals),
    ...plan.subtotals.map(shape),
  ])
  const places = plan.columns.map((column) => column.place)
  const nothing = places.map(() => null)
  // Values without groups always give one row, even if all are blank: a card shows the blank, but no row would look like an error.
  const isSingle = plan.columns.every((column) => !column.isGroup)
  const rows = isSingle && result.rows.length === 0 ? [nothing] : reshape(result.rows, places)
  return {
    columns: plan.columns.map((column) => answeredColumn(column, result)),
    rows: sortByCategory(plan.columns, rows, question.sort ?? visual.sort),
    totals: totals && (totals[0] ?? nothing),
    ...(subtotals.length > 0
      ? {
          subtotals: subtotals.map((rowsOf, index) => ({
            by: groupPositions(plan.subtotals[index], plan.columns),
            rows: rowsOf,
          })),
        }
      : {}),
    truncated: result.truncated,
  }
}

const reshape = (rows: Value[][], places: (number | null)[]): Value[][] =>
  rows.map((row) => places.map((place) => (place === null ? null : (row[place] ?? null))))

const groupPositions = (query: DerivedQuery | undefined, columns: PlannedColumn[]): number[] =>
  columns.flatMap((column, index) => (column.isGroup && query?.places[index] !== null ? [index] : []))

function answeredColumn(column: PlannedColumn, result: QueryResult): VisualColumn {
  const { field, queryRef, displayName, active, role, place, formatString } = column
  const found = result.columns[place]
  return {
    field,
    queryRef,
    displayName,
    active,
    role,
    dataType: found?.dataType ?? 'string',
    formatString: formatString ?? found?.formatString ?? null,
  }
}

/** Answers with the distinct values of a column, including blank. A search ignores case and accents. Throws QueryRefusal and DaxError. */
export async function answerValues(engine: Engine, question: ValuesQuestion, asking: Asking): Promise<ValuesAnswer> {
  const column = getColumn(engine.model, question.table, question.column)
  const dax = planValues(engine.model, question, question.filters, asking.now)
  const limit = question.limit ?? DEFAULT_ROWS
  const isSearch = question.search !== undefined && question.search !== ''
  const result = await engine.query(dax, { ...asking, maxRows: isSearch ? MAX_VALUES : limit })
  const searchText = plain(question.search ?? '')
  const values = result.rows
    .map((row) => row[0] ?? null)
    .filter((value) => !isSearch || plain(value).includes(searchText))
  return {
    values: values.slice(0, limit),
    truncated: result.truncated || values.length > limit,
    dataType: column.dataType,
    formatString: column.formatString,
    today: new Date(todayOf(engine.model, asking.now)).toISOString().slice(0, 10),
  }
}

const plain = (value: Value): string =>
  String(value ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()

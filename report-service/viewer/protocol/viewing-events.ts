// Converts events of an open report to events of the SDK: names and bodies as powerbi-client expects them.
import type { VisualAnswer } from '../../report/viewer-calls.ts'
import { formatValue } from '../format/format-value.ts'
import { toWire } from '../state/filters.ts'
import { isGrouping, isPicked, pointOf, selectionFilters, type DataPoint, type Selection } from '../state/selection.ts'
import { findPage } from '../state/view-state.ts'
import type { ViewingEvent, Viewing } from '../viewing.ts'
import { pageName, visualName } from './descriptions.ts'

export function wireEvent(event: ViewingEvent, viewing: Viewing): { name: string; body: unknown } {
  const { name } = event
  switch (name) {
    case 'rendered':
      return { name, body: {} }
    case 'pageChanged': {
      const { newPage, oldPage } = event
      return { name, body: { newPage: pageName(newPage), ...(oldPage ? { oldPage: pageName(oldPage) } : {}) } }
    }
    case 'filtersApplied':
      return { name, body: { filters: event.filters.map(toWire) } }
    case 'visualRendered':
      return { name, body: visualName(event.visual, viewing.speech) }
    case 'exportDataCompleted': {
      const body = {
        status: event.succeeded ? 0 : 1,
        exportDataType: 0,
        exportFormat: 0,
        pageName: viewing.state().page,
        visualName: event.visual.name,
      }
      return { name, body }
    }
    case 'dataSelected':
      return { name, body: selectionBody(event, viewing) }
  }
}

function selectionBody({ visual, selection, answer }: ViewingEvent & { name: 'dataSelected' }, viewing: Viewing) {
  const { report } = viewing
  const page = findPage(report, selection?.page ?? viewing.state().page)
  return {
    report: { id: report.id, displayName: report.name },
    page: page ? pageName(page) : null,
    visual: visualName(visual, viewing.speech),
    dataPoints: selection ? dataPoints(selection, answer, viewing) : [],
    regions: [],
    filters: selection ? selectionFilters(selection.points) : [],
  }
}

function dataPoints(selection: Selection, answer: VisualAnswer | null, viewing: Viewing) {
  return selection.points.map((point) => ({
    identity: point.map(({ target, value }) => ({ target, equals: value })),
    values: answer ? valuesAt(point, answer, viewing) : [],
  }))
}

/** Values of the row behind a data point. Empty if the point stands for several rows, because then there is no single value. */
function valuesAt(point: DataPoint, { columns, rows }: VisualAnswer, { speech }: Viewing) {
  const matching = rows.filter((row) => isPicked([point], pointOf(columns, row)))
  const [row] = matching
  if (!row || matching.length > 1) return []
  return columns.flatMap((column, index) => {
    if (isGrouping(column)) return []
    const value = row[index] ?? null
    const { table, name } = column.field
    const target = column.field.kind === 'measure' ? { table, measure: name } : { table, column: name }
    return [{ target, value, formattedValue: formatValue(value, column, speech.writing) }]
  })
}

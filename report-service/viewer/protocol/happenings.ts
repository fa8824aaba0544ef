// What happens in a report as events of the SDK: names and bodies of embed-time contracts, nothing else.
import type { VisualAnswer } from '../../report/viewer-calls.ts'
import { formatValue } from '../format/format-value.ts'
import { toWire } from '../state/filters.ts'
import { isGrouping, isPicked, pointOf, selectionFilters, type DataPoint, type Selection } from '../state/selection.ts'
import { findPage } from '../state/view-state.ts'
import type { Happening, Viewing } from '../viewing.ts'
import { pageName, visualName } from './descriptions.ts'

export function wireEvent(happening: Happening, viewing: Viewing): { name: string; body: unknown } {
  const { name } = happening
  switch (name) {
    case 'rendered':
      return { name, body: {} }
    case 'pageChanged': {
      const { newPage, oldPage } = happening
      return { name, body: { newPage: pageName(newPage), ...(oldPage ? { oldPage: pageName(oldPage) } : {}) } }
    }
    case 'filtersApplied':
      return { name, body: { filters: happening.filters.map(toWire) } }
    case 'visualRendered':
      return { name, body: visualName(happening.visual, viewing.speech) }
    case 'exportDataCompleted': {
      const body = {
        status: happening.succeeded ? 0 : 1,
        exportDataType: 0,
        exportFormat: 0,
        pageName: viewing.state().page,
        visualName: happening.visual.name,
      }
      return { name, body }
    }
    case 'dataSelected':
      return { name, body: selectionBody(happening, viewing) }
  }
}

function selectionBody({ visual, selection, answer }: Happening & { name: 'dataSelected' }, viewing: Viewing) {
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

/** The figures of the one row behind a point; a point that gathers several rows has no single figure to tell. */
function valuesAt(point: DataPoint, { columns, rows }: VisualAnswer, { speech }: Viewing) {
  const matching = rows.filter((row) => isPicked([point], pointOf(columns, row)))
  const [row] = matching
  if (!row || matching.length > 1) return []
  return columns.flatMap((column, at) => {
    if (isGrouping(column)) return []
    const value = row[at] ?? null
    const { table, name } = column.field
    const target = column.field.kind === 'measure' ? { table, measure: name } : { table, column: name }
    return [{ target, value, formattedValue: formatValue(value, column, speech.writing) }]
  })
}

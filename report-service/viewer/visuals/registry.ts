// Maps Power BI's visual types to renderers. An unknown type shows a message.
import type { Visual } from '../../report/definition.ts'
import { makeCard } from './card.ts'
import { makeKpi } from './kpi.ts'
import { makeMatrix } from './matrix.ts'
import type { MakeRenderer, VisualKind } from './renderer.ts'
import { makeSlicerBetween } from './slicer-between.ts'
import { slicerColumn } from './slicer-filter.ts'
import { makeSlicerList } from './slicer-list.ts'
import { makeSlicerPeriod } from './slicer-period.ts'
import { makeTable } from './table.ts'
import { makeShape, makeText, makeUnread, makeUnsupported } from './text.ts'

const rows = (make: MakeRenderer): VisualKind => ({ asks: 'rows', load: () => make })
const values = (make: MakeRenderer): VisualKind => ({ asks: 'values', load: () => make })
const nothing = (make: MakeRenderer): VisualKind => ({ asks: 'nothing', load: () => make })

const cartesian: VisualKind = {
  asks: 'rows',
  isChart: true,
  load: async () => (await import('./chart.ts')).makeCartesian,
}
const pie: VisualKind = { asks: 'rows', isChart: true, load: async () => (await import('./chart.ts')).makePie }

const KINDS: Readonly<Record<string, VisualKind>> = {
  card: rows(makeCard),
  cardVisual: rows(makeCard),
  multiRowCard: rows(makeCard),
  kpi: rows(makeKpi),
  tableEx: rows(makeTable),
  table: rows(makeTable),
  pivotTable: rows(makeMatrix),
  matrix: rows(makeMatrix),
  barChart: cartesian,
  clusteredBarChart: cartesian,
  hundredPercentStackedBarChart: cartesian,
  columnChart: cartesian,
  clusteredColumnChart: cartesian,
  hundredPercentStackedColumnChart: cartesian,
  lineChart: cartesian,
  areaChart: cartesian,
  stackedAreaChart: cartesian,
  hundredPercentStackedAreaChart: cartesian,
  lineClusteredColumnComboChart: cartesian,
  lineStackedColumnComboChart: cartesian,
  pieChart: pie,
  donutChart: pie,
  textbox: nothing(makeText),
  shape: nothing(makeShape),
  basicShape: nothing(makeShape),
}

const SLICERS: ReadonlySet<string> = new Set(['slicer', 'listSlicer', 'advancedSlicerVisual'])

const SLICER_MODES: Readonly<Record<NonNullable<Visual['slicerMode']>, MakeRenderer>> = {
  list: makeSlicerList,
  dropdown: makeSlicerList,
  between: makeSlicerBetween,
  relative: makeSlicerPeriod,
}

export function kindOf(visual: Visual): VisualKind {
  const isSlicer = SLICERS.has(visual.type)
  if (visual.unread && (isSlicer || KINDS[visual.type])) return nothing(makeUnread)
  if (isSlicer) {
    if (slicerColumn(visual) === null) return nothing(makeUnsupported)
    return values(SLICER_MODES[visual.slicerMode ?? 'list'])
  }
  return KINDS[visual.type] ?? nothing(makeUnsupported)
}

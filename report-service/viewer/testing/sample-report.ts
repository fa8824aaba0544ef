// A small report with fixed rows and several kinds of visuals, for the browser tests.
import { relativeDates } from '../../contract/relative-dates.ts'
import type { Field, Page, Projection, ReportDefinition, ReportFilter, Visual } from '../../report/definition.ts'
import type { ValuesQuestion, VisualAnswer, VisualColumn, VisualQuestion } from '../../report/viewer-calls.ts'
import type { Value } from '../../model/model.ts'

/** `Target` is the goal of the units. */
type Row = { Region: string; Product: string; Year: number; Sales: number; Units: number; Target: number }

/** 3 regions × 2 products × 2 years. The sales are distinct powers of two times 1,000, so every subset of rows has its own total. */
export const ROWS: Row[] = ['Norte', 'Sul', 'Leste'].flatMap((Region, region) =>
  ['Bike', 'Luva'].flatMap((Product, product) =>
    [2012, 2013].map((Year, year) => {
      const Sales = 1000 * 2 ** (region * 4 + product * 2 + year)
      return { Region, Product, Year, Sales, Units: region + product + year + 1, Target: 3 }
    }),
  ),
)

export const salesOf = (keep: (row: Row) => boolean): number =>
  ROWS.filter(keep).reduce((sum, { Sales }) => sum + Sales, 0)

const column = (name: string): Field => ({ kind: 'column', table: 'Sales', name })
const measure = (name: string): Field => ({ kind: 'measure', table: 'Sales', name })
const project = (field: Field, displayName = field.name): Projection => {
  return { field, queryRef: `Sales.${field.name}`, displayName, active: true }
}

type Rectangle = [x: number, y: number, width: number, height: number]
function visual(
  name: string,
  type: string,
  [x, y, width, height]: Rectangle,
  wells: Visual['wells'],
  more: Partial<Visual> = {},
): Visual {
  return {
    name,
    type,
    title: null,
    showTitle: !/card|slicer|textbox/.test(type),
    position: { x, y, z: 0, width, height, tabOrder: y * 10 + x },
    wells,
    sort: [],
    filters: [],
    text: null,
    slicerMode: null,
    isHidden: false,
    altText: null,
    ...more,
  }
}

const CLICKS = { interactions: [], clicksHighlight: true }

function page(name: string, displayName: string, visuals: Visual[], more: Partial<Page> = {}): Page {
  const size = { width: 1280, height: 720, displayOption: 'FitToPage' as const }
  return { name, displayName, ...size, isHidden: false, filters: [], visuals, ...CLICKS, mobile: null, ...more }
}

const region = () => project(column('Region'), 'Região')
const product = () => project(column('Product'), 'Produto')
const year = () => project(column('Year'), 'Ano')
const sales = () => project(measure('Sales'), 'Vendas')
const units = () => project(measure('Units'), 'Unidades')

const overview = page('overview', 'Resumo', [
  visual(
    'heading',
    'textbox',
    [24, 12, 640, 56],
    {},
    {
      text: [
        { align: 'left', runs: [{ text: 'Vendas por região', size: 20, weight: 'bold', color: null, url: null }] },
      ],
    },
  ),
  visual('years', 'slicer', [1088, 16, 168, 56], { Values: [year()] }, { slicerMode: 'dropdown' }),
  visual('total', 'card', [24, 88, 296, 92], { Values: [sales()] }),
  visual('units', 'card', [336, 88, 296, 92], { Values: [units()] }),
  visual('regions', 'slicer', [648, 88, 296, 250], { Values: [region()] }, { slicerMode: 'list' }),
  visual('byRegion', 'clusteredBarChart', [24, 200, 600, 240], { Category: [region()], Y: [sales()] }),
  visual('byYear', 'lineChart', [24, 460, 600, 240], { Category: [year()], Y: [sales()], Series: [product()] }),
  visual('share', 'donutChart', [960, 88, 296, 250], { Category: [product()], Y: [sales()] }),
  visual('rows', 'tableEx', [648, 360, 608, 340], { Values: [region(), product(), sales(), units()] }),
])

const details = page('ReportSection 2', 'Detalhes por ano', [
  visual('matrix', 'pivotTable', [24, 24, 800, 400], {
    Rows: [region(), product()],
    Columns: [year()],
    Values: [sales()],
  }),
  visual(
    'alien',
    'decompositionTreeVisual',
    [24, 440, 400, 240],
    { Analyze: [sales()] },
    { title: 'Árvore', showTitle: true },
  ),
  visual('broken', 'card', [840, 24, 200, 92], { Values: [project(measure('Broken'), 'Quebrado')] }),
  visual(
    'goal',
    'kpi',
    [440, 440, 300, 120],
    { Indicator: [units()], TrendLine: [year()], Goal: [project(measure('Target'), 'Meta')] },
    { title: 'Unidades do ano', showTitle: true },
  ),
  visual('narrow', 'card', [756, 440, 130, 120], { Values: [sales()] }, { title: 'Vendas', showTitle: true }),
  visual('beside', 'card', [902, 440, 340, 120], { Values: [units()] }, { title: 'Unidades', showTitle: true }),
])

/** Small frames, and visuals that cannot be shown. */
const hidden = page(
  'hidden',
  'Oculta',
  [
    visual('lostAxis', 'lineChart', [24, 24, 400, 200], { Y: [sales()] }, { title: 'Vendas', unread: ['Data – Ano'] }),
    visual('lostSlicer', 'slicer', [440, 24, 240, 60], {}, { slicerMode: 'dropdown', unread: ['Data – Mês'] }),
    visual('tiny', 'card', [24, 240, 120, 48], { Values: [sales()] }),
    visual('small', 'card', [160, 240, 200, 80], { Values: [units()] }, { title: 'Unidades', showTitle: true }),
    visual('flat', 'slicer', [380, 240, 200, 56], { Values: [region()] }, { slicerMode: 'dropdown' }),
    visual('low', 'slicer', [600, 240, 300, 90], { Values: [product()] }, { slicerMode: 'list' }),
    visual('range', 'slicer', [920, 240, 300, 60], { Values: [year()] }, { slicerMode: 'between' }),
    visual('period', 'slicer', [560, 340, 200, 56], { Values: [year()] }, { slicerMode: 'relative' }),
    visual('wide', 'barChart', [24, 340, 500, 220], { Category: [region()], Y: [sales()] }),
  ],
  { isHidden: true },
)

/** The last day of the rows. */
export const SAMPLE_TODAY = '2013-12-31'

export const SAMPLE_REPORT: ReportDefinition = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Vendas de exemplo',
  datasetId: '22222222-2222-4222-8222-222222222222',
  pages: [overview, details, hidden],
  activePage: 'overview',
  filters: [
    {
      filterType: 1,
      target: { table: 'Sales', column: 'Product' },
      operator: 'All',
      values: [],
      displaySettings: { displayName: 'Produto' },
    },
  ],
  bookmarks: [
    {
      name: 'southOnly',
      displayName: 'Só o Sul',
      page: 'overview',
      filters: [{ filterType: 1, target: { table: 'Sales', column: 'Product' }, operator: 'In', values: ['Bike'] }],
      slicers: {
        regions: [{ filterType: 1, target: { table: 'Sales', column: 'Region' }, operator: 'In', values: ['Sul'] }],
      },
    },
  ],
  theme: {
    dataColors: ['#0F766E', '#D97706', '#3B5B78'],
    foreground: '#1B1F2A',
    background: '#FBFAF7',
    accent: '#0F766E',
    fontFamily: 'Inter',
  },
}

/** Answers a visual's question from ROWS, as the real service would. Throws for the broken measure. */
export function answerVisual(question: VisualQuestion): VisualAnswer {
  const visualOf = SAMPLE_REPORT.pages.flatMap(({ name, visuals }) =>
    visuals.filter((one) => name === question.page && one.name === question.visual),
  )
  const [visual] = visualOf
  if (!visual) throw new Error('no such visual')
  const columns = Object.entries(visual.wells).flatMap(([role, well]) =>
    well.map((projection) => columnOf(projection, role)),
  )
  if (columns.some(({ field }) => field.name === 'Broken')) throw new Error('broken measure')
  const matchingRows = ROWS.filter((row) => question.filters.every((filter) => passes(row, filter)))
  const rows = grouped(matchingRows, columns, columns)
  const first = question.sort?.[0] ?? visual.sort[0]
  const at = columns.findIndex(({ queryRef }) => queryRef === first?.queryRef)
  const sorted =
    at < 0
      ? rows
      : rows.toSorted(
          (one, other) => compare(one[at] ?? null, other[at] ?? null) * (first?.direction === 'desc' ? -1 : 1),
        )
  const isTotalled = /table/i.test(visual.type)
  const totals = isTotalled
    ? (grouped(
        matchingRows,
        columns,
        columns.filter(({ field }) => field.kind !== 'column'),
      )[0] ?? null)
    : null
  const subtotals =
    visual.type === 'pivotTable'
      ? [[0], [0, 1], [2], [0, 2]].map((by) => ({
          by,
          rows: grouped(
            matchingRows,
            columns,
            columns.filter((one, place) => one.field.kind !== 'column' || by.includes(place)),
          ),
        }))
      : undefined
  return { columns, rows: sorted, totals, truncated: false, ...(subtotals ? { subtotals } : {}) }
}

function columnOf(projection: Projection, role: string): VisualColumn {
  const isText = projection.field.name === 'Region' || projection.field.name === 'Product'
  const formatString =
    projection.field.name === 'Sales' ? '"R$" #,0.00' : projection.field.name === 'Units' ? '#,0' : null
  return {
    ...projection,
    role,
    dataType: isText ? 'string' : projection.field.name === 'Sales' ? 'decimal' : 'int64',
    formatString,
  }
}

const valueOf = (row: Row, name: string): Value => (name in row ? row[name as keyof Row] : null)

function grouped(rows: Row[], columns: VisualColumn[], matchingRows: VisualColumn[]): Value[][] {
  const groups = matchingRows.filter(({ field }) => field.kind === 'column')
  const byKey = Map.groupBy(rows, (row) => JSON.stringify(groups.map(({ field }) => valueOf(row, field.name))))
  return [...byKey.values()].map((group) =>
    columns.map((one) => {
      if (!matchingRows.includes(one)) return null
      const values = group.map((row) => valueOf(row, one.field.name))
      return one.field.kind === 'column'
        ? (values[0] ?? null)
        : values.reduce<number>((sum, value) => sum + Number(value), 0)
    }),
  )
}

function passes(row: Row, filter: ReportFilter): boolean {
  switch (filter.filterType) {
    case 1: {
      const isListed = filter.values.includes(valueOf(row, filter.target.column ?? ''))
      return filter.operator === 'All' || (filter.operator === 'In' ? isListed : !isListed)
    }
    // A year is its first of July.
    case 4: {
      const { from, until } = relativeDates(filter, Date.parse(SAMPLE_TODAY))
      return from <= `${row.Year}-07-01` && `${row.Year}-07-01` < until
    }
    case 0:
      return filter.conditions.every(({ operator, value }) => {
        const [day, limit] = [`${row.Year}-07-01`, String(value).slice(0, 10)]
        return operator === 'GreaterThanOrEqual' ? day >= limit : day <= limit
      })
    case 6:
      return filter.values.some((tuple) =>
        tuple.every(({ value }, index) => valueOf(row, filter.target[index]?.column ?? '') === value),
      )
    default:
      throw new Error(`the sample service knows no filter of type ${filter.filterType}`)
  }
}

const compare = (one: Value, other: Value) => (Number(one) < Number(other) || String(one) < String(other) ? -1 : 1)

export function answerValues({ column: name, filters, search }: ValuesQuestion): Value[] {
  const matchingRows = ROWS.filter((row) => filters.every((filter) => passes(row, filter)))
  const values = [...new Set(matchingRows.map((row) => valueOf(row, name)))]
  return values.filter((value) =>
    String(value)
      .toLowerCase()
      .includes((search ?? '').toLowerCase()),
  )
}

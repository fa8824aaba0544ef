import { describe, expect, it } from 'vitest'
import type { VisualAnswer, VisualColumn } from '../../report/viewer-calls.ts'
import type { Value } from '../../model/model.ts'
import fc from 'fast-check'
import { buildChartData, markPoint, restOf, withParts } from './chart-data.ts'
import { createSpeech } from '../phrases/speech.ts'
import type { Drawing } from './renderer.ts'
import { shapeOf } from './cartesian-option.ts'
import { pieLegend } from './pie-option.ts'
import { buildMatrix, type MatrixRow } from './matrix-data.ts'
import { listFilter, rangeFilter, rangeOf, tickedValues } from './slicer-filter.ts'

const writing = { locale: 'pt-BR', blank: '(Em branco)', yes: 'sim', no: 'não' }
function column(role: string, name: string, kind: 'column' | 'measure' = 'column'): VisualColumn {
  return {
    field: { kind, table: 'T', name },
    queryRef: `T.${name}`,
    displayName: name,
    active: true,
    role,
    dataType: kind === 'column' ? 'string' : 'double',
    formatString: null,
  }
}
const answer = (columns: VisualColumn[], rows: Value[][], more: Partial<VisualAnswer> = {}): VisualAnswer => ({
  columns,
  rows,
  totals: null,
  truncated: false,
  ...more,
})

describe('the words of a donut', () => {
  const columns = [column('Category', 'c'), column('Y', 'a', 'measure')]
  const read = (rows: Value[][]) => buildChartData(answer(columns, rows), [], writing)
  const words = (data: ReturnType<typeof read>) => {
    const { total, whole, entries } = pieLegend({ speech: createSpeech('en-US', 'en-US') } as unknown as Drawing, data)
    return { total, whole, shares: entries.map(({ share }) => share) }
  }
  const all = read([
    ['x', 30],
    ['y', 10],
  ])
  it('are the total and the share of each slice', () => {
    expect(words(all)).toEqual({ total: '40', whole: null, shares: ['75.0%', '25.0%'] })
  })
  it('are those of the highlighted part, beside the total of all', () => {
    const part = read([
      ['y', 6],
      ['x', 2],
    ])
    expect(words(withParts(all, part))).toEqual({ total: '8', whole: '40', shares: ['25.0%', '75.0%'] })
    expect(words(withParts(all, read([])))).toEqual({ total: '0', whole: '40', shares: ['', ''] })
  })
})

describe('chart data', () => {
  it('creates a series for each measure', () => {
    const data = buildChartData(
      answer(
        [column('Category', 'c'), column('Y', 'a', 'measure'), column('Y', 'b', 'measure')],
        [
          ['x', 1, 2],
          [null, 3, null],
        ],
      ),
      [],
      writing,
    )
    expect(data.categories.map(({ label }) => label)).toEqual(['x', '(Em branco)'])
    expect(data.series.map(({ name, values }) => [name, values])).toEqual([
      ['a', [1, 3]],
      ['b', [2, null]],
    ])
    expect(markPoint(data, 0, 1)).toEqual([{ target: { table: 'T', column: 'c' }, value: 'x' }])
  })
  it('has the highlighted part of each value, found by category and legend entry', () => {
    const columns = [column('Category', 'c'), column('Series', 's'), column('Y', 'a', 'measure')]
    const read = (rows: Value[][]) => buildChartData(answer(columns, rows), [], writing)
    const whole = read([
      ['x', 'p', 5],
      ['y', 'p', 6],
      ['y', 'q', 7],
    ])
    // The part has its categories in another order, and no row of x.
    const part = read([
      ['y', 'q', 3],
      ['y', 'p', 2],
      ['z', 'p', 9],
    ])
    expect(withParts(whole, part).series.map(({ name, parts }) => [name, parts])).toEqual([
      ['p', [null, 2]],
      ['q', [null, 3]],
    ])
    expect(withParts(whole, read([])).series.map(({ parts }) => parts)).toEqual([
      [null, null],
      [null, null],
    ])
  })
  it('leaves beside a part a rest of the same sign, and together they are the whole', () => {
    const amount = fc.integer({ min: -1_000, max: 1_000 })
    fc.assert(
      fc.property(amount, amount, (whole, part) => {
        const rest = restOf(whole, part) ?? 0
        expect(rest * whole).toBeGreaterThanOrEqual(0)
        // The pale part never makes the bar longer than the whole value.
        expect(Math.abs(rest)).toBeLessThanOrEqual(Math.abs(whole))
        const isShare = whole * part >= 0 && Math.abs(part) <= Math.abs(whole)
        expect(isShare ? rest + part : whole).toBe(whole)
      }),
    )
    expect([restOf(null, 3), restOf(4, null)]).toEqual([null, 4])
  })
  it('creates a series for each legend entry, with gaps for missing rows', () => {
    const columns = [column('Category', 'c'), column('Series', 's'), column('Y', 'a', 'measure')]
    const data = buildChartData(
      answer(columns, [
        ['x', 'p', 1],
        ['x', 'q', 2],
        ['y', 'q', 3],
      ]),
      [],
      writing,
    )
    expect(data.series.map(({ name, values }) => [name, values])).toEqual([
      ['p', [1, null]],
      ['q', [2, 3]],
    ])
    expect(markPoint(data, 1, 1)).toMatchObject([{ value: 'y' }, { value: 'q' }])
  })
  it('sorts categories by the sum over the legend, and numeric legend entries by number', () => {
    const columns = [
      column('Category', 'c'),
      { ...column('Series', 's'), dataType: 'int64' as const },
      column('Y', 'a', 'measure'),
    ]
    const data = buildChartData(
      answer(columns, [
        ['x', 2013, 5],
        ['y', 2012, 4],
        ['y', 2013, 4],
      ]),
      [{ queryRef: 'T.a', direction: 'desc' }],
      writing,
    )
    expect(data.categories.map(({ label }) => label)).toEqual(['y', 'x'])
    expect(data.series.map(({ name }) => name)).toEqual(['2012', '2013'])
  })
  it('does not draw tooltip measures', () => {
    const data = buildChartData(
      answer([column('Category', 'c'), column('Y', 'a', 'measure'), column('Tooltips', 't', 'measure')], [['x', 1, 9]]),
      [],
      writing,
    )
    expect(data.series).toHaveLength(1)
    expect(data.tooltips[0]?.values).toEqual([9])
  })
})

describe('shapeOf', () => {
  it.each([
    ['barChart', 'across', 'bars', 'sum'],
    ['clusteredBarChart', 'across', 'bars', 'none'],
    ['hundredPercentStackedColumnChart', 'down', 'bars', 'share'],
    ['columnChart', 'down', 'bars', 'sum'],
    ['lineChart', 'down', 'lines', 'none'],
    ['stackedAreaChart', 'down', 'areas', 'sum'],
    ['areaChart', 'down', 'areas', 'none'],
    ['lineClusteredColumnComboChart', 'down', 'combo', 'none'],
    ['lineStackedColumnComboChart', 'down', 'combo', 'sum'],
  ])('maps %s', (type, direction, marks, stack) => expect(shapeOf(type)).toEqual({ direction, marks, stack }))
})

describe('matrix', () => {
  const columns = [
    column('Rows', 'g'),
    column('Rows', 'h'),
    column('Columns', 'y'),
    column('Values', 'share', 'measure'),
  ]
  const whole = answer(
    columns,
    [
      ['A', 'a1', '2', 1],
      ['A', 'a2', '1', 2],
      ['B', 'b1', '1', 3],
    ],
    {
      totals: [null, null, null, 99],
      subtotals: [
        {
          by: [0, 1],
          rows: [
            ['A', 'a1', null, 10],
            ['A', 'a2', null, 20],
            ['B', 'b1', null, 30],
          ],
        },
        {
          by: [0, 2],
          rows: [
            ['A', null, '1', 40],
            ['A', null, '2', 50],
            ['B', null, '1', 60],
          ],
        },
        {
          by: [0],
          rows: [
            ['A', null, null, 70],
            ['B', null, null, 80],
          ],
        },
        {
          by: [2],
          rows: [
            [null, null, '1', 90],
            [null, null, '2', 91],
          ],
        },
      ],
    },
  )
  const flat = (rows: MatrixRow[]): unknown[] =>
    rows.flatMap((row) => [[row.path.at(-1), ...row.cells.map((cell) => cell?.[0])], ...flat(row.children)])

  it('uses the totals of the service and computes no sums', () => {
    const matrix = buildMatrix(whole, [])
    expect(matrix.across).toEqual([['1'], ['2'], []])
    expect(flat(matrix.rows)).toEqual([
      ['A', 40, 50, 70],
      ['a1', undefined, 1, 10],
      ['a2', 2, undefined, 20],
      ['B', 60, undefined, 80],
      ['b1', 3, undefined, 30],
    ])
    expect(matrix.totals?.map((cell) => cell?.[0])).toEqual([90, 91, 99])
  })
  it('sorts each level by its own totals', () => {
    const { rows } = buildMatrix(whole, [{ queryRef: 'T.share', direction: 'desc' }])
    expect(flat(rows).map((row) => (row as unknown[])[0])).toEqual(['B', 'b1', 'A', 'a2', 'a1'])
  })
  it('identifies a row by its groups up to its level', () => {
    const [first] = buildMatrix(whole, []).rows
    expect(first?.point).toMatchObject([{ value: 'A' }])
    expect(first?.children[0]?.point).toMatchObject([{ value: 'A' }, { value: 'a1' }])
  })
})

describe('slicer filters', () => {
  const target = { table: 'T', column: 'c' }
  it('can be read back', () => {
    expect(tickedValues(listFilter(target, ['x', null]))).toEqual(['x', null])
    expect(listFilter(target, [])).toEqual([])
    expect(rangeOf(rangeFilter(target, { from: 1, to: null }))).toEqual({ from: 1, to: null })
    expect(rangeFilter(target, { from: null, to: null })).toEqual([])
  })
})

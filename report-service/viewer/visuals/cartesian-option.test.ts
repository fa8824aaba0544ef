// What a chart writes at its axes and bars, by its width. Without a canvas a text has 0.55 em for each character (chart-style.ts).
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { VisualColumn } from '../../report/viewer-calls.ts'
import type { DataType, Value } from '../../model/model.ts'
import type { ViewerTheme } from '../page/theme.ts'
import { createSpeech } from '../phrases/speech.ts'
import { cartesianData, cartesianOption, type Shape } from './cartesian-option.ts'
import { nearestCategory } from './chart-data.ts'
import { measureTextWith } from './chart-style.ts'
import type { Drawing } from './renderer.ts'

// Another file of the same process may have loaded the drawing of exports, which measures texts by its fonts.
let measureOfExports: ReturnType<typeof measureTextWith> = null
beforeAll(() => {
  measureOfExports = measureTextWith(null)
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => null }) })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})
afterAll(() => {
  measureTextWith(measureOfExports)
  vi.unstubAllGlobals()
})

type ChartInput = {
  rows: Value[][]
  width: number
  language?: string
  categories?: DataType
  direction?: Shape['direction']
  marks?: Shape['marks']
  isAxisOfNames?: true
  height?: number
  highlighted?: Value[][]
  stack?: Shape['stack']
}

/** The parts of the option that these tests read. */
type Option = {
  xAxis: { data: string[]; axisLabel: { rotate: number; interval: number } }
  yAxis: [{ axisLabel: { show: boolean }; min?: unknown }]
  series: { label: { show: boolean } }[]
}

function optionOf(input: ChartInput): Option {
  const { rows, width, language = 'pt-BR', categories = 'string', direction = 'down', marks = 'bars' } = input
  const column = (role: string, kind: 'column' | 'measure', dataType: DataType): VisualColumn => ({
    field: { kind, table: 'T', name: role },
    queryRef: `T.${role}`,
    displayName: role,
    active: true,
    role,
    dataType,
    formatString: kind === 'measure' ? '"US$" #,0' : null,
  })
  const answer = {
    columns: [column('Category', 'column', categories), column('Y', 'measure', 'double')],
    rows,
    totals: null,
    truncated: false,
  }
  const speech = createSpeech(language, language)
  const theme: Partial<ViewerTheme> = { dataColors: ['#0F766E'], card: '#FFFFFF', ink: '#1B1F2A', fontFamily: 'Inter' }
  const visual = { sort: [], ...(input.isAxisOfNames ? { isAxisOfNames: true } : {}) }
  const highlighted = input.highlighted ? { ...answer, rows: input.highlighted } : null
  const drawing = {
    speech,
    theme,
    textScale: 1,
    answer,
    highlighted,
    picked: [],
    sort: null,
    visual,
  } as unknown as Drawing
  const shape: Shape = { direction, marks, stack: input.stack ?? 'none' }
  const option = cartesianOption(drawing, cartesianData(drawing, shape), shape, { width, height: input.height ?? 300 })
  return option as unknown as Option
}

describe('highlighted bars', () => {
  type Bar = { value: number | null; itemStyle: { opacity?: number } }
  const seriesOf = (input: Partial<ChartInput>) =>
    optionOf({
      rows: [
        ['a', 8],
        ['b', 4],
        ['c', -6],
      ],
      width: 900,
      ...input,
    }).series as unknown as {
      id: string
      stack?: string
      data: Bar[]
    }[]
  const values = (series: { data: Bar[] }) => series.data.map(({ value }) => value)

  it('keep their length: the strong part and the pale rest are one stack', () => {
    const series = seriesOf({
      highlighted: [
        ['c', -2],
        ['a', 3],
      ],
    })
    expect(series.map(({ id, stack }) => [id, stack])).toEqual([
      ['series-0', 'stack-0'],
      ['rest-0', 'stack-0'],
    ])
    expect(series.map(values)).toEqual([
      [3, null, -2],
      [5, 4, -4],
    ])
    expect(series[1]?.data.every(({ itemStyle }) => (itemStyle.opacity ?? 1) < 0.5)).toBe(true)
  })
  it('show their part of the whole in a stack of shares', () => {
    expect(seriesOf({ highlighted: [['a', 2]], stack: 'share' }).map(values)).toEqual([
      [0.25, null, null],
      [0.75, 1, 1],
    ])
  })
  it('are whole without a selection', () => {
    expect(seriesOf({}).map(({ id, stack }) => [id, stack])).toEqual([['series-0', undefined]])
  })
})

describe('an axis of times', () => {
  const hours = ['2013-11-29T00:30:00', '2013-11-29T09:00:00', '2013-11-29T12:05:00', '2013-11-29T23:59:00']
  const rows = hours.map((hour, index) => [hour, index])
  it.each([
    ['en-US', ['11/29/2013, 12:30 AM', '11/29/2013, 09:00 AM', '11/29/2013, 12:05 PM', '11/29/2013, 11:59 PM']],
    ['pt-BR', ['29/11/2013, 00:30', '29/11/2013, 09:00', '29/11/2013, 12:05', '29/11/2013, 23:59']],
    ['es', ['29/11/2013, 00:30', '29/11/2013, 09:00', '29/11/2013, 12:05', '29/11/2013, 23:59']],
  ])('has the clock of the language %s', (language, expected) => {
    const { xAxis } = optionOf({ rows, width: 900, language, categories: 'dateTime' })
    // Engines differ in the space before AM and PM.
    expect(xAxis.data.map((label) => label.replaceAll(/\s/g, ' '))).toEqual(expected)
  })
})

describe('a line over dates', () => {
  const [first, second, third] = ['2013-03-01', '2013-03-02', '2013-12-31'].map((day) => `${day}T00:00:00`)
  const at = (day: string | undefined) => Date.parse(`${day}Z`)
  const lineOf = (rows: Value[][], more: Partial<ChartInput> = {}) =>
    optionOf({ rows, width: 900, categories: 'dateTime', marks: 'lines', ...more }) as unknown as {
      useUTC: boolean
      xAxis: { type: string; axisLabel: { formatter: (time: number) => string } }
      series: { data: unknown[] }[]
    }

  it('has its points in the order and at the distance of their dates', () => {
    const { xAxis, series, useUTC } = lineOf([
      [third ?? '', 3],
      [first ?? '', 1],
      [second ?? '', null],
    ])
    expect([xAxis.type, useUTC]).toEqual(['time', true])
    const points = series[0]?.data.map((point) => (Array.isArray(point) ? point : Object(point).value))
    expect(points).toEqual([
      [at(first), 1],
      [at(second), null],
      [at(third), 3],
    ])
  })

  it.each([
    ['pt-BR', ['2014', 'mar.', '12 de mar.', '09:30']],
    ['pt-PT', ['2014', 'mar.', '12/03', '09:30']],
    ['en-US', ['2014', 'Mar', 'Mar 12', '09:30 AM']],
    ['es', ['2014', 'mar', '12 mar', '09:30']],
  ])('has labels in the language %s', (language, expected) => {
    const { axisLabel } = lineOf(
      [
        [first ?? '', 1],
        [third ?? '', 3],
      ],
      { language },
    ).xAxis
    const ticks = ['2014-01-01T00:00:00', '2014-03-01T00:00:00', '2014-03-12T00:00:00', '2014-03-12T09:30:00']
    expect(ticks.map((tick) => axisLabel.formatter(at(tick)).replaceAll(/\s/g, ' '))).toEqual(expected)
  })

  it('has an axis of names for a blank date, for other values, and if the author chose so', () => {
    const typeOf = (...input: Parameters<typeof lineOf>) => lineOf(...input).xAxis.type
    expect(
      typeOf([
        [first ?? '', 1],
        [null, 2],
      ]),
    ).toBe('category')
    expect(
      typeOf(
        [
          ['Norte', 1],
          ['Sul', 2],
        ],
        { categories: 'string' },
      ),
    ).toBe('category')
    expect(
      typeOf(
        [
          [first ?? '', 1],
          [third ?? '', 2],
        ],
        { marks: 'bars' },
      ),
    ).toBe('category')
    expect(
      typeOf(
        [
          [first ?? '', 1],
          [third ?? '', 2],
        ],
        { isAxisOfNames: true },
      ),
    ).toBe('category')
  })

  it('has the nearest date under the pointer', () => {
    const times = [at(first), at(second), at(third)]
    const data = { categories: [], series: [], tooltips: [], times }
    expect(
      [at(first) - 9e9, at('2013-03-02T13:00:00'), at(third) + 1].map((time) => nearestCategory(data, time)),
    ).toEqual([0, 1, 2])
    expect(nearestCategory({ categories: [], series: [], tooltips: [] }, 1.6)).toBe(2)
  })
})

describe('columns on a phone', () => {
  const rows = (sales: number) => ['38-40', '42-46', '48-52', '54-58', '60-62'].map((name) => [name, sales])

  it('have figures if the widest figure fits above its column', () => {
    expect(optionOf({ rows: rows(9), width: 340 }).series[0]?.label.show).toBe(true)
    expect(optionOf({ rows: rows(35_300_000), width: 400 }).series[0]?.label.show).toBe(true)
  })

  it('have an axis if the figures of two columns would touch', () => {
    const { series, yAxis } = optionOf({ rows: rows(35_300_000), width: 340 })
    expect([series[0]?.label.show, yAxis[0].axisLabel.show]).toEqual([false, true])
  })

  it('have slanted names if two names would touch', () => {
    const named = ['Amarillo', 'Plateado', 'Multicolor'].map((name) => [name, 1])
    // The longest name is 66 px wide, and the axis takes 60 px.
    expect(optionOf({ rows: named, width: 60 + 3 * 71 }).xAxis.axisLabel.rotate).toBe(0)
    expect(optionOf({ rows: named, width: 60 + 3 * 68 }).xAxis.axisLabel.rotate).toBe(35)
  })
})

describe('bars with figures', () => {
  const startOf = (values: number[]) => {
    const rows = values.map((value, index) => [`Categoria ${index}`, value])
    const option = optionOf({ rows, width: 358, direction: 'across' }) as unknown as { xAxis: Option['yAxis'] }
    const start = option.xAxis[0].min as (range: { min: number; max: number }) => number
    return start({ min: Math.min(...values), max: Math.max(...values) })
  }

  it('start at zero', () => expect(startOf([62, 40])).toBe(0))

  it('leave space between a name and the figure of a bar below zero', () => {
    const start = startOf([62, -12])
    // Bars and their space have 215 px; the figure “-US$ 12” takes 44 px, and 12 px are free beside it.
    const left = (-12 - start) / (62 - start)
    expect(left * 215).toBeGreaterThan(56)
  })
})

describe('the marks of an axis', () => {
  const months = Array.from({ length: 31 }, (_, at): Value[] => [`jan/20${String(at)}`, at])

  it('are labels at equal distances when not all fit', () => {
    const everyOf = (width: number) => optionOf({ rows: months, width }).xAxis.axisLabel.interval + 1
    expect([everyOf(2600), everyOf(700), everyOf(400)]).toEqual([1, 4, 6])
  })

  it('are further apart under a line, whose first label is not centred', () => {
    const everyOf = (width: number) => optionOf({ rows: months, width, marks: 'lines' }).xAxis.axisLabel.interval + 1
    expect([everyOf(2600), everyOf(700), everyOf(400)]).toEqual([2, 6, 12])
  })

  it('are round numbers from left to right, as many as have space', () => {
    const sellers = Array.from({ length: 17 }, (_, at): Value[] => [`Seller ${String(at)}`, 11_700_000 - at])
    const axisOf = (width: number) =>
      (optionOf({ rows: sellers, width, direction: 'across', height: 200 }) as unknown as { xAxis: [object] }).xAxis[0]
    expect(axisOf(640)).toMatchObject({ min: 0, max: 12_000_000, interval: 2_000_000 })
    expect(axisOf(320)).toMatchObject({ min: 0, max: 15_000_000, interval: 5_000_000 })
  })
})

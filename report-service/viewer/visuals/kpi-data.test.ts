// What a KPI says about its present value and its goal.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Visual } from '../../report/definition.ts'
import type { VisualColumn } from '../../report/viewer-calls.ts'
import type { Value } from '../../model/model.ts'
import { createSpeech } from '../phrases/speech.ts'
import { areaBelow, kpiFigures, sparklinePoints } from './kpi-data.ts'
import type { Drawing } from './renderer.ts'

const LOW = { isLowGood: true } as const

type KpiInput = {
  rows: Value[][]
  language?: string
  format?: string
  kpi?: NonNullable<Visual['kpi']>
  truncated?: boolean
}

function figures({ rows, language = 'pt-BR', format = '"US$" #,0', kpi = {}, truncated = false }: KpiInput) {
  const column = (role: string, kind: 'column' | 'measure'): VisualColumn => ({
    field: { kind, table: 'T', name: role },
    queryRef: `T.${role}`,
    displayName: role,
    active: true,
    role,
    dataType: kind === 'column' ? 'string' : 'double',
    formatString: kind === 'measure' ? format : null,
  })
  const columns = [column('Indicator', 'measure'), column('TrendLine', 'column'), column('Goal', 'measure')]
  const answer = { columns, rows, totals: null, truncated }
  const drawing = { speech: createSpeech(language, language), answer, visual: { kpi } } as unknown as Drawing
  const read = kpiFigures(drawing)
  const plain = (text: string) => text.replaceAll(/\s/g, ' ')
  return { ...read, goal: read.goal && { ...read.goal, text: plain(read.goal.text), short: plain(read.goal.short) } }
}

describe('the goal of a KPI', () => {
  it.each([
    ['pt-BR', '12,5% acima da meta de US$ 80'],
    ['pt-PT', '12,5% acima do objetivo de US$ 80'],
    ['en-US', '12.5% above the goal of US$ 80'],
    ['es', '12,5 % por encima del objetivo de US$ 80'],
  ])('is told with its distance in %s', (language, text) => {
    expect(figures({ rows: [[90, 'jan', 80]], language }).goal).toMatchObject({ text, isGood: true })
  })
  it('is missed below it, and met below it where low is good', () => {
    expect(figures({ rows: [[60, 'jan', 80]] }).goal).toEqual({
      text: '25,0% abaixo da meta de US$ 80',
      short: '25,0% abaixo da meta',
      isGood: false,
      status: 'Meta não atingida',
    })
    expect(figures({ rows: [[60, 'jan', 80]], kpi: LOW }).goal?.isGood).toBe(true)
    expect(figures({ rows: [[90, 'jan', 80]], kpi: LOW }).goal?.isGood).toBe(false)
  })
  it.each([LOW, {}])('is reached where the distance is written as nothing, %o', (kpi) => {
    const [above, below] = [80.01, 79.99].map((value) => figures({ rows: [[value, 'jan', 80]], kpi }).goal)
    expect(above).toEqual({ text: 'Na meta de US$ 80', short: 'Na meta', isGood: true, status: 'Meta atingida' })
    expect(below).toEqual(above)
  })
  it('of a percentage is points away, not a share of a share', () => {
    expect(figures({ rows: [[0.12, 'jan', 0.15]], format: '0.0%' }).goal?.text).toBe('3,0 p.p. abaixo da meta de 15,0%')
  })
  it('of zero is an amount away', () => {
    expect(figures({ rows: [[5, 'jan', 0]] }).goal?.text).toBe('US$ 5 acima da meta de US$ 0')
  })
  it('of a negative amount is a share of its size away', () => {
    expect(figures({ rows: [[-60, 'jan', -80]] }).goal).toMatchObject({ isGood: true })
    expect(figures({ rows: [[-60, 'jan', -80]] }).goal?.text).toMatch(/^25,0% acima/)
  })
  it.each([
    [{ hidesDistance: true }, 'Meta: US$ 80'],
    [{ hidesGoal: true }, '12,5% acima da meta'],
    [{ hidesGoal: true, hidesDistance: true }, undefined],
  ] as const)('is told as its author chose, %o', (kpi, text) => {
    expect(figures({ rows: [[90, 'jan', 80]], kpi }).goal?.text).toBe(text)
  })
  it('is met or missed by the sign of the distance, for every value, goal and direction', () => {
    const amount = fc.integer({ min: -1_000_000, max: 1_000_000 })
    fc.assert(
      fc.property(amount, amount, fc.boolean(), (value, target, isLow) => {
        const goal = figures({ rows: [[value, 'jan', target]], kpi: isLow ? LOW : {} }).goal
        const isNear = Math.abs(value - target) <= Math.abs(target) * 0.0005
        expect(goal?.isGood).toBe(isNear || (isLow ? value < target : value > target))
        expect(goal?.text).not.toMatch(/NaN|Infinity|undefined|[{}]/)
      }),
    )
  })
  it('is not told without a goal or a value', () => {
    expect(figures({ rows: [[5, 'jan', null]] }).goal).toBeNull()
    expect(figures({ rows: [[null, 'jan', 5]] }).goal).toBeNull()
  })
})

describe('the value of a KPI', () => {
  it('is that of the last period that has one, with the goal of that period', () => {
    const rows = [
      [10, 'jan', 9],
      [20, 'fev', 40],
      [null, 'mar', 70],
    ]
    const { short, period, history, goal, trend } = figures({ rows })
    expect([short.replaceAll(/\s/g, ' '), period, history]).toEqual(['US$ 20', 'fev', [10, 20]])
    expect(goal?.text).toBe('50,0% abaixo da meta de US$ 40')
    expect(trend).toBe('Evolução de jan a fev')
  })
  it('has no trend where its author hides it', () => {
    const rows = [
      [10, 'jan', 9],
      [20, 'fev', 40],
    ]
    expect(figures({ rows, kpi: { hidesTrend: true } })).toMatchObject({ period: 'fev', history: [] })
  })
  it.each([
    ['without rows', { rows: [] }],
    ['of rows that were cut off', { rows: [[10, 'jan', 9]], truncated: true }],
  ])('is not known %s', (_, input) => {
    expect(figures(input)).toMatchObject({ short: '–', period: null, goal: null, history: [] })
  })
})

describe('the points of a trend', () => {
  it('stay in their box, and the area below them ends at its bottom', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e12, max: 1e12, noNaN: true }), { minLength: 2 }), (values) => {
        const points = sparklinePoints(values)
        expect(points.every(([x, y]) => x >= 0 && x <= 100 && y >= 0 && y <= 40)).toBe(true)
        expect([areaBelow(points)[0], areaBelow(points).at(-1)]).toEqual([
          [0, 40],
          [100, 40],
        ])
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { activeSilencesAt, notifiableOf, pausedKeysOf, type Silence } from './silences.ts'
import { evaluateStates, type StateCondition, type StateEvaluation, wholeTask } from './states.ts'

const zone = 'America/Sao_Paulo'
const friday = new Date('2026-11-27T15:00:00Z')
const saturday = new Date('2026-11-28T15:00:00Z')
const silence = (overrides: Partial<Silence>): Silence => ({
  row_key: wholeTask,
  kind: 'until',
  until: new Date('2026-12-01T00:00:00Z'),
  created_at: new Date('2026-11-20T12:00:00Z'),
  ...overrides,
})

describe('a silence', () => {
  const reasons = (silences: Silence[], now: Date) =>
    Object.fromEntries([...activeSilencesAt(silences, now, zone)].map(([key, { reason }]) => [key, reason]))

  it('that pauses a row withholds nothing, and only it is a paused row', () => {
    const paused = silence({ kind: 'paused', until: null, row_key: 'a' })
    const silenced = silence({ row_key: 'b' })
    expect(reasons([paused, silenced], friday)).toEqual({ b: 'silenced' })
    expect([...pausedKeysOf([paused, silenced])]).toEqual(['a'])
  })

  it('holds until its instant, on the weekend of the business unit, or until somebody ends it', () => {
    expect(reasons([silence({ until: saturday })], friday)).toEqual({ '': 'silenced' })
    expect(reasons([silence({ until: friday })], friday)).toEqual({})
    const weekends = silence({ kind: 'weekends', until: null, row_key: 'a' })
    expect(reasons([weekends], friday)).toEqual({})
    expect(reasons([weekends], saturday)).toEqual({ a: 'silenced' })
    // Saturday in UTC, still Friday in São Paulo; and Monday in UTC, still Sunday there.
    expect(reasons([weekends], new Date('2026-11-28T02:00:00Z'))).toEqual({})
    expect(reasons([weekends], new Date('2026-11-30T02:00:00Z'))).toEqual({ a: 'silenced' })
    expect(reasons([silence({ kind: 'acknowledged', until: null })], friday)).toEqual({ '': 'acknowledged' })
  })

  it('is the reason where the row is acknowledged too', () => {
    const both = [silence({}), silence({ kind: 'acknowledged', until: null })]
    expect(reasons(both, friday)).toEqual({ '': 'silenced' })
    expect(reasons(both.toReversed(), friday)).toEqual({ '': 'silenced' })
  })
})

const condition: StateCondition = {
  type: 'list',
  column_name: 'n',
  operator: 'greater',
  value: '50',
  row_key: ['k'],
  clear_value: null,
  fire_runs: 1,
  fire_of: 1,
  recover_runs: 1,
  on_no_data: 'evaluate',
  on_error: 'keep',
}

type Found = Extract<StateEvaluation, { problem: null }>
const evaluated = (rows: Record<string, number>, before: Found | null = null, now = friday): Found => {
  const found = evaluateStates(
    Object.entries(rows).map(([k, n]) => ({ k, n })),
    condition,
    {
      lastValue: null,
      states: new Map(before?.states.map((state) => [state.row_key, state])),
      now,
      isStepped: false,
    },
  )
  return found.problem === null ? found : expect.unreachable()
}
const keyOf = (found: Found, label: string) =>
  found.states.find((state) => state.label === label)?.row_key ?? expect.unreachable()
const active = (...silences: Partial<Silence>[]) => activeSilencesAt(silences.map(silence), friday, zone)

describe('what may be told', () => {
  const both = evaluated({ a: 60, b: 70, c: 1 })
  const a = keyOf(both, 'a')

  it('is everything without a silence', () => {
    expect(notifiableOf(both, new Map())).toEqual({
      matched: both.matched,
      recovered: [],
      result: both.result,
      cell: 60,
      withheld: null,
    })
  })

  it('is without the rows that are silenced or acknowledged', () => {
    expect(notifiableOf(both, active({ row_key: a }))).toMatchObject({
      matched: [{ k: 'b', n: 70 }],
      cell: 70,
      withheld: 'silenced',
    })
    const acknowledged = notifiableOf(both, active({ row_key: a, kind: 'acknowledged', until: null }))
    expect(acknowledged).toMatchObject({ matched: [{ k: 'b' }], withheld: 'acknowledged', result: both.result })
  })

  it('is nothing while the whole task is silenced, and new rows while rows are acknowledged', () => {
    expect(notifiableOf(both, active({}))).toMatchObject({ matched: [], withheld: 'silenced' })
    const one = evaluated({ a: 60 })
    const more = evaluated({ a: 60, b: 70 }, one)
    const covered = active({ row_key: keyOf(one, 'a'), kind: 'acknowledged', until: null })
    expect(notifiableOf(more, covered).matched).toEqual([{ k: 'b', n: 70 }])
  })

  it('of a recovery is withheld by a silence, not by an acknowledgement', () => {
    const over = evaluated({ a: 1, b: 70, c: 1 }, both)
    expect(notifiableOf(over, active({ row_key: a, kind: 'acknowledged', until: null })).recovered).toHaveLength(1)
    expect(notifiableOf(over, active({ row_key: a })).recovered).toEqual([])
  })

  it('is a change when a silence ends during which a row began to fire, and no change when it began before', () => {
    const b = evaluated({ a: 1, b: 70 })
    const silenced = active({ row_key: a })
    expect(notifiableOf(both, silenced).result).toBe(b.result)
    expect(notifiableOf(both, new Map()).result).not.toBe(b.result)
    const later = active({ row_key: a, created_at: new Date(friday.getTime() + 1) })
    expect(notifiableOf(both, later).result).toBe(both.result)
  })

  it('never has a row that its silence covers, and loses none that no silence covers', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const values = fc.record(Object.fromEntries(names.map((name) => [name, fc.integer({ min: 0, max: 100 })])))
    const kinds = fc.constantFrom('acknowledged' as const, 'until' as const, 'weekends' as const)
    fc.assert(
      fc.property(values, values, fc.dictionary(fc.constantFrom(...names), kinds), (first, second, chosen) => {
        const all = evaluated(Object.fromEntries(names.map((name) => [name, 99])))
        const found = evaluated(second, evaluated(first))
        const silences = Object.entries(chosen).map(([name, kind]) => ({
          row_key: keyOf(all, name),
          kind,
          until: kind === 'until' ? saturday : null,
        }))
        const covered = new Set(Object.entries(chosen).flatMap(([name, kind]) => (kind === 'weekends' ? [] : [name])))
        const told = notifiableOf(found, active(...silences)).matched.map((row) => row['k'])
        expect(told).toEqual(names.filter((name) => (second[name] ?? 0) > 50 && !covered.has(name)))
      }),
    )
  })
})

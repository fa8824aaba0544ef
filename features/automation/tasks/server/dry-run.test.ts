import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RepeatPolicy, repeatPolicies } from '../contract.ts'
import { asksForDay, dayBack, dryDay, noPast, type Past, readPast, writtenPast } from './dry-run.ts'
import { outcomeOf, type Row } from './rules.ts'
import { evaluateStates, type StateCondition } from './states.ts'

const zone = 'America/Sao_Paulo'
const condition: StateCondition = {
  type: 'single',
  column_name: 'n',
  operator: 'greater',
  value: '50',
  row_key: [],
  clear_value: null,
  fire_runs: 1,
  fire_of: 1,
  recover_runs: 1,
  on_no_data: 'evaluate',
  on_error: 'keep',
}

/** The dry run of some answers, a day each, with the past written and read between the days as between two calls. */
function tells(answers: Row[][], task = condition) {
  let past: Past = noPast
  const counts = Object.fromEntries(repeatPolicies.map((policy) => [policy, 0]))
  for (const [index, rows] of answers.entries()) {
    const { at } = dayBack('2026-11-30', zone, answers.length - index)
    const day = dryDay(rows, task, past, { at, zone, language: 'pt-BR' })
    if (day.problem !== null) throw new Error(day.problem)
    for (const policy of day.tells) counts[policy] = (counts[policy] ?? 0) + 1
    const written = readPast(writtenPast(day.after))
    if (written === null) throw new Error('the past is unreadable')
    past = written
  }
  return counts
}

describe('a dry run', () => {
  it('counts what each policy would have told, side by side', () => {
    // November 2026 from Sunday the 1st to Sunday the 29th, over the limit on all days but one.
    const month = Array.from({ length: 29 }, (_, index) => [{ n: index === 4 ? 1 : 60 + Math.floor(index / 10) }])
    expect(tells(month)).toMatchObject({ always: 28, on_change: 4, once_per_week: 5, once_per_month: 1 })
  })

  it('tells on the same days as runs on those days, for random answers and conditions', () => {
    const answers = fc.array(
      fc.uniqueArray(fc.record({ k: fc.constantFrom('a', 'b', 'c'), n: fc.integer({ min: 40, max: 60 }) }), {
        selector: ({ k }) => k,
      }),
      { minLength: 1, maxLength: 40 },
    )
    const tasks = fc
      .record({
        type: fc.constantFrom('single' as const, 'list' as const),
        operator: fc.constantFrom('greater' as const, 'changed' as const),
        fire_of: fc.integer({ min: 1, max: 3 }),
        recover_runs: fc.integer({ min: 1, max: 3 }),
        row_key: fc.constantFrom<string[]>([], ['k']),
      })
      .filter(({ type, operator }) => type === 'single' || operator !== 'changed')
      .map((chosen) => ({ ...condition, ...chosen }))
    fc.assert(
      fc.property(answers, tasks, (days, task) => {
        const ran = Object.fromEntries(repeatPolicies.map((policy) => [policy, ranDays(days, task, policy)]))
        expect(tells(days, task)).toEqual({ ...ran, only_execute_dax: 0 })
      }),
    )
  })

  it('is of a query with a variable that is counted from today', () => {
    const variables = [
      { name: 'dia', value: '-1', substitution: 'day' as const },
      { name: 'n', value: '1', substitution: 'number' as const },
    ]
    expect(asksForDay('EVALUATE ROW("x", {{ dia }})', variables)).toBe(true)
    expect(asksForDay('EVALUATE ROW("x", {{n}})', variables)).toBe(false)
  })

  it('goes on only with what an earlier call wrote', () => {
    expect(readPast(writtenPast(noPast))).toEqual(noPast)
    for (const text of ['', '{', '[]', '{"states":[]}', writtenPast(noPast).replace('[]', '[{"state":"x"}]')])
      expect(readPast(text)).toBeNull()
  })

  it('asks at noon of the business unit, also on the day of a clock change', () => {
    expect(dayBack('2026-11-02', 'America/New_York', 1)).toEqual({
      day: '2026-11-01',
      at: new Date('2026-11-01T17:00:00Z'),
    })
    expect(dayBack('2026-11-02', 'America/New_York', 2).at).toEqual(new Date('2026-10-31T16:00:00Z'))
  })
})

/** The days on which a task with one policy would have told, run by run as commands.ts does it. */
function ranDays(days: Row[][], task: StateCondition, policy: RepeatPolicy): number {
  let count = 0
  let states = new Map()
  let last: { value: string | null; result: string | null; at: Date | null } = { value: null, result: null, at: null }
  for (const [index, rows] of days.entries()) {
    const { at } = dayBack('2026-11-30', zone, days.length - index)
    const found = evaluateStates(rows, task, { lastValue: last.value, states, now: at, isStepped: false })
    if (found.problem !== null) throw new Error(found.problem)
    const result = found.result ?? last.result
    const counted = { matched: found.matched.length, result }
    const before = { last_result: last.result, notified_at: last.at }
    const isTold = outcomeOf(policy, counted, before, at, zone) === 'notified'
    if (isTold) count += 1
    last = { value: found.lastValue, result, at: isTold ? at : last.at }
    states = new Map(found.states.map((state) => [state.row_key, state]))
  }
  return count
}

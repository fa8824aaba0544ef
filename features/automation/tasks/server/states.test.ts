import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { taskStates } from '#catalogue/limits.ts'
import { type RepeatPolicy, repeatPolicies, type TaskState } from '../contract.ts'
import { outcomeOf, type Row } from './rules.ts'
import { evaluateStates, type Standing, type StateCondition, steppedState } from './states.ts'

const base: StateCondition = {
  type: 'list',
  column_name: 'Total',
  operator: 'greater',
  value: '10',
  row_key: ['Store'],
  clear_value: null,
  fire_runs: 1,
  fire_of: 1,
  recover_runs: 1,
  on_no_data: 'evaluate',
  on_error: 'keep',
}
const now = new Date('2026-11-29T12:00:00Z')
const sales = (totals: Record<string, number>): Row[] =>
  Object.entries(totals).map(([store, total]) => ({ '[Store]': store, '[Total]': total }))

/** Runs a task over some answers, and answers what each run found. */
function runs(task: Partial<StateCondition>, answers: readonly Row[][]) {
  let states = new Map<string, Standing>()
  return answers.map((rows, index) => {
    const at = new Date(now.getTime() + index * 3_600_000)
    const found = evaluateStates(rows, { ...base, ...task }, { lastValue: null, states, now: at, isStepped: false })
    if (found.problem !== null) throw new Error(found.problem)
    states = new Map(found.states.map((each) => [each.row_key, each]))
    return found
  })
}
const whole = (found: { states: Standing[] }) => found.states.find(({ row_key }) => row_key === '')?.state
const shown = (found: { states: Standing[] }) =>
  found.states.filter(({ row_key }) => row_key !== '').map(({ label, state, reason }) => `${label} ${state} ${reason}`)

describe('the state of a row', () => {
  it('fires, recovers and is ok; a row that is gone recovers after the runs of the author', () => {
    const found = runs({ recover_runs: 2 }, [
      sales({ Norte: 11, Sul: 5 }),
      sales({ Norte: 9, Sul: 5 }),
      sales({ Sul: 5 }),
      sales({ Sul: 5 }),
    ])
    expect(found.map(shown)).toEqual([['Norte firing holds'], ['Norte recovering cleared'], ['Norte ok gone'], []])
    expect(found.map(whole)).toEqual(['firing', 'recovering', 'ok', 'ok'])
    expect(found.map(({ recovered }) => recovered.map(({ label }) => label))).toEqual([[], [], ['Norte'], []])
    expect(found.map(({ matched }) => matched.length)).toEqual([1, 0, 0, 0])
  })

  it('is pending until the condition held in n of the last m runs', () => {
    const answers = [11, 5, 5, 11, 11].map((total) => sales({ Norte: total }))
    expect(runs({ fire_runs: 2, fire_of: 3 }, answers).map(whole)).toEqual([
      'pending',
      'pending',
      'pending',
      'pending',
      'firing',
    ])
  })

  it('stays firing between the two values, and names the row in its message', () => {
    const found = runs(
      { clear_value: '8' },
      [11, 9, 8, 9].map((total) => sales({ Norte: total })),
    )
    expect(found.map(whole)).toEqual(['firing', 'firing', 'ok', 'ok'])
    expect(found[1]?.matched).toEqual(sales({ Norte: 9 }))
  })

  it('keeps the instant while it stays the same', () => {
    const [first, second] = runs({}, [sales({ Norte: 11 }), sales({ Norte: 12 })])
    expect(second?.states.map(({ since }) => since)).toEqual(first?.states.map(({ since }) => since))
  })

  it('does not depend on the order of the rows, and changes with the firing rows only', () => {
    const [first, turned, dearer, other] = runs({}, [
      sales({ Norte: 11, Sul: 12 }),
      sales({ Sul: 12, Norte: 11 }),
      sales({ Norte: 15, Sul: 12 }),
      sales({ Norte: 15 }),
    ])
    expect(turned?.result).toBe(first?.result)
    expect(dearer?.result).toBe(first?.result)
    expect(other?.result).not.toBe(first?.result)
    const [plain, plainTurned] = runs({ row_key: [] }, [sales({ Norte: 11, Sul: 12 }), sales({ Sul: 12, Norte: 11 })])
    expect(plainTurned?.result).toBe(plain?.result)
  })

  it('counts once in a run, however often the run is attempted', () => {
    const [first] = runs({ fire_runs: 2, fire_of: 2 }, [sales({ Norte: 11 })])
    const states = new Map(first?.states.map((each) => [each.row_key, each]))
    const again = evaluateStates(
      sales({ Norte: 11 }),
      { ...base, fire_runs: 2, fire_of: 2 },
      { lastValue: null, states, now, isStepped: true },
    )
    expect(again).toMatchObject({ states: first?.states, matched: [] })
  })

  it('is refused with a key that two rows have, with a missing column, and with too many rows', () => {
    const evaluated = (rows: Row[], task: Partial<StateCondition> = {}) =>
      evaluateStates(rows, { ...base, ...task }, { lastValue: null, states: new Map(), now, isStepped: false })
    expect(evaluated([...sales({ Norte: 1 }), ...sales({ Norte: 2 })])).toEqual({
      problem: 'duplicate_key',
      detail: 'Norte',
    })
    expect(evaluated(sales({ Norte: 1 }), { row_key: ['Nada'] })).toMatchObject({ problem: 'row_key' })
    const many = Object.fromEntries(Array.from({ length: taskStates.rows + 1 }, (_, index) => [`S${index}`, 11]))
    expect(evaluated(sales(many))).toMatchObject({ problem: 'too_many_states' })
  })

  it('has a short key and label however long the cells are; blank cells are one key', () => {
    const long = `${'x'.repeat(taskStates.label - 1)}😀${'y'.repeat(10_000)}`
    const [first, second] = runs({}, [
      [...sales({ [`${long}1`]: 11, [`${long}2`]: 11 }), { '[Store]': null, '[Total]': 11 }],
      [
        { '[Store]': `${long}1`, '[Total]': 9 },
        { '[Store]': null, '[Total]': 11 },
      ],
    ])
    expect(first?.states.map(({ row_key }) => row_key.length)).toEqual([0, 43, 43, 43])
    expect(first?.states.map(({ label }) => label.length)).toEqual([0, 300, 300, 0])
    expect(first?.states.every(({ label }) => label.isWellFormed())).toBe(true)
    expect(second?.states.map(({ state }) => state)).toEqual(['firing', 'ok', 'firing', 'ok'])
    const blanks = [
      { '[Store]': null, '[Total]': 11 },
      { '[Store]': null, '[Total]': 12 },
    ]
    expect(evaluateStates(blanks, base, { lastValue: null, states: new Map(), now, isStepped: false })).toMatchObject({
      problem: 'duplicate_key',
    })
  })

  it('after an answer without rows is what the author says', () => {
    const after = (on_no_data: StateCondition['on_no_data']) => {
      const [, found] = runs({ on_no_data }, [sales({ Norte: 11 }), []])
      return found && [whole(found), found.matched.length, found.recovered.map(({ label }) => label)]
    }
    expect(after('evaluate')).toEqual(['ok', 0, ['Norte']])
    expect(after('keep')).toEqual(['firing', 0, []])
    expect(after('alarm')).toEqual(['no_data', 1, []])
    expect(after('ok')).toEqual(['ok', 0, ['']])
  })
})

describe('a paused row', () => {
  const evaluated = (rows: Row[], before: { states: Standing[] } | undefined, paused: readonly string[]) => {
    const states = new Map(before?.states.map((each) => [each.row_key, each]))
    const found = evaluateStates(rows, base, {
      lastValue: null,
      states,
      now,
      isStepped: false,
      paused: new Set(paused),
    })
    if (found.problem !== null) throw new Error(found.problem)
    return found
  }
  const keyOf = (found: { states: Standing[] }, label: string) =>
    found.states.find((each) => each.label === label)?.row_key ?? ''

  it('keeps its state, is not told, and does not decide about the task', () => {
    const [first] = runs({}, [sales({ Norte: 11, Sul: 5 })])
    const norte = keyOf(first ?? { states: [] }, 'Norte')
    const still = evaluated(sales({ Norte: 12, Sul: 5 }), first, [norte])
    expect(still).toMatchObject({ matched: [], recovered: [], paused: { count: 1, holds: true } })
    expect([shown(still), whole(still)]).toEqual([['Norte firing holds'], 'ok'])
    // The compared result has the row still, so that a pause is no news of the others.
    expect(still.result).toBe(first?.result)
    const gone = evaluated(sales({ Sul: 5 }), still, [norte])
    expect(gone).toMatchObject({ recovered: [], paused: { count: 0, holds: false } })
    expect(shown(gone)).toEqual(['Norte firing holds'])
    const back = evaluated(sales({ Sul: 5 }), gone, [])
    expect(back.recovered.map(({ label }) => label)).toEqual(['Norte'])
  })

  it('changes nothing of the other rows, whatever it is in the answer', () => {
    const names = ['a', 'b', 'c', 'd']
    const totals = fc.record(Object.fromEntries(names.map((name) => [name, fc.integer({ min: 0, max: 20 })])))
    fc.assert(
      fc.property(totals, totals, fc.subarray(names), (first, second, paused) => {
        const keys = evaluated(sales(Object.fromEntries(names.map((name) => [name, 11]))), undefined, [])
        const before = evaluated(sales(first), undefined, [])
        const pausedKeys = paused.map((name) => keyOf(keys, name))
        const found = evaluated(sales(second), before, pausedKeys)
        const without = (totals: Record<string, number>) =>
          sales(Object.fromEntries(Object.entries(totals).filter(([name]) => !paused.includes(name))))
        const alone = evaluated(without(second), evaluated(without(first), undefined, []), [])
        expect([found.matched, found.recovered, whole(found)]).toEqual([alone.matched, alone.recovered, whole(alone)])
        const frozen = (each: Standing) => pausedKeys.includes(each.row_key)
        expect(found.states.filter(frozen)).toEqual(before.states.filter(frozen).filter(({ state }) => state !== 'ok'))
        expect(found.paused).toEqual({
          count: paused.length,
          holds: paused.some((name) => (second[name] ?? 0) > 10),
        })
      }),
    )
  })
})

describe('a sequence of answers', () => {
  type Settings = { fire_runs: number; fire_of: number; recover_runs: number }

  /** The states, written independently of the code over the whole history. */
  function modelOf(holds: readonly boolean[], { fire_runs, fire_of, recover_runs }: Settings): TaskState[] {
    const states: TaskState[] = []
    let begin = 0
    for (const [index, held] of holds.entries()) {
      const before = states.at(-1)
      if (before === 'firing' || before === 'recovering') {
        const lastHeld = holds.slice(0, index + 1).lastIndexOf(true)
        if (held) states.push('firing')
        else if (index - lastHeld >= recover_runs) {
          states.push('ok')
          begin = index + 1
        } else states.push('recovering')
        continue
      }
      const count = holds.slice(Math.max(begin, index + 1 - fire_of), index + 1).filter(Boolean).length
      states.push(count >= fire_runs ? 'firing' : count > 0 ? 'pending' : 'ok')
    }
    return states
  }

  const settings = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 4 }))
    .map(([fire_runs, more, recover_runs]) => ({ fire_runs, fire_of: fire_runs + more, recover_runs }))

  it('J6: gives the states of an independent model, for one value and for a row with a key', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), settings, (holds, given) => {
        const expected = modelOf(holds, given)
        let before: Pick<Standing, 'state' | 'reason' | 'recent' | 'cleared'> | undefined
        const stepped = holds.map((held) => {
          before = steppedState(before, { fires: held, stays: held, isGone: false }, given)
          return before.state
        })
        expect(stepped).toEqual(expected)
        const answers = holds.map((held) => sales({ Norte: held ? 11 : 1 }))
        expect(runs(given, answers).map(whole)).toEqual(expected)
        expect(runs({ ...given, type: 'single', row_key: [] }, answers).map(whole)).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('J6: tells by the repeat policy what the model tells', () => {
    const answers = fc.array(fc.subarray(['Norte', 'Sul', 'Leste']), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.constantFrom<RepeatPolicy>(...repeatPolicies), answers, (policy, firing) => {
        let last: { last_result: string | null; notified_at: Date | null } = { last_result: null, notified_at: null }
        const outcomes = runs(
          {},
          firing.map((stores) => sales(Object.fromEntries(stores.map((store) => [store, 11])))),
        ).map(({ matched, result }, index) => {
          // A minute apart: the week and the month have one message.
          const at = new Date(now.getTime() + index * 60_000)
          const outcome = outcomeOf(policy, { matched: matched.length, result }, last, at, 'UTC')
          last = { last_result: result, notified_at: outcome === 'notified' ? at : last.notified_at }
          return outcome
        })
        const keyOf = (stores: readonly string[]) => stores.toSorted().join()
        const expected = firing.map((stores, index) => {
          if (policy === 'only_execute_dax') return 'recorded'
          if (stores.length === 0) return 'quiet'
          if (policy === 'always') return 'notified'
          if (policy === 'on_change')
            return index > 0 && keyOf(firing[index - 1] ?? []) === keyOf(stores) ? 'held' : 'notified'
          return firing.findIndex(({ length }) => length > 0) === index ? 'notified' : 'held'
        })
        expect(outcomes).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })
})

it('states know nothing of silences: what silences withhold stands above both', () => {
  const importsOf = (file: string) =>
    [...readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(/from '\.\/([a-z-]+)\.ts'/g)].map(
      ([, name]) => name,
    )
  expect(importsOf('states.ts')).toEqual(['rules'])
  expect(importsOf('state-store.ts')).toEqual(['states'])
  for (const file of ['silences.ts', 'silence-store.ts']) expect(importsOf(file)).not.toContain('withheld-store')
})

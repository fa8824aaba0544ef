import { describe, expect, it } from 'vitest'
import type { Failure, Outcome } from './checks.ts'
import { confirmFailures, type Lists, mayRunAgain, settleVerdict } from './confirm-failures.ts'

const failure = (title: string | null, file = 'a.test.ts'): Failure => ({ file, title, error: 'why' })
const noLists: Lists = { quarantined: [], flakyBefore: [] }
const entry = (test: string) => ({ test, owner: 'reports', since: '2026-11-24', reason: 'a race' })

/** The verdict when the second attempt has these failures; which files ran again. */
async function judge(first: Failure[], second: Outcome, lists = noLists) {
  const repeated: string[] = []
  const verdict = await confirmFailures(
    first,
    async (again) => {
      repeated.push(...again.map(({ title, file }) => title ?? file))
      return second
    },
    lists,
  )
  const titles = (failures: Failure[]) => failures.map(({ title, file }) => title ?? file)
  return { red: titles(verdict.red), flaky: titles(verdict.flaky), quarantined: titles(verdict.quarantined), repeated }
}

describe('a failed test', () => {
  it('that fails twice is red; that passes alone is flaky', async () => {
    const second = { passed: 4, failures: [failure('always')] }
    expect(await judge([failure('always'), failure('sometimes')], second)).toMatchObject({
      red: ['always'],
      flaky: ['sometimes'],
    })
  })

  it('is red when its whole file fails at the second attempt', async () => {
    expect(await judge([failure('one')], { passed: 1, failures: [failure(null)] })).toMatchObject({
      red: ['one'],
      flaky: [],
    })
  })

  it('is red when the second attempt ends without a report, or passes nothing', async () => {
    const crash = { file: 'the run', title: 'ended without a report', error: '' }
    expect((await judge([failure('one')], { passed: 0, failures: [crash] })).red).toEqual(['one'])
    expect((await judge([failure('one')], { passed: 0, failures: [] })).red).toEqual(['one'])
    expect((await judge([failure('one')], { passed: 9, failures: [failure('two', 'b.test.ts')] })).red).toEqual(['one'])
  })

  it('makes another test flaky that fails only at the second attempt', async () => {
    const verdict = await judge([failure('one')], { passed: 4, failures: [failure('other')] })
    expect(verdict).toMatchObject({ red: [], flaky: ['one', 'other'] })
    const strict = await judge([failure('one')], { passed: 4, failures: [failure('T1: other')] })
    expect(strict).toMatchObject({ red: ['T1: other'], flaky: ['one'] })
  })

  it('is red when it was flaky in an earlier landing', async () => {
    const lists = { ...noLists, flakyBefore: [entry('a.test.ts › one')] }
    expect(await judge([failure('one')], { passed: 4, failures: [] }, lists)).toMatchObject({ red: ['one'], flaky: [] })
  })

  it('blocks nothing in quarantine, and does not run again', async () => {
    const lists = { ...noLists, quarantined: [entry('a.test.ts › one')] }
    const verdict = await judge([failure('one')], { passed: 0, failures: [] }, lists)
    expect(verdict).toEqual({ red: [], flaky: [], quarantined: ['one'], repeated: [] })
  })
})

it.each([
  'T1: shows nothing of another tenant',
  'people T1, T5: see their own',
  'Z3: hides the secret',
  'D5: writes one entry',
  'E3, T8: rows of a reader',
])('%s has no second attempt', async (title) => {
  expect(mayRunAgain(failure(title))).toBe(false)
  expect(await judge([failure(title)], { passed: 9, failures: [] })).toMatchObject({ red: [title], repeated: [] })
})

it('checks, runs without a report, and files about lost data have no second attempt', () => {
  expect(mayRunAgain({ file: 'checks', title: 'lint', error: '' })).toBe(false)
  expect(mayRunAgain({ file: 'the run', title: 'ended without a report', error: '' })).toBe(false)
  expect(mayRunAgain(failure('anything', 'apps/server/kill.process.test.ts'))).toBe(false)
  expect(mayRunAgain(failure('V3: opens', 'journeys/look.journey.ts'))).toBe(true)
})

it('more than three flaky tests in one run are red', () => {
  const flaky = ['a', 'b', 'c'].map((title) => failure(title))
  expect(settleVerdict({ red: [], flaky, quarantined: [] }).red).toEqual([])
  expect(settleVerdict({ red: [], flaky: [...flaky, failure('d')], quarantined: [] })).toMatchObject({
    red: { length: 4 },
    flaky: [],
  })
})

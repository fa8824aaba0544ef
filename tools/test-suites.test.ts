import { expect, it } from 'vitest'
import { countPlaywright, countVitest, settle } from './test-suites.ts'

const file = (name: string, status: string, ...assertionResults: unknown[]) => ({ name, status, assertionResults })
const named = (outcome: ReturnType<typeof countVitest>) =>
  outcome?.failures.map(({ file: path, title }) => [path.replace(/^.*\//, ''), title])

it('counts a file that did not load as one failure, by its name', () => {
  const passed = file('a.test.ts', 'passed', { status: 'passed' })
  const failed = file('c.test.ts', 'failed', { status: 'failed', fullName: 'adds' }, { status: 'passed' })
  const report = { numPassedTests: 3, testResults: [passed, file('b.test.ts', 'failed'), failed] }
  const counted = countVitest(report)
  expect(counted?.passed).toBe(3)
  expect(named(counted)).toEqual([
    ['b.test.ts', null],
    ['c.test.ts', 'adds'],
  ])
})

it('counts a file whose set-up failed as one failure, and says how many tests did not run', () => {
  const skipped = {
    ...file('a.test.ts', 'failed', { status: 'skipped' }, { status: 'skipped' }),
    message: 'no browser\nat x',
  }
  const [failure] = countVitest({ numPassedTests: 0, testResults: [skipped] })?.failures ?? []
  expect(failure).toMatchObject({ title: null, error: 'no browser (tests that did not run: 2)' })
})

it('counts a run without a report as one failure', () => {
  expect(settle(countVitest(null), 0).failures).toHaveLength(1)
  expect(settle(countPlaywright({}), 0).failures).toHaveLength(1)
})

it('counts a failed run without a failed test as one failure', () => {
  expect(settle({ passed: 5, failures: [] }, 1).failures).toHaveLength(1)
  expect(settle({ passed: 5, failures: [{ file: 'a', title: 'b', error: '' }] }, 1).failures).toHaveLength(1)
})

it('names journeys with the first line of their error', () => {
  const tests = [{ results: [{ errors: [{ message: '\u001B[31mnot visible\u001B[39m\n  at' }] }] }]
  const specs = [
    { file: 'c.journey.ts', title: 'reads', ok: false, tests },
    { file: 'c.journey.ts', title: 'writes', ok: true },
  ]
  const report = { stats: { expected: 4 }, suites: [{ suites: [{ specs }] }] }
  expect(countPlaywright(report)).toEqual({
    passed: 4,
    failures: [{ file: 'journeys/c.journey.ts', title: 'reads', error: 'not visible' }],
  })
})

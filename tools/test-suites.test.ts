import { expect, it } from 'vitest'
import { countPlaywright, countVitest, settle } from './test-suites.ts'

const file = (status: string, ...assertionResults: unknown[]) => ({ status, assertionResults })

it('counts a file that did not load as one failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [file('passed', { status: 'passed' }), file('failed'), file('failed', { status: 'failed' })],
  }
  expect(countVitest(report)).toMatchObject({ passed: 3, failed: 2 })
})

it('counts a run without a report as one failure', () => {
  expect(settle(countVitest(null), 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(settle(countPlaywright({}), 0)).toMatchObject({ passed: 0, failed: 1 })
})

it('counts a failed run without a failed test as one failure', () => {
  expect(settle({ passed: 5, failed: 0, names: [] }, 1)).toMatchObject({ passed: 5, failed: 1 })
  expect(settle({ passed: 5, failed: 2, names: [] }, 1)).toMatchObject({ passed: 5, failed: 2 })
})

it('counts a journey that passed on the second attempt as failed', () => {
  expect(countPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 9 } })).toMatchObject({
    passed: 4,
    failed: 2,
  })
})

it('names what failed: tests, files that did not load, and journeys', () => {
  const vitest = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [{ status: 'passed' }, { status: 'failed', fullName: 'adds' }],
      },
      { name: 'b.test.ts', status: 'failed', assertionResults: [] },
    ],
  }
  expect(countVitest(vitest)?.names.map((name) => name.replace(/^.*\//, ''))).toEqual(['b.test.ts', 'a.test.ts: adds'])
  const journeys = { title: 'c.journey.ts', suites: [{ specs: [{ file: 'c.journey.ts', title: 'reads', ok: false }] }] }
  const stats = { expected: 0, unexpected: 1, flaky: 0 }
  expect(countPlaywright({ stats, suites: [journeys] })?.names).toEqual(['c.journey.ts: reads'])
})

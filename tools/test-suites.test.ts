import { expect, it } from 'vitest'
import { countPlaywright, countVitest, settle } from './test-suites.ts'

const file = (status: string, ...assertionResults: unknown[]) => ({ status, assertionResults })

it('counts a file that did not load as one failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [file('passed', 1), file('failed'), file('failed', 1)],
  }
  expect(countVitest(report)).toEqual({ passed: 3, failed: 2 })
})

it('counts a run without a report as one failure', () => {
  expect(settle(countVitest(null), 0)).toEqual({ passed: 0, failed: 1 })
  expect(settle(countPlaywright({}), 0)).toEqual({ passed: 0, failed: 1 })
})

it('counts a failed run without a failed test as one failure', () => {
  expect(settle({ passed: 5, failed: 0 }, 1)).toEqual({ passed: 5, failed: 1 })
  expect(settle({ passed: 5, failed: 2 }, 1)).toEqual({ passed: 5, failed: 2 })
})

it('counts a journey that passed on the second attempt as failed', () => {
  expect(countPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 9 } })).toEqual({
    passed: 4,
    failed: 2,
  })
})

import { expect, test } from 'vitest'
import { mergeFailures, reachesReports } from './rules.ts'

test('failures of several processes are summed by code, latest first', () => {
  const early = '2026-11-21T10:00:00.000Z'
  const late = '2026-11-21T11:00:00.000Z'
  const merged = mergeFailures([
    [
      { code: 'call.failed', count: 1, last_at: early },
      { code: 'call.unavailable', count: 2, last_at: early },
    ],
    [{ code: 'call.unavailable', count: 3, last_at: late }],
  ])
  expect(merged).toEqual([
    { code: 'call.unavailable', count: 5, last_at: new Date(late) },
    { code: 'call.failed', count: 1, last_at: new Date(early) },
  ])
})

test('one process without a connection to the report service makes the result false', () => {
  const of = (...answers: (boolean | null)[]) => answers.map((report_service) => ({ report_service, failures: [] }))
  expect([reachesReports(of(true, false)), reachesReports(of(true, null)), reachesReports(of(null))]).toEqual([
    false,
    true,
    null,
  ])
})

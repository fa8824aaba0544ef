import { expect, test } from 'vitest'
import type { ReportsState } from '#platform/server/process-registry.ts'
import { mergeFailures, worstReportsState } from './rules.ts'

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

test('the worst state of the report service counts; processes without one do not', () => {
  const worstOf = (...states: (ReportsState | null)[]) =>
    worstReportsState(states.map((report_service) => ({ report_service })))
  expect([
    worstOf('ready', 'away', 'rebuilding'),
    worstOf('rebuilding', 'ready'),
    worstOf('ready', null),
    worstOf(null),
  ]).toEqual(['away', 'rebuilding', 'ready', null])
})

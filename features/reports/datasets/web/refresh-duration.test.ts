import { expect, test } from 'vitest'
import { duration, usualMs } from './refresh-duration.ts'

const started_at = new Date('2026-11-27T10:00:00Z')
const refresh = (seconds: number | null, state: 'completed' | 'failed' | 'running' = 'completed') => ({
  state,
  started_at,
  ended_at: seconds === null ? null : new Date(started_at.getTime() + seconds * 1_000),
})

test('a duration has hours only when there are any', () => {
  expect([7, 67, 3_723].map((seconds) => duration(seconds * 1_000))).toEqual(['0:07', '1:07', '1:02:03'])
  expect(duration(-1_000)).toBe('0:00')
})

test('the usual duration is the median of the last five completed refreshes', () => {
  expect(usualMs([])).toBeNull()
  expect(usualMs([refresh(null, 'running'), refresh(1, 'failed')])).toBeNull()
  const history = [refresh(null, 'running'), ...[40, 20, 900, 30, 50, 1, 1, 1].map((seconds) => refresh(seconds))]
  expect(usualMs(history)).toBe(40_000)
})

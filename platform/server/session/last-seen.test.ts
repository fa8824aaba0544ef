import { expect, it } from 'vitest'
import { isSeenBefore } from './last-seen.ts'

const at = (time: string) => Date.parse(`2026-04-01T${time}Z`)

it('stores the use of a session once per minute, and in each new quarter of an hour', () => {
  expect(isSeenBefore(59, at('12:01:30'))).toBe(false)
  expect(isSeenBefore(60, at('12:01:30'))).toBe(true)
  // 23:59:50 and 00:00:05 in São Paulo.
  expect(isSeenBefore(15, at('03:00:05'))).toBe(true)
  expect(isSeenBefore(3, at('03:00:05'))).toBe(false)
  // In Kathmandu the day begins at 18:15 UTC.
  expect(isSeenBefore(20, at('18:15:10'))).toBe(true)
})

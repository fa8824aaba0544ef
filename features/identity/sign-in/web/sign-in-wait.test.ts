import { expect, test } from 'vitest'
import { waitAt } from './sign-in-wait.ts'

const until = 1_000_000

test('counts down by the clock in minutes and seconds, and ends', () => {
  expect(waitAt(until, until - 125_000)).toEqual({ minutes: 2, seconds: 5, spoken: 3 })
  expect(waitAt(until, until - 120_000)).toEqual({ minutes: 2, seconds: 0, spoken: 2 })
  expect(waitAt(until, until - 400)).toEqual({ minutes: 0, seconds: 1, spoken: 1 })
  expect(waitAt(until, until)).toBeNull()
  expect(waitAt(until, until + 60_000)).toBeNull()
})

test('is announced to screen readers at whole minutes only', () => {
  const heard = Array.from({ length: 181 }, (_, second) => waitAt(until, until - 180_000 + second * 1_000)?.spoken)
  expect(heard.filter((minutes, at) => minutes !== heard[at - 1])).toEqual([3, 2, 1, undefined])
})

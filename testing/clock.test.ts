import { expect, it } from 'vitest'
import { clockVariables, withTestClock } from './clock.ts'

const now = new Date('2026-11-22T03:10:20Z')

it('leaves the clock alone where TEST_CLOCK is not set', () => {
  expect(withTestClock({ PATH: '/bin' }, now)).toEqual({ PATH: '/bin' })
  expect(clockVariables({ LD_PRELOAD: 'libother.so' })).toEqual({})
})

it.each(['2:00', '24:00', '12', 'noon'])('refuses TEST_CLOCK=%s', (time) => {
  expect(() => withTestClock({ TEST_CLOCK: time }, now)).toThrow('TEST_CLOCK is a time in UTC')
})

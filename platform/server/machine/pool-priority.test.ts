import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { checkPassword } from '../passwords.ts'
import { lowerPoolPriority, poolPriority, poolThreads } from './pool-priority.ts'

test.runIf(process.platform === 'linux')(
  'the threads that calculate password hashes have a lower priority than the event loop',
  async () => {
    await checkPassword(null, 'a wrong password')
    expect(poolThreads().length).toBeGreaterThan(0)
    expect(poolThreads().map((thread) => getPriority(thread))).toEqual(poolThreads().map(() => poolPriority))
    expect(getPriority(process.pid)).toBeLessThan(poolPriority)
  },
)

test.runIf(process.platform === 'linux')('a second call changes nothing', () => {
  expect(lowerPoolPriority()).toBe(poolThreads().length)
  expect(poolThreads().map((thread) => getPriority(thread))).toEqual(poolThreads().map(() => poolPriority))
})

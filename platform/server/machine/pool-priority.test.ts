import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { lowerPoolPriority, poolPriority, poolThreads } from './pool-priority.ts'

/** The tests may run with a lower priority than usual. */
const ofProcess = getPriority(process.pid)
const expected = () => poolThreads().map(() => Math.max(poolPriority, ofProcess))

test.runIf(process.platform === 'linux')(
  'the threads that calculate password hashes have a lower priority than the event loop',
  async () => {
    const { checkPassword } = await import('../passwords.ts')
    await checkPassword(null, 'a wrong password')
    expect(poolThreads().length).toBeGreaterThan(0)
    expect(poolThreads().map((thread) => getPriority(thread))).toEqual(expected())
    expect(getPriority(process.pid)).toBe(ofProcess)
  },
)

test.runIf(process.platform === 'linux')('a second call changes nothing', () => {
  expect(lowerPoolPriority()).toBe(poolThreads().length)
  expect(poolThreads().map((thread) => getPriority(thread))).toEqual(expected())
})

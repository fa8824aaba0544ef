// A clock that tests choose: `TEST_CLOCK=02:00 npm test` runs the unit and call tests as if they began at 02:00 UTC.
// libfaketime shifts the real-time clock of Node.js and of the processes that it starts, not the monotonic clock that timeouts use.
import { existsSync } from 'node:fs'
import { StartFault } from '#platform/server/machine/start-fault.ts'

const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu', '.'].map(
  (folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`,
)

const aDay = 24 * 60

/**
 * `env` with the variables of libfaketime, where TEST_CLOCK names a time of the day in UTC.
 * @throws StartFault when the library is missing or TEST_CLOCK is no time of the day.
 */
export function withTestClock(env: NodeJS.ProcessEnv, now = new Date()): NodeJS.ProcessEnv {
  const testClock = env['TEST_CLOCK']
  if (!testClock) return env
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(testClock) ?? []
  if (hours === undefined) throw new StartFault(`TEST_CLOCK is a time in UTC such as 02:00, not "${testClock}".`)
  const library = libraries.find((path) => existsSync(path))
  if (!library) throw new StartFault('TEST_CLOCK needs libfaketime: install the package faketime (Debian, Ubuntu).')
  // Always ahead: a signal that interrupts the library shows PostgreSQL the true time, and one that is later than the shifted time ends
  // statements long before their timeout.
  const wait = (Number(hours) * 60 + Number(minutes) - now.getUTCHours() * 60 - now.getUTCMinutes() + aDay) % aDay
  return { ...env, LD_PRELOAD: library, FAKETIME: `+${wait * 60}`, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}

/**
 * Whether this process reads a shifted clock. PostgreSQL's time limits of waits for a lock, and its search for deadlocks, never end then: the
 * signal arrives inside of the library and sees the true, earlier time.
 */
export const isClockShifted = (env: NodeJS.ProcessEnv = process.env): boolean => Boolean(env['FAKETIME'])

/** The variables with which a process without our environment reads the same clock. */
export function clockVariables(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const { FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, LD_PRELOAD } = env
  return FAKETIME ? { FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, LD_PRELOAD } : {}
}

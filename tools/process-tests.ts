// The process tests of each command. They are the tests that take longest for one test.
import { globSync } from 'node:fs'
import { checkout } from '#platform/server/machine/checkout.ts'

/**
 * The tests of `npm run test:all` alone: they repeat kills, outages and restarts for minutes. Tests that start, stop and restart a process
 * once are in every run.
 */
export const longProcessTests: readonly string[] = [
  'apps/server/backup.process.test.ts',
  'apps/server/kill.process.test.ts',
  'apps/server/notifications.process.test.ts',
  'apps/server/prototype-attack.process.test.ts',
  'apps/server/recovery.process.test.ts',
  'apps/server/supervisor.process.test.ts',
  'platform/server/machine/embedded-postgres.process.test.ts',
  'tools/new-feature.process.test.ts',
]

/** Paths in the checkout, without `longProcessTests`. */
export const shortProcessTests = (): string[] => allProcessTests().filter((file) => !longProcessTests.includes(file))

/** Paths in the checkout. */
export const allProcessTests = (): string[] =>
  globSync('{apps,features,platform,powerbi,report-service,tools}/**/*.process.test.ts', { cwd: checkout })

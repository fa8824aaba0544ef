// Four kinds of tests, told apart by name. `npm run check` runs the units; `npm test` all four.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { generateRegistries } from './tools/generate-registries.ts'

generateRegistries()

/**
 * Call tests ask a real application on a real database; browser tests drive Chromium; process tests start and kill
 * programs of their own. The rest needs nothing.
 */
const calls = ['**/routes.test.ts', '**/*.db.test.ts']
const browser = ['**/*.browser.test.ts', '**/*.browser.test.tsx']
const processes = ['**/*.process.test.ts']
const elsewhere = ['**/node_modules/**', 'dist/**', 'data/**']

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    // Transformed modules are kept in node_modules/.cache for the next run.
    fsModuleCache: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...elsewhere, ...calls, ...browser, ...processes],
          isolate: false,
          // Property tests try much; a machine with other work must not fail them.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'calls',
          include: calls,
          exclude: elsewhere,
          globalSetup: 'testing/global-setup.ts',
          // A worker loads the portal's modules once for all its files: each file has a portal and a database of its own.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: processes,
          exclude: elsewhere,
          // These limits only end a test that hangs: a busy machine needs minutes for what takes seconds on a free one.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: browser,
          exclude: elsewhere,
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})

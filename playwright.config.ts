// Journeys: a person's way through the real product, started as `npm start` starts it, in a data folder of its own.
// They are few; what a call answers is a call test's, what a component does is a browser test's.
import { readdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { makeWorldsFolder } from './journeys/world.ts'
import { findChromium, testFlags } from './tools/chromium.ts'
import { generateRegistries } from './tools/generate-registries.ts'

generateRegistries()

// This file is read by every worker; what the first one chose is handed on in the environment.
const isFirst = process.env['JOURNEY_WORLDS'] === undefined
const worlds = (process.env['JOURNEY_WORLDS'] ??= makeWorldsFolder())
if (isFirst) process.on('exit', () => rmSync(worlds, { recursive: true, force: true }))

const executablePath = findChromium()
const isAll = process.env['JOURNEYS'] === 'all'
/** The longest files start first, so that no worker is left with one at the end. */
const longest = [
  'screens',
  'told-sentences',
  'sign-in-refusals',
  'session-statuses',
  'sign-in-steps',
  'playlists',
  'openid',
  'access',
  'people',
  'reading',
]
const all = readdirSync(join(import.meta.dirname, 'journeys')).filter((file) => file.endsWith('.journey.ts'))
const files = [...new Set([...longest.map((name) => `${name}.journey.ts`), ...all])]

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './journeys/prepare.ts',
  // A project for each file: projects never share a worker process, and each worker has its own portal (journeys/world.ts).
  projects: files.map((file) => ({ name: basename(file, '.journey.ts'), testMatch: file })),
  // A folder for each run: Playwright empties it first.
  outputDir: `test-results/${basename(worlds)}`,
  // A journey keeps two thirds of a processor busy, mostly with its browser.
  workers: Math.min(Math.ceil(availableParallelism() * 1.5), 4),
  // These limits only end a journey that hangs: a build machine with other work needs several times as long as a person's.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  // `npm run test:all` runs these too: what calls and units prove already, and what repeats one loop many times.
  ...(isAll ? {} : { grepInvert: /@all/ }),
  use: {
    // A click that finds nothing fails long before the journey's limit.
    actionTimeout: 60_000,
    // Playwright waits until what it clicks stands still: with transitions that is most of a click's time.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath && { executablePath }), args: testFlags },
    screenshot: 'only-on-failure',
    // Recording takes a third of the time of a run. The picture and the tree of the page at the failure are always kept.
    trace: process.env['JOURNEY_TRACE'] ? 'retain-on-failure' : 'off',
  },
})

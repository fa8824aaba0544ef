// Journeys: a person's way through the real product, started as `npm start` starts it, in a data folder of its own.
// They are few; what a call answers is a call test's, what a component does is a browser test's.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './tools/chromium.ts'
import { generateRegistries } from './tools/generate-registries.ts'
import { choosePort } from '#platform/server/machine/free-port.ts'

generateRegistries()

// This file is read by every worker; what the first one chose is handed on in the environment.
const isFirst = process.env['JOURNEY_PORT'] === undefined
const port = Number((process.env['JOURNEY_PORT'] ??= String(await choosePort())))
/** Journeys with a license capacity start doubles of Azure and of Power BI at these ports. */
const azurePort = (process.env['JOURNEY_AZURE'] ??= String(await choosePort()))
const powerBiPort = (process.env['JOURNEY_POWERBI'] ??= String(await choosePort()))
const dataDir = (process.env['JOURNEY_DATA'] ??= join(tmpdir(), `vitrine-journeys-${process.pid}`))
if (isFirst) process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

/** Of every demo person; journeys read it from here. */
const demoPassword = (process.env['DEMO_PASSWORD'] ??= 'Journey-through-the-house-1')

const executablePath = findChromium()

export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.journey.ts',
  // A folder for each run: Playwright empties it first.
  outputDir: `test-results/${port}`,
  workers: 1,
  // These limits only end a journey that hangs: a build machine with other work needs several times as long as a person's.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    // A click that finds nothing fails long before the journey's limit.
    actionTimeout: 60_000,
    // Chromium takes every *.localhost for this machine, so business units are `<name>.localhost:<port>`.
    baseURL: `http://localhost:${port}`,
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumFlags },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  webServer: {
    command: 'node tools/start.js',
    url: `http://127.0.0.1:${port}/readyz`,
    // The identity provider of a journey listens on this machine.
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_PASSWORD: demoPassword,
      PROVIDER_PRIVATE_HOSTS: '1',
      AZURE_MANAGEMENT: `http://127.0.0.1:${azurePort}`,
      POWERBI_AUTHORITY: `http://127.0.0.1:${azurePort}`,
      POWERBI_API: `http://127.0.0.1:${powerBiPort}`,
    },
    timeout: 180_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})

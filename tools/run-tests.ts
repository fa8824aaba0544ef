// `npm test`: all checks and all tests, and one summary line at the end.
import { checks, type Outcome, runChecks } from './checks.ts'
import { provideChromium } from './chromium.ts'
import { StartFault } from '#platform/server/machine/start-fault.ts'
import { runPlaywright, runVitest } from './test-suites.ts'

/** Runs all parts, also after a failure. A suite that crashes counts as one failure. */
async function runAll(): Promise<Outcome> {
  const total = { passed: 0, failed: 0 }
  for (const [title, part] of parts()) {
    console.log(`\n── ${title}`)
    const outcome = await part().catch((error: unknown) => {
      console.error(error instanceof StartFault ? error.message : error)
      return { passed: 0, failed: 1 }
    })
    total.passed += outcome.passed
    total.failed += outcome.failed
  }
  return total
}

function parts(): [string, () => Promise<Outcome>][] {
  const { TEST_DATABASE_URL: ownServer, ...withoutServer } = process.env
  const embedded = { ...withoutServer }
  const onOwnServer: [string, () => Promise<Outcome>] = [
    'Call tests on TEST_DATABASE_URL',
    () => runVitest('calls', { ...withoutServer, TEST_DATABASE_URL: ownServer }),
  ]
  return [
    ['Types, lint, format, layers, phrases', () => runChecks(checks)],
    ['Unit tests', () => runVitest('units', embedded)],
    ['Call tests on the embedded PostgreSQL', () => runVitest('calls', embedded)],
    ...(ownServer ? [onOwnServer] : []),
    ['Process tests', () => runVitest('processes', embedded)],
    ['Browser tests', async () => runVitest('browser', withBrowser(embedded))],
    ['Journeys', async () => runPlaywright(withBrowser(embedded))],
  ]
}

function withBrowser(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, CHROMIUM_PATH: provideChromium((line) => console.log(line)) }
}

const { passed, failed } = await runAll()
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

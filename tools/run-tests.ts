// `npm test`: all checks and all tests, and one summary line at the end. `npm test -- units calls` runs the parts named.
import { buildIfStale } from '#apps/pages/build-pages.ts'
import { StartFault } from '#platform/server/machine/start-fault.ts'
import { checks, type Outcome, runChecks } from './checks.ts'
import { provideChromium } from './chromium.ts'
import { openRunFolder } from './run-folder.ts'
import { runPlaywright, runVitest } from './test-suites.ts'

type Part = {
  name: string
  title: string
  /** `held`: another part prints meanwhile, so this one prints when it ends. */
  run: (held: boolean) => Promise<Outcome>
}

/** The parts of one row run at the same time, the rows one after another. */
const rows: Part[][] = [
  [{ name: 'checks', title: 'Types, lint, format, layers, phrases, style', run: () => runChecks(checks) }],
  [{ name: 'units', title: 'Unit tests', run: () => runVitest('units', { env: embedded() }) }],
  [
    {
      name: 'calls',
      title: 'Call tests on the embedded PostgreSQL',
      run: () => runVitest('calls', { env: embedded() }),
    },
  ],
  ...(process.env['TEST_DATABASE_URL'] ? [[{ name: 'calls', title: 'Call tests on TEST_DATABASE_URL', run: () => runVitest('calls') }]] : []), // prettier-ignore
  [{ name: 'browser', title: 'Browser tests', run: () => runVitest('browser', { env: withBrowser() }) }],
  [
    { name: 'journeys', title: 'Journeys', run: (held) => runJourneys(held) },
    // These wait more than they compute. One at a time leaves the other processor to the journeys.
    { name: 'processes', title: 'Process tests', run: (held) => runVitest('processes', { env: embedded(), args: ['--maxWorkers=1'], held }) }, // prettier-ignore
  ],
]

/** `npm run test:long`: the tests that have a long form, in it. */
const longRows: Part[][] = [
  [{ name: 'long', title: 'Kills and outages', run: () => runLong('processes', 'apps/server/kill.process.test.ts') }],
  [
    {
      name: 'long',
      title: 'Mails and kills',
      run: () => runLong('processes', 'apps/server/notifications.process.test.ts'),
    },
  ],
  [{ name: 'long', title: 'Isolation', run: () => runLong('calls', 'platform/server/session/gate.db.test.ts') }],
]

/** Runs all parts, also after a failure, until a signal comes. A suite that crashes counts as one failure. */
async function runAll(chosen: Part[][], stopping: AbortSignal): Promise<Outcome> {
  const total = { passed: 0, failed: 0, names: [] as string[] }
  for (const row of chosen) {
    if (stopping.aborted) break
    const outcomes = await Promise.all(row.map((part, index) => runPart(part, index > 0)))
    for (const { passed, failed, names } of outcomes) {
      total.passed += passed
      total.failed += failed
      total.names.push(...names)
    }
  }
  return total
}

async function runPart({ title, run }: Part, held: boolean): Promise<Outcome> {
  const start = performance.now()
  console.log(`\n── ${title}${held ? ', at the same time; the output follows' : ''}`)
  const outcome = await run(held).catch((error: unknown) => {
    console.error(error instanceof StartFault ? error.message : error)
    return { passed: 0, failed: 1, names: [title] }
  })
  const seconds = Math.round((performance.now() - start) / 1000)
  console.log(`── ${title}: ${outcome.passed} passed, ${outcome.failed} failed, ${seconds} s`)
  return outcome
}

async function runJourneys(held: boolean): Promise<Outcome> {
  return runPlaywright({ env: withBrowser(), held })
}

function runLong(suite: 'processes' | 'calls', file: string): Promise<Outcome> {
  return runVitest(suite, { env: { ...embedded(), TEST_LONG: '1' }, args: [file] })
}

function embedded(): NodeJS.ProcessEnv {
  const { TEST_DATABASE_URL: _, ...env } = process.env
  return env
}

function withBrowser(): NodeJS.ProcessEnv {
  return { ...embedded(), CHROMIUM_PATH: provideChromium((line) => console.log(line)) }
}

const parts = process.argv.slice(2)
const all = parts.includes('long') ? longRows : rows
const chosen = all.map((row) => row.filter(({ name }) => parts.length === 0 || parts.includes(name)))
const stopping = new AbortController()
process.on('SIGINT', () => stopping.abort()).on('SIGTERM', () => stopping.abort())
// The launcher was killed (launch.js): each suite takes the signal and ends.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
const closeRunFolder = openRunFolder()
// Once for all suites: two portals that start at the same time would both build the pages.
await buildIfStale((line) => console.error(line)).catch(() => undefined)
const { passed, failed, names } = await runAll(chosen, stopping.signal)
await closeRunFolder()
// At the end, where a build machine that keeps only the last lines still shows them.
if (names.length > 0) console.log(`\nFailed:\n${names.map((name) => `  ${name}`).join('\n')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && !stopping.signal.aborted ? 0 : 1

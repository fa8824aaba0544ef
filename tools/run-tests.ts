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

/** Parts that run one after another. */
type Lane = Part[]

const part = (name: string, title: string, run: Part['run']): Part => ({ name, title, run })
const onOtherDatabase = part('calls', 'Call tests on TEST_DATABASE_URL', () => runVitest('calls'))

/** The lanes of one row run at the same time, the rows one after another. */
const rows: Lane[][] = [
  [[part('checks', 'Types, lint, format, layers, phrases, style', () => runChecks(checks))]],
  [[part('units', 'Unit tests', () => runVitest('units', { env: embedded() }))]],
  [[part('calls', 'Call tests on the embedded PostgreSQL', () => runVitest('calls', { env: embedded() }))]],
  ...(process.env['TEST_DATABASE_URL'] ? [[[onOtherDatabase]]] : []),
  [
    [part('journeys', 'Journeys', (held) => runJourneys(held))],
    // Process tests wait more than they compute. One file at a time leaves the other processor to the journeys.
    [
      part('processes', 'Process tests', (held) => runVitest('processes', { env: embedded(), args: ['--maxWorkers=1'], held })), // prettier-ignore
      part('browser', 'Browser tests', (held) => runVitest('browser', { env: withBrowser(), held })),
    ],
  ],
]

/** `npm run test:long`: the tests that have a long form, in it. */
const longRows: Lane[][] = [
  [[part('long', 'Kills and outages', () => runLong('processes', 'apps/server/kill.process.test.ts'))]],
  [[part('long', 'Mails and kills', () => runLong('processes', 'apps/server/notifications.process.test.ts'))]],
  [[part('long', 'Isolation', () => runLong('calls', 'platform/server/session/gate.db.test.ts'))]],
]

/** Runs all parts, also after a failure, until a signal comes. A suite that crashes counts as one failure. */
async function runAll(chosen: Lane[][], stopping: AbortSignal): Promise<Outcome> {
  const total = { passed: 0, failed: 0, names: [] as string[] }
  const runLane = async (lane: Lane, held: boolean) => {
    for (const each of lane) {
      if (stopping.aborted) return
      const { passed, failed, names } = await runPart(each, held)
      total.passed += passed
      total.failed += failed
      total.names.push(...names)
    }
  }
  for (const row of chosen) await Promise.all(row.map((lane, index) => runLane(lane, index > 0)))
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
const isChosen = ({ name }: Part) => parts.length === 0 || parts.includes(name)
// Without empty lanes: only what runs beside another lane holds its output.
const chosen = all.map((row) => row.map((lane) => lane.filter(isChosen)).filter((lane) => lane.length > 0))
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

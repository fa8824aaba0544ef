// `npm test`: all checks and all tests, and one summary line at the end. `npm test -- units calls` runs the parts named.
import { buildIfStale } from '#apps/pages/build-pages.ts'
import { StartFault } from '#platform/server/machine/start-fault.ts'
import { flakyBefore, quarantined } from '#testing/quarantine.ts'
import { checks, type Failure, type Outcome, runChecks } from './checks.ts'
import { provideChromium } from './chromium.ts'
import { confirmFailures, lineOf, nameOf, settleVerdict, type Verdict } from './confirm-failures.ts'
import { shortProcessTests } from './process-tests.ts'
import { openRunFolder } from './run-folder.ts'
import { runPlaywright, runVitest, type Suite, type SuiteOptions } from './test-suites.ts'

type Part = {
  name: string
  title: string
  /** `isHeld`: another part prints meanwhile, so this one prints when it ends. */
  run: (isHeld: boolean) => Promise<Outcome>
  /** Runs what failed once more, alone. Without it a failure is final. */
  again?: (failures: readonly Failure[]) => Promise<Outcome>
}

/** Parts that run one after another. */
type Lane = Part[]

const parts = process.argv.slice(2)
// True for `all`, which runs before an issue is called resolved. A flaky test is then a failure, because it shows a race.
const isStrict = parts.includes('all')
const named = parts.filter((name) => name !== 'all' && name !== 'long')
const isChosen = ({ name }: Part) => named.length === 0 || named.includes(name)

/** `env` is called when the part begins: it may install the browser. */
const suite = (name: Suite, title: string, options: SuiteOptions & { of: () => NodeJS.ProcessEnv }): Part => ({
  name,
  title,
  run: (isHeld) => runVitest(name, { ...options, env: options.of(), isHeld }),
  // Whole files run again: their tests share a portal, and some need records of an earlier test.
  again: (failures) =>
    runVitest(name, { env: options.of(), args: [...new Set(failures.map(({ file }) => file)), '--maxWorkers=1'] }),
})

const journeys: Part = {
  name: 'journeys',
  title: 'Journeys',
  run: (isHeld) => runPlaywright({ env: withBrowser(), isHeld }),
  again: (failures) =>
    runPlaywright({
      env: withBrowser(),
      args: [
        ...new Set(failures.map(({ file }) => file)),
        `--grep=${failures.map(titlePattern).join('|')}`,
        '--workers=1',
      ],
    }),
}

/** Playwright compares with `project file title`. */
const titlePattern = ({ title }: Failure) => `${(title ?? '').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`

const { promise: noCheckWaits, resolve: whenNoneWaits } = Promise.withResolvers<void>()
const codeChecks: Part = {
  name: 'checks',
  title: 'Types, lint, format, layers, phrases, style',
  run: () => runChecks(checks, whenNoneWaits),
}

/** The unit tests begin while the last check still runs. */
const unitTests = suite('units', 'Unit tests', { of: embedded })
const units: Part = {
  ...unitTests,
  run: async (isHeld) => {
    if (isChosen(codeChecks)) await noCheckWaits
    return unitTests.run(isHeld)
  },
}

/** The lanes of one row run at the same time, the rows one after another. */
const rows: Lane[][] = [
  [[codeChecks], [units]],
  [[suite('calls', 'Call tests on the embedded PostgreSQL', { of: embedded })]],
  ...(process.env['TEST_DATABASE_URL']
    ? [[[suite('calls', 'Call tests on TEST_DATABASE_URL', { of: () => process.env })]]]
    : []),
  // Process tests wait more than they compute: one file at a time leaves the other processor to the browser tests.
  // They do not run beside the journeys: the browsers of the journeys use all processors, and starts of a portal would be much slower.
  [
    [
      suite('processes', 'Process tests', {
        of: embedded,
        args: ['--maxWorkers=1', ...(isStrict ? [] : shortProcessTests())],
      }),
    ],
    [suite('browser', 'Browser tests', { of: withBrowser })],
  ],
  [[journeys]],
]

/** `npm run test:long`: the tests that have a long form, in it. */
const longRows: Lane[][] = [
  [[long('processes', 'Kills and outages', 'apps/server/kill.process.test.ts')]],
  [[long('processes', 'Mails and kills', 'apps/server/notifications.process.test.ts')]],
  [[long('processes', 'An attack on prototypes', 'apps/server/prototype-attack.process.test.ts')]],
  [[long('calls', 'Tasks and kills', 'apps/worker/killed-tasks.db.test.ts')]],
  [[long('calls', 'Isolation', 'platform/server/session/gate.db.test.ts')]],
]

type Ended = { part: Part; outcome: Outcome }

/** Runs all parts, also after a failure, until a signal comes. A suite that crashes counts as one failure. */
async function runAll(chosen: Lane[][], stopping: AbortSignal): Promise<Ended[]> {
  const ended: Ended[] = []
  const runLane = async (lane: Lane, isHeld: boolean) => {
    for (const each of lane) {
      if (stopping.aborted) return
      ended.push({ part: each, outcome: await runPart(each, isHeld) })
    }
  }
  for (const row of chosen) await Promise.all(row.map((lane, index) => runLane(lane, index > 0)))
  return ended
}

async function runPart({ title, run }: Part, isHeld: boolean): Promise<Outcome> {
  const start = performance.now()
  console.log(`\n── ${title}${isHeld ? ', at the same time; the output follows' : ''}`)
  const outcome = await run(isHeld).catch((error: unknown): Outcome => {
    console.error(error instanceof StartFault ? error.message : error)
    return { passed: 0, failures: [{ file: 'the run', title, error: String(error) }] }
  })
  const seconds = Math.round((performance.now() - start) / 1000)
  console.log(`── ${title}: ${outcome.passed} passed, ${outcome.failures.length} failed, ${seconds} s`)
  return outcome
}

/** The second attempt of what failed, when nothing else runs. */
async function confirm(ended: readonly Ended[], stopping: AbortSignal): Promise<Verdict> {
  const verdict: Verdict = { red: [], flaky: [], quarantined: [] }
  for (const { part, outcome } of ended) {
    const { again } = part
    if (outcome.failures.length === 0) continue
    const repeated = again && !stopping.aborted ? again : async () => ({ passed: 0, failures: [] })
    const {
      red,
      flaky,
      quarantined: ignored,
    } = await confirmFailures(
      outcome.failures,
      (failures) => {
        console.log(`\n── Once more, alone: ${failures.map(nameOf).join(', ')}`)
        return repeated(failures)
      },
      { quarantined, flakyBefore },
    )
    verdict.red.push(...red)
    verdict.flaky.push(...flaky)
    verdict.quarantined.push(...ignored)
  }
  return settleVerdict(verdict)
}

/** Prints the failures at the end of the output, where a build machine that stores only the last lines still shows them. */
function printFailures(heading: string, failures: readonly Failure[]): void {
  if (failures.length === 0) return
  const lines = failures.map((failure) => `  ${lineOf(failure)}`)
  console.log(`\n${heading} (${failures.length}):\n${lines.join('\n')}`)
}

function long(name: Suite, title: string, file: string): Part {
  return { name: 'long', title, run: () => runVitest(name, { env: { ...embedded(), TEST_LONG: '1' }, args: [file] }) }
}

function embedded(): NodeJS.ProcessEnv {
  const { TEST_DATABASE_URL: _, ...env } = process.env
  return env
}

function withBrowser(): NodeJS.ProcessEnv {
  const journeysOf = isStrict ? { JOURNEYS: 'all' } : {}
  return { ...embedded(), ...journeysOf, CHROMIUM_PATH: provideChromium((line) => console.log(line)) }
}

// The rows without empty lanes: only a part that runs beside another lane holds its output.
const chosen = (parts.includes('long') ? longRows : rows).map((row) =>
  row.map((lane) => lane.filter(isChosen)).filter((lane) => lane.length > 0),
)
const stopping = new AbortController()
process.on('SIGINT', () => stopping.abort()).on('SIGTERM', () => stopping.abort())
// The launcher was killed (launch.js): each suite takes the signal and ends.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
const closeRunFolder = openRunFolder()
// The pages are built once for all suites: two portals that start at the same time would both build them.
await buildIfStale((line) => console.error(line)).catch(() => undefined)
const ended = await runAll(chosen, stopping.signal)
const { red, flaky, quarantined: ignored } = await confirm(ended, stopping.signal)
await closeRunFolder()
printFailures('Quarantined', ignored)
printFailures('Flaky', flaky)
printFailures('Failed', red)
const passed = ended.reduce((sum, { outcome }) => sum + outcome.passed, 0) + (isStrict ? 0 : flaky.length)
const failed = red.length + (isStrict ? flaky.length : 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && !stopping.signal.aborted ? 0 : 1

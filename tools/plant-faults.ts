// `npm run test:planted`: proves that the tests still find faults. It puts the faults of testing/planted-faults.ts one at a time into a
// copy of the checkout, runs the test that must find each, and prints a table. `npm run test:planted -- units 'rate limit'` takes the
// suites, kinds or names that are given. The working tree is never changed.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkout } from '#platform/server/machine/checkout.ts'
import { type Fault, type FoundBy, kinds, plantedFaults } from '#testing/planted-faults.ts'
import type { Failure, Outcome } from './checks.ts'
import { provideChromium } from './chromium.ts'
import { lineOf, nameOf } from './confirm-failures.ts'
import { openRunFolder } from './run-folder.ts'

type Suite = FoundBy['suite']
type Pair = { fault: Fault; by: FoundBy }
type Row = Pair & { seconds: number; verdict: 'found' | 'MISSED' }

/** The quick suites come first. */
const suites: readonly Suite[] = ['checks', 'units', 'calls', 'browser', 'processes', 'journeys']

/** A fault may also make a test run forever: then it is not found, and the next one is planted. */
const limitMs = 10 * 60_000

/** Copies what git knows or would add, so that uncommitted changes are tested too. Packages are links; caches of the copy are its own. */
function copyCheckout(folder: string): void {
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', options, { cwd: checkout, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  mkdirSync(folder, { recursive: true })
  for (const file of files.split('\0').filter((path) => path !== '' && existsSync(join(checkout, path))))
    cpSync(join(checkout, file), join(folder, file))
  const modules = join(checkout, 'node_modules')
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(modules).filter((each) => !/^\.(?:cache|vite)/.test(each)))
    symlinkSync(join(modules, name), join(folder, 'node_modules', name))
}

/** The runners of the copy: they work in the folder of their own files. */
async function runnersOf(copy: string) {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(copy, 'tools', file)).href)
  const { generateRegistries } = (await load('generate-registries.ts')) as typeof import('./generate-registries.ts')
  const { checks, runChecks } = (await load('checks.ts')) as typeof import('./checks.ts')
  const { runPlaywright, runVitest } = (await load('test-suites.ts')) as typeof import('./test-suites.ts')
  generateRegistries()

  /** Runs the tests of one suite. Their output is not printed: most of it is the failure that is wanted. */
  return async (suite: Suite, finders: readonly FoundBy[], limit: { limitMs?: number } = {}): Promise<Outcome> => {
    if (suite === 'checks') return runChecks(checks.filter(({ name }) => finders.some((by) => checkOf(by) === name)))
    const tests = finders.filter((by) => by.suite !== 'checks')
    const files = [...new Set(tests.map(({ file }) => file))]
    // One without a title asks for all tests of its file.
    const titles = tests.every(({ title }) => title) ? tests.map(({ title }) => escaped(title)).join('|') : null
    const options = { env: environmentOf(suite), quiet: true, ...limit }
    if (suite !== 'journeys')
      return runVitest(suite, { ...options, args: [...files, ...(titles ? ['-t', titles] : [])] })
    const args = [...files, '--workers=1', ...(titles ? [`--grep=${titles}`] : [])]
    return runPlaywright({ ...options, args })
  }
}

const checkOf = (by: FoundBy) => (by.suite === 'checks' ? by.check : null)

const escaped = (title = '') => title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

function environmentOf(suite: Suite): NodeJS.ProcessEnv {
  const { TEST_DATABASE_URL: _, ...env } = process.env
  if (suite !== 'browser' && suite !== 'journeys') return env
  return { ...env, CHROMIUM_PATH: provideChromium((line) => console.log(line)) }
}

/** Runs the work while the fault is in its file. */
async function planted<T>(copy: string, { file, from, to }: Fault, work: () => Promise<T>): Promise<T> {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  // The replacement is a function, because `$` has a meaning in a replacement text.
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  try {
    return await work()
  } finally {
    writeFileSync(path, text)
  }
}

/** A failed test of the file, which was green before. A run that ended without a report, or a file that did not load, proves nothing. */
function newlyRed({ failures }: Outcome, by: FoundBy, before: ReadonlySet<string>): Failure | undefined {
  const isOfTest = ({ file, title }: Failure) => (by.suite === 'checks' ? title === by.check : file === by.file)
  return failures.find((failure) => failure.title !== null && isOfTest(failure) && !before.has(nameOf(failure)))
}

const labelOf = (by: FoundBy) => (by.suite === 'checks' ? `checks: ${by.check}` : `${by.suite}: ${by.file}`)

function print(rows: readonly Row[]): void {
  console.log('\n| fault | kind | found by | seconds | |\n|---|---|---|---:|---|')
  for (const { fault, by, seconds, verdict } of rows)
    console.log(`| ${fault.name} | ${fault.kind} | ${labelOf(by)} | ${seconds} | ${verdict} |`)
}

const requestedNames = process.argv.slice(2)
const chosen: Pair[] = plantedFaults
  .flatMap((fault) => fault.foundBy.map((by) => ({ fault, by })))
  .filter(
    ({ fault, by }) =>
      requestedNames.length === 0 || [fault.name, fault.kind, by.suite].some((word) => requestedNames.includes(word)),
  )
if (chosen.length === 0) {
  const known = [...suites, ...kinds].join(', ')
  console.log(`No fault has this name, suite or kind. Suites and kinds: ${known}.`)
}
const stopping = new AbortController()
process.on('SIGINT', () => stopping.abort()).on('SIGTERM', () => stopping.abort())
// The launcher was killed (launch.js): the running suite takes the signal and ends.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

type RunTests = Awaited<ReturnType<typeof runnersOf>>

/** Plants the faults of a suite one after the other. */
async function tryFaults(suite: Suite, pairs: readonly Pair[], copy: string, runTests: RunTests): Promise<Row[]> {
  console.log(`── ${suite}: ${pairs.length} faults; first the tests without a fault`)
  const unharmed = await runTests(
    suite,
    pairs.map(({ by }) => by),
  )
  // A test that is red without a fault finds nothing.
  const before = new Set(unharmed.failures.map(nameOf))
  for (const name of before) console.log(`red without a fault: ${name}`)
  const rows: Row[] = []
  for (const { fault, by } of pairs) {
    if (stopping.signal.aborted) break
    const start = performance.now()
    const outcome = await planted(copy, fault, () => runTests(suite, [by], { limitMs }))
    const seconds = Math.round((performance.now() - start) / 1000)
    const red = newlyRed(outcome, by, before)
    rows.push({ fault, by, seconds, verdict: red ? 'found' : 'MISSED' })
    console.log(`${red ? 'found' : 'MISSED'} (${seconds} s): ${fault.name}`)
    for (const failure of red ? [red] : outcome.failures) console.log(`    ${lineOf(failure)}`)
  }
  return rows
}

const closeRunFolder = openRunFolder()
const rows: Row[] = []
try {
  const copy = join(tmpdir(), 'copy')
  copyCheckout(copy)
  const runTests = await runnersOf(copy)
  for (const suite of suites) {
    const pairs = chosen.filter(({ by }) => by.suite === suite)
    if (pairs.length > 0 && !stopping.signal.aborted) rows.push(...(await tryFaults(suite, pairs, copy, runTests)))
  }
} finally {
  await closeRunFolder()
}
print(rows)
const found = rows.filter(({ verdict }) => verdict === 'found').length
console.log(`\n${found} found, ${rows.length - found} missed`)
process.exitCode = found === rows.length && found > 0 && !stopping.signal.aborted ? 0 : 1

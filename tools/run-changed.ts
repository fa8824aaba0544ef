// `npm run test:changed`: what a person wants to know while they work on one feature, in a few minutes. Types, lint and format,
// the units that import what changed, and the call, browser and journey tests of the changed folders. It never decides about a landing:
// `npm test` does. `npm run test:changed -- <commit>` compares with another commit than the main branch.
// Next: changed-tests.ts (which tests), changed-journeys.ts.
import { spawnSync } from 'node:child_process'
import { buildIfStale } from '#apps/pages/build-pages.ts'
import { StartFault } from '#platform/server/machine/start-fault.ts'
import { browserTestsFor, callTestsFor, featureOf, journeysFor } from './changed-tests.ts'
import { type Check, checks, type Outcome, runChecks } from './checks.ts'
import { provideChromium } from './chromium.ts'
import { lineOf } from './confirm-failures.ts'
import { openRunFolder } from './run-folder.ts'
import { runPlaywright, runVitest } from './test-suites.ts'

function git(...args: string[]): string[] | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : null
}

/** The commit at which this branch began. */
function baseOf(requestedBase: string | undefined): string {
  const found = (requestedBase ? [requestedBase] : ['origin/main', 'main']).flatMap(
    (name) => git('merge-base', name, 'HEAD') ?? [],
  )[0]
  if (found === undefined)
    throw new StartFault(`There is no commit ${requestedBase ?? 'origin/main or main'} to compare with.`)
  return found
}

const isCode = (path: string) => /\.(?:ts|tsx|js)$/.test(path)

/** Lint and format read the changed files alone. The schema needs a database, and `npm run check` compares it. */
function checksOf(changed: readonly string[]): Check[] {
  return checks.flatMap((check) => {
    if (check.name === 'schema') return []
    if (check.name === 'lint')
      return changed.some(isCode) ? [{ ...check, command: ['oxlint', ...changed.filter(isCode)] }] : []
    if (check.name === 'format')
      return [{ ...check, command: ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...changed] }]
    return [check]
  })
}

async function run(title: string, work: () => Promise<Outcome>): Promise<Outcome> {
  const start = performance.now()
  console.log(`\n── ${title}`)
  const outcome = await work()
  const seconds = Math.round((performance.now() - start) / 1000)
  console.log(`── ${title}: ${outcome.passed} passed, ${outcome.failures.length} failed, ${seconds} s`)
  return outcome
}

const { TEST_DATABASE_URL: _, ...env } = process.env
const withBrowser = () => ({ ...env, CHROMIUM_PATH: provideChromium((line) => console.log(line)) })
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

const base = baseOf(process.argv[2])
const changed = [
  ...(git('diff', '--name-only', '--diff-filter=d', base) ?? []),
  ...(git('ls-files', '--others', '--exclude-standard') ?? []),
]
const tests = git('ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx') ?? []
const calls = callTestsFor(
  changed,
  tests.filter((path) => /(?:^|\/)routes\.test\.ts$|\.db\.test\.ts$/.test(path)),
)
const browser = browserTestsFor(
  changed,
  tests.filter((path) => /\.browser\.test\.tsx?$/.test(path)),
)
const journeys = journeysFor(changed)
const outside = changed.filter((path) => isCode(path) && featureOf(path) === null)

const closeRunFolder = openRunFolder()
const outcomes: Outcome[] = []
try {
  if (changed.length > 0) {
    outcomes.push(await run('Checks', () => runChecks(checksOf(changed))))
    outcomes.push(await run('Unit tests', () => runVitest('units', { env, args: ['--changed', base] })))
    // The test of sentences reads the phrases when it runs and imports none, so `--changed` does not select it.
    if (changed.some((path) => path.includes('/phrases/')))
      outcomes.push(await run('Sentences', () => runVitest('units', { env, args: ['journeys/told-sentences'] })))
  }
  if (calls.length > 0) outcomes.push(await run('Call tests', () => runVitest('calls', { env, args: calls })))
  if (browser.length > 0)
    outcomes.push(await run('Browser tests', () => runVitest('browser', { env: withBrowser(), args: browser })))
  if (journeys.length > 0) {
    await buildIfStale((line) => console.error(line))
    outcomes.push(await run('Journeys', () => runPlaywright({ env: withBrowser(), args: journeys })))
  }
} finally {
  await closeRunFolder()
}
const failures = outcomes.flatMap((outcome) => outcome.failures)
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
if (outside.length > 0)
  console.log(`\nFiles outside of features have no journeys here, and only the tests beside them: ${outside.length}.`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${lineOf(failure)}`).join('\n')}`)
console.log(`\n${changed.length} changed files: ${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { checkout } from '#platform/server/machine/checkout.ts'
import { withTestClock } from '#testing/clock.ts'
import { environment, type Outcome } from './checks.ts'

/** The projects of vitest.config.ts. */
export type Suite = 'units' | 'calls' | 'processes' | 'browser'

const TIME_LIMIT = 60 * 60_000

export type SuiteOptions = {
  env?: NodeJS.ProcessEnv
  /** Further arguments of the test runner, such as a path of test files. */
  args?: readonly string[]
  /** Print the output when the suite ends, because another suite prints meanwhile. */
  held?: boolean
}

/** Runs one project of vitest.config.ts with its output on our terminal, and counts from its JSON report. */
export async function runVitest(project: Suite, options: SuiteOptions = {}): Promise<Outcome> {
  const { env = process.env, args = [], held = false } = options
  const shifted = project === 'units' || project === 'calls' ? withTestClock(env) : env
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const command = ['vitest', 'run', '--project', project, '--passWithNoTests', ...reporters, ...args] as const
    const code = await run(command, shifted, held)
    return settle(countVitest(readReport(report)), code)
  })
}

/** Runs the journeys on their own portal (playwright.config.ts). Without journeys nothing is counted. */
export async function runPlaywright({ env = process.env, held = false }: SuiteOptions): Promise<Outcome> {
  const folder = join(checkout, 'journeys')
  const journeys = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.journey.ts')) : []
  if (journeys.length === 0) return { passed: 0, failed: 0, names: [] }
  return withReport(async (report) => {
    const command = ['playwright', 'test', '--reporter=list,json'] as const
    const code = await run(command, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, held)
    return settle(countPlaywright(readReport(report)), code)
  })
}

async function withReport(count: (file: string) => Promise<Outcome>): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-report-'))
  try {
    return await count(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** A run that failed without a failed test (a crash, an unhandled rejection, no report) counts as one failure. */
export function settle(counted: Outcome | null, code: number): Outcome {
  if (counted === null) return { passed: 0, failed: 1, names: ['a run without a report'] }
  const isBroken = code !== 0 && counted.failed === 0
  return isBroken ? { ...counted, failed: 1, names: ['a run that failed without a failed test'] } : counted
}

/** Counts from Vitest's JSON report. A file that did not load has no tests and counts as one failure. */
export function countVitest(report: unknown): Outcome | null {
  if (!isRecord(report) || !Array.isArray(report['testResults'])) return null
  const files = report['testResults'].filter(isRecord)
  const broken = files.filter((file) => file['status'] === 'failed' && recordsOf(file['assertionResults']).length === 0)
  const failed = files.flatMap((file) =>
    recordsOf(file['assertionResults'])
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${nameOf(file)}: ${String(fullName)}`),
  )
  return {
    passed: Number(report['numPassedTests']),
    failed: Number(report['numFailedTests']) + broken.length,
    names: [...broken.map(nameOf), ...failed],
  }
}

const nameOf = (file: Record<string, unknown>) => relative(checkout, String(file['name']))

/** Counts from Playwright's JSON report. A flaky test (passed on the second attempt) counts as failed. */
export function countPlaywright(report: unknown): Outcome | null {
  if (!isRecord(report) || !isRecord(report['stats'])) return null
  const { expected, unexpected, flaky } = report['stats']
  const names = specsOf(report).filter(({ ok }) => ok === false)
  return {
    passed: Number(expected),
    failed: Number(unexpected) + Number(flaky),
    names: names.map(({ file, title }) => `${String(file)}: ${String(title)}`),
  }
}

/** The report nests suites: files, and groups of tests in them. */
function specsOf(suite: Record<string, unknown>): Record<string, unknown>[] {
  return [...recordsOf(suite['specs']), ...recordsOf(suite['suites']).flatMap(specsOf)]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const recordsOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** In its own process group, so that a run over the time limit ends with all of its processes. */
function run(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  held: boolean,
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: checkout,
      env: { ...env, PATH: environment.PATH },
      stdio: held ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      detached: true,
    })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk))
    const interrupt = (signal: NodeJS.Signals) => endGroup(child.pid, signal)
    const overdue = setTimeout(() => {
      console.error(`${program} took longer than ${TIME_LIMIT / 60_000} minutes and was stopped.`)
      endGroup(child.pid, 'SIGKILL')
    }, TIME_LIMIT)
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
    const end = (code: number) => {
      clearTimeout(overdue)
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
      process.stdout.write(Buffer.concat(output))
      resolve(code)
    }
    child.on('error', (error) => {
      console.error(error.message)
      end(1)
    })
    child.on('close', (code) => end(code ?? 1))
  })
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal)
}

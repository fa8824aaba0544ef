import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { checkout } from '#platform/server/machine/checkout.ts'
import { withTestClock } from '#testing/clock.ts'
import { environment, type Failure, type Outcome } from './checks.ts'

/** The projects of vitest.config.ts. */
export type Suite = 'units' | 'calls' | 'processes' | 'browser'

const TIME_LIMIT = 60 * 60_000

export type SuiteOptions = {
  env?: NodeJS.ProcessEnv
  /** Further arguments of the test runner, such as a path of test files. */
  args?: readonly string[]
  /** Print the output when the suite ends, because another suite prints meanwhile. */
  isHeld?: boolean
  /** Print nothing: only the outcome counts. */
  quiet?: boolean
  /** A longer run is stopped, and ends without a report. */
  limitMs?: number
}

/** Runs one project of vitest.config.ts with its output on our terminal, and counts from its JSON report. */
export async function runVitest(project: Suite, options: SuiteOptions = {}): Promise<Outcome> {
  const { env = process.env, args = [] } = options
  const shifted = project === 'units' || project === 'calls' ? withTestClock(env) : env
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const command = ['vitest', 'run', '--project', project, '--passWithNoTests', ...reporters, ...args] as const
    const code = await run(command, shifted, options)
    return settle(countVitest(readReport(report)), code)
  })
}

/** Runs the journeys on their own portal (playwright.config.ts). Without journeys nothing is counted. */
export async function runPlaywright(options: SuiteOptions): Promise<Outcome> {
  const { env = process.env, args = [] } = options
  const folder = join(checkout, 'journeys')
  const journeys = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.journey.ts')) : []
  if (journeys.length === 0) return { passed: 0, failures: [] }
  return withReport(async (report) => {
    const command = ['playwright', 'test', '--reporter=list,json', ...args] as const
    const code = await run(command, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, options)
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

const ofRun = (title: string): Failure => ({ file: 'the run', title, error: '' })

/** A run that failed without a failed test (a crash, an unhandled rejection, no report) counts as one failure. */
export function settle(counted: Outcome | null, code: number): Outcome {
  if (counted === null) return { passed: 0, failures: [ofRun('ended without a report')] }
  const isBroken = code !== 0 && counted.failures.length === 0
  return isBroken ? { ...counted, failures: [ofRun('failed without a failed test')] } : counted
}

/** Counts from Vitest's JSON report. A file that did not load, or whose set-up failed, counts as one failure. */
export function countVitest(report: unknown): Outcome | null {
  if (!isRecord(report) || !Array.isArray(report['testResults'])) return null
  return {
    passed: Number(report['numPassedTests']),
    failures: report['testResults'].filter(isRecord).flatMap(failuresOfFile),
  }
}

function failuresOfFile(result: Record<string, unknown>): Failure[] {
  const file = relative(checkout, String(result['name']))
  const tests = recordsOf(result['assertionResults'])
  const failed = tests.filter(({ status }) => status === 'failed')
  if (failed.length > 0)
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      title: String(fullName),
      error: firstLine(Array.isArray(failureMessages) ? failureMessages[0] : ''),
    }))
  if (result['status'] !== 'failed') return []
  const passed = tests.filter(({ status }) => status === 'passed').length
  const error = `${firstLine(result['message'])} (tests that did not run: ${tests.length - passed})`
  return [{ file, title: null, error }]
}

const firstLine = (message: unknown) =>
  typeof message === 'string' ? (stripVTControlCharacters(message).trim().split('\n')[0] ?? '').slice(0, 200) : ''

/** Counts from Playwright's JSON report. */
export function countPlaywright(report: unknown): Outcome | null {
  if (!isRecord(report) || !isRecord(report['stats'])) return null
  const failed = specsOf(report).filter(({ ok }) => ok === false)
  return {
    passed: Number(report['stats']['expected']),
    failures: failed.map((spec) => ({
      file: `journeys/${String(spec['file'])}`,
      title: String(spec['title']),
      error: errorOf(spec),
    })),
  }
}

function errorOf(spec: Record<string, unknown>): string {
  const [result] = recordsOf(spec['tests']).flatMap((test) => recordsOf(test['results']))
  return firstLine(recordsOf(result?.['errors'])[0]?.['message'])
}

/** The report nests suites: files, and groups of tests in them. */
function specsOf(suite: Record<string, unknown>): Record<string, unknown>[] {
  return [...recordsOf(suite['specs']), ...recordsOf(suite['suites']).flatMap(specsOf)]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const recordsOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** Runs a suite in its own process group, so that a run over the time limit ends with all of its processes. */
function run(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  { isHeld = false, quiet = false, limitMs = TIME_LIMIT }: SuiteOptions,
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: checkout,
      env: { ...env, PATH: environment.PATH },
      stdio: isHeld || quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      detached: true,
    })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk))
    const interrupt = (signal: NodeJS.Signals) => endGroup(child.pid, signal)
    const overdue = setTimeout(() => {
      console.error(`${program} took longer than ${limitMs / 60_000} minutes and was stopped.`)
      endGroup(child.pid, 'SIGKILL')
    }, limitMs)
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
    const end = (code: number) => {
      clearTimeout(overdue)
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
      if (!quiet) process.stdout.write(Buffer.concat(output))
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

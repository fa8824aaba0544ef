import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  if (journeys.length === 0) return { passed: 0, failed: 0 }
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
  if (counted === null) return { passed: 0, failed: 1 }
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
}

/** Counts from Vitest's JSON report. A file that did not load has no tests and counts as one failure. */
export function countVitest(report: unknown): Outcome | null {
  if (!isRecord(report) || !Array.isArray(report['testResults'])) return null
  const broken = report['testResults'].filter(
    (file: unknown) => isRecord(file) && file['status'] === 'failed' && isEmpty(file['assertionResults']),
  )
  return { passed: Number(report['numPassedTests']), failed: Number(report['numFailedTests']) + broken.length }
}

/** Counts from Playwright's JSON report. A flaky test (passed on the second attempt) counts as failed. */
export function countPlaywright(report: unknown): Outcome | null {
  if (!isRecord(report) || !isRecord(report['stats'])) return null
  const { expected, unexpected, flaky } = report['stats']
  return { passed: Number(expected), failed: Number(unexpected) + Number(flaky) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

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

import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { checkout } from '#platform/server/machine/checkout.ts'

const bin = join(checkout, 'node_modules', '.bin')

/** Scripts of packages begin with `#!/usr/bin/env node`: the first node in PATH must be the one that runs this. */
export const environment = { ...process.env, PATH: `${dirname(process.execPath)}:${bin}:${process.env['PATH'] ?? ''}` }

/** The compiler and the linter are Go programs: with rarer garbage collections they need a third less processor time, for a seventh
 * more memory. */
const checkEnvironment = { GOGC: '400', ...environment }

export type Check = {
  name: string
  command: readonly [string, ...string[]]
  /** The command that repairs a failure, if there is one. */
  remedy?: string
}

/** Checks that do not run the product. Each counts as one test. Slow checks come first, for the best use of both slots. */
export const checks: readonly Check[] = [
  { name: 'lint', command: ['oxlint'] },
  { name: 'types: web', command: ['tsc', '-p', 'tsconfig.web.json'] },
  { name: 'types: tests', command: ['tsc', '-p', 'tsconfig.tests.json'] },
  { name: 'types: server', command: ['tsc', '-p', 'tsconfig.server.json'] },
  { name: 'types: drawing', command: ['tsc', '-p', 'tsconfig.drawing.json'] },
  { name: 'types: contract', command: ['tsc', '-p', 'tsconfig.contract.json'] },
  { name: 'types: client', command: ['tsc', '-p', 'client/tsconfig.json', '--noEmit'] },
  { name: 'schema', command: ['node', 'tools/generate-tables.ts', '--check'], remedy: 'npm run tables' },
  { name: 'client', command: ['node', 'tools/generate-client.ts', '--check'], remedy: 'npm run build:client' },
  { name: 'format', command: ['oxfmt', '--check', '.'], remedy: 'npx oxfmt' },
  { name: 'layers', command: ['node', 'tools/check-layers.ts'] },
  { name: 'phrases', command: ['node', 'tools/check-phrases.ts'] },
  { name: 'style', command: ['node', 'tools/check-style.ts'] },
]

/** `title`: null when the file did not load, or its set-up failed. `error`: the first line. */
export type Failure = { file: string; title: string | null; error: string }
export type Outcome = { passed: number; failures: readonly Failure[] }

/**
 * Runs the checks two at a time. The output of a check is printed when it ends. `whenNoneWaits` is called when a runner has no further check:
 * the linter takes longer than all others together, and leaves a processor free.
 */
export async function runChecks(list: readonly Check[], whenNoneWaits: () => void = () => undefined): Promise<Outcome> {
  const waiting = [...list]
  const failures: Failure[] = []
  const runner = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (!(await runCheck(check))) failures.push({ file: 'checks', title: check.name, error: '' })
    }
    whenNoneWaits()
  }
  await Promise.all([runner(), runner()])
  return { passed: list.length - failures.length, failures }
}

async function runCheck({ name, command, remedy }: Check): Promise<boolean> {
  const start = performance.now()
  const { code, output } = await capture(command)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (code !== 0) console.log(output.trimEnd())
  if (code !== 0 && remedy) console.log(`To mend it: ${remedy}`)
  return code === 0
}

function capture([program, ...args]: Check['command']): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: checkout, env: checkEnvironment, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

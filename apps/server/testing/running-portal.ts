// A portal as a separate process, for tests that kill processes: started like a person starts it, called over HTTP, killed.
// It asserts nothing. Next: portal-history.ts (recorded writes).
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { choosePort } from '#platform/server/machine/free-port.ts'

const ownCheckout = fileURLToPath(new URL('../../..', import.meta.url))
const program = 'apps/server/main.ts'
const readyWithinMs = 240_000

export type Ended = { code: number | null; signal: NodeJS.Signals | null }

export type RunningPortal = {
  port: number
  dataDir: string
  pid: number
  /** Returns the output of the portal, both streams. */
  said(): string
  /** Time from the spawn to the line that says it is ready. */
  readyAfterMs: number
  kill(signal: NodeJS.Signals): void
  ended: Promise<Ended>
}

/** `checkout`: another folder with the sources of the product, for a comparison of two versions. */
export type StartOptions = { dataDir: string; port?: number; env?: Record<string, string>; checkout?: string }

/** No other variable of our own environment reaches the portal under test. */
const surroundings = () =>
  Object.fromEntries(['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]]))

/** Tests make the records that they count themselves: the examples of the demo world would be among them. An older version has none. */
const plainWorld = { DEMO_WORLD: 'plain' }

export function launchPortal({ dataDir, port = 0, env = {}, checkout = ownCheckout }: StartOptions) {
  const world = checkout === ownCheckout ? plainWorld : {}
  const variables = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...world, ...env }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(checkout, program)], {
    env: { ...surroundings(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  // `close` comes after the last output; `exit` may come before it.
  const ended = new Promise<Ended>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })))
  return { child, said: () => said, ended }
}

/** Starts a portal and answers when it serves. Throws with its output when it does not start. */
export async function startPortal(options: StartOptions): Promise<RunningPortal> {
  if (options.port !== undefined) return startAt(options.port, options)
  for (let tries = 0; ; tries++) {
    const port = await choosePort()
    try {
      return await startAt(port, options)
    } catch (error) {
      // Another program may take the port before the portal listens.
      if (tries === 3 || !String(error).includes(`Port ${port} is taken`)) throw error
    }
  }
}

async function startAt(port: number, options: StartOptions): Promise<RunningPortal> {
  const begun = performance.now()
  const { child, said, ended } = launchPortal({ ...options, port })
  const isUp = await Promise.race([until(() => said().includes('Vitrine is ready'), readyWithinMs), ended])
  if (isUp !== true) {
    child.kill('SIGKILL')
    throw new Error(`the portal did not start: ${said()}`)
  }
  return {
    port,
    dataDir: options.dataDir,
    pid: pidOf(child),
    said,
    readyAfterMs: Math.round(performance.now() - begun),
    kill: (signal) => void child.kill(signal),
    ended,
  }
}

const pidOf = ({ pid }: ChildProcess): number => {
  if (pid === undefined) throw new Error('a started process has a number')
  return pid
}

/** Starts a portal that is expected to fail. Answers its exit code and output. A portal that serves nevertheless is stopped. */
export async function refusedStart(options: StartOptions): Promise<Ended & { said: string }> {
  const { child, said, ended } = launchPortal(options)
  const isUp = await Promise.race([until(() => said().includes('Vitrine is ready'), readyWithinMs), ended])
  if (isUp === true) child.kill('SIGTERM')
  return { ...(await ended), said: said() }
}

/** The process of the report service under this portal. */
export function reportServiceOf({ pid }: RunningPortal): number | undefined {
  return childrenOf(pid).find((child) => commandOf(child).includes('apps/report-service/main.ts'))
}

/** The server and worker processes of a portal under a supervisor. */
export function processesOf({ pid }: Pick<RunningPortal, 'pid'>): { servers: number[]; workers: number[] } {
  const running = (program: string) => childrenOf(pid).filter((child) => commandOf(child).includes(program))
  return { servers: running('apps/server/serve.ts'), workers: running('apps/worker/main.ts') }
}

/** The PostgreSQL server of the data folder, and its backend processes. */
export function postgresOf({ dataDir }: { dataDir: string }): {
  postmaster: number
  backends: number[]
  /** The processes that PostgreSQL has for itself, such as the writer of the log. */
  others: number[]
} {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = childrenOf(postmaster)
  const backends = children.filter((pid) => commandOf(pid).includes('127.0.0.1'))
  return { postmaster, backends, others: children.filter((pid) => !backends.includes(pid)) }
}

function childrenOf(parent: number): number[] {
  return (
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && parentOf(pid) === parent)
      // Oldest first. The folder is listed as texts: 10154 comes before 9762.
      .toSorted((a, b) => a - b)
  )
}

/** Reads the parent's id from `/proc/<pid>/stat`: the fourth field, after the name in parentheses. */
function parentOf(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`)
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

const commandOf = (pid: number): string => (read(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ')

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null // the process has just ended
  }
}

/** True when the condition holds; false after the time limit. */
export async function until(isSo: () => boolean | Promise<boolean>, withinMs = 200_000): Promise<boolean> {
  for (const begun = performance.now(); performance.now() - begun < withinMs; await sleep(20)) {
    if (await isSo()) return true
  }
  return false
}

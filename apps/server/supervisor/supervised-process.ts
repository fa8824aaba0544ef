// One place of the supervisor, kept filled: a process that ends is followed by another, after a pause that grows while it keeps ending.
// It knows nothing of what the process does. Next: supervisor.ts.
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFault } from '#platform/server/machine/start-fault.ts'
import { hear } from './messages.ts'

const readyWithinMs = 60_000
const leavesWithinMs = 30_000
const firstPauseMs = 200
const longestPauseMs = 10_000
/** Who lived so long and ends then did not end of what made the last one end. */
const healthyAfterMs = 30_000

export type SupervisedProcess = {
  child(): ChildProcess | undefined
  /** Another process takes the place once it is ready; then the former one is asked to leave. Rejects, and leaves all as it is, when the new one does not come up. */
  replace(): Promise<void>
  stop(): Promise<void>
}

export type SupervisedProcessOptions = {
  name: string
  launch(): ChildProcess
  /** Asks a process to finish what it is at and to end. */
  dismiss(child: ChildProcess): void
  log(line: string): void
}

/** Fills the place; answers once the first process is ready. @throws StartFault when that one ends or is too late. */
export async function superviseProcess({
  name,
  launch,
  dismiss,
  log,
}: SupervisedProcessOptions): Promise<SupervisedProcess> {
  let present: ChildProcess | undefined
  let isStopping = false
  let pause = firstPauseMs

  function watch(child: ChildProcess): void {
    const begun = performance.now()
    child.once('exit', (code, signal) => {
      if (isStopping || present !== child) return
      if (performance.now() - begun > healthyAfterMs) pause = firstPauseMs
      log(`${name} (process ${child.pid}) ended (${signal ?? code}); another one is started.`)
      const wait = pause
      pause = Math.min(pause * 2, longestPauseMs)
      void sleep(wait, undefined, { ref: false }).then(() => !isStopping && present === child && fill())
    })
  }

  /** One that ends before it is ready comes back here by `watch`. */
  function fill(): void {
    present = launch()
    watch(present)
  }

  async function replace(): Promise<void> {
    const former = present
    const next = launch()
    try {
      await whenReady(name, next)
    } catch (fault) {
      next.kill('SIGKILL')
      throw fault
    }
    present = next
    watch(next)
    if (former) await leave(former, dismiss)
  }

  await replace()
  return {
    child: () => present,
    replace,
    stop: async () => {
      isStopping = true
      if (present) await leave(present, dismiss)
    },
  }
}

function whenReady(name: string, child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new StartFault(`${name} did not start within a minute.`)), readyWithinMs)
    child.once('exit', () => {
      clearTimeout(late)
      reject(new StartFault(`${name} did not start: it says why above.`))
    })
    const end = hear(child, ({ vitrine }) => {
      if (vitrine !== 'ready') return
      clearTimeout(late)
      end()
      resolve()
    })
  })
}

async function leave(child: ChildProcess, dismiss: (child: ChildProcess) => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const late = setTimeout(() => child.kill('SIGKILL'), leavesWithinMs)
  dismiss(child)
  await gone
  clearTimeout(late)
}

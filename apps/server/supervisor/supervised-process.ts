// Supervises one child process: restarts it when it exits, with exponential back-off.
// It does not know what the process does. Next: supervisor.ts.
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFault } from '#platform/server/machine/start-fault.ts'
import { startLimitMs } from '../start-limit.ts'
import { onMessage } from './messages.ts'

const leavesWithinMs = 30_000
const firstPauseMs = 200
const longestPauseMs = 10_000
/** A process that ran at least this long resets the restart back-off. */
const healthyAfterMs = 30_000

export type SupervisedProcess = {
  child(): ChildProcess | undefined
  /** Starts a new process and, when it is ready, stops the former one. Rejects and keeps the former process when the new one does not start. */
  replace(): Promise<void>
  stop(): Promise<void>
}

export type SupervisedProcessOptions = {
  name: string
  launch(): ChildProcess
  /** Asks a process to finish its work and to exit. */
  dismiss(child: ChildProcess): void
  log(line: string): void
}

/** Starts the process and answers when it is ready. @throws StartFault when it exits or is too late. */
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

  /** A process that exits before it is ready is restarted by `watch`. */
  function fill(): void {
    present = launch()
    watch(present)
  }

  async function replace(): Promise<void> {
    const former = present
    const newProcess = launch()
    try {
      await whenReady(name, newProcess)
    } catch (fault) {
      newProcess.kill('SIGKILL')
      throw fault
    }
    present = newProcess
    watch(newProcess)
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
    const late = setTimeout(
      () => reject(new StartFault(`${name} did not start within ${startLimitMs / 60_000} minutes.`)),
      startLimitMs,
    )
    child.once('exit', () => {
      clearTimeout(late)
      reject(new StartFault(`${name} did not start: its output above says why.`))
    })
    const end = onMessage(child, ({ vitrine }) => {
      if (vitrine !== 'ready') return
      clearTimeout(late)
      end()
      resolve()
    })
  })
}

async function leave(child: ChildProcess, dismiss: (child: ChildProcess) => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const late = setTimeout(() => child.kill('SIGKILL'), leavesWithinMs)
  dismiss(child)
  await exited
  clearTimeout(late)
}

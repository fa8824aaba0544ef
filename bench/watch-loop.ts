// Measures how long the main thread of a process is busy without a pause. A process that is started with `watchingOptions` prints its
// figures at SIGUSR2 and starts again from zero. Next: html.ts, sync-work.ts.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningPortal } from '#apps/server/testing/running-portal.ts'

/**
 * Times in milliseconds. `delayP99` and `delayMax`: how late a timer runs, for any reason. `block`: the longest processor time of the main
 * thread between two timers of one millisecond. Other programs of the machine delay timers, but do not add processor time.
 */
export type LoopFigures = { delayP99: number; delayMax: number; block: number }

const mark = 'event loop: '

/** `NODE_OPTIONS` of a process that measures. */
export const watchingOptions = `--import=${import.meta.url}`

/** Set in a process that measures: this file is its preload module. Its worker threads have the same options. */
if (isMainThread && process.env['NODE_OPTIONS']?.includes(import.meta.url)) startWatching()

function startWatching(): void {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let before = process.threadCpuUsage()
  let block = 0
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    block = Math.max(block, (user + system) / 1_000)
  }, 1).unref()
  process.on('SIGUSR2', () => {
    const ms = (nanoseconds: number) => nanoseconds / 1_000_000
    const figures: LoopFigures = { delayP99: ms(delay.percentile(99)), delayMax: ms(delay.max), block }
    process.stdout.write(`${mark}${JSON.stringify(figures)}\n`)
    delay.reset()
    block = 0
  })
}

/** The figures since the last call. */
export async function loopFigures({ kill, said }: RunningPortal): Promise<LoopFigures> {
  const printed = () => said().split(mark)
  const before = printed().length
  kill('SIGUSR2')
  while (printed().length === before) await sleep(20)
  // The line may arrive in two parts.
  await sleep(20)
  return JSON.parse(printed().at(-1)?.split('\n')[0] ?? '') as LoopFigures
}

// Processor time of processes, from Linux. A shared machine delays requests, but adds no processor time to them: the time per request is the
// steadier figure. Next: reads.ts.
import { readFileSync } from 'node:fs'

/** The kernel counts in ticks of 10 ms. */
const microsecondsPerTick = 10_000

/** The processor time that the processes have used so far, in microseconds. A process that has ended counts as 0. */
export const processorTime = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * microsecondsPerTick

/**
 * Fields 14 to 17 of `/proc/<pid>/stat`: time in user mode and in the kernel, of all threads and of the child processes that have ended. The
 * name in field 2 may contain blanks.
 */
function ticksOf(pid: number): number {
  const stat = readOrNull(`/proc/${pid}/stat`)
  if (stat === null) return 0
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * The command line of a running process; its arguments are joined by NUL (Linux) or spaces (elsewhere). Null when there is no such process.
 * A zombie counts as ended, though the kernel still knows its pid.
 */
export function commandOf(pid: number): string | null {
  try {
    const line = process.platform === 'linux' ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : runPs(pid, 'command=')
    return line === '' ? null : line
  } catch {
    return null
  }
}

/** The start time of a process. It distinguishes two processes that had the same pid. Null when there is no such process. */
export function startMarkOf(pid: number): string | null {
  if (commandOf(pid) === null) return null
  if (process.platform !== 'linux') return runPs(pid, 'lstart=')
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // proc(5): the name in brackets may contain spaces. `starttime` is field 22, the twentieth after the name.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

function runPs(pid: number, column: string): string {
  return execFileSync('ps', ['-p', String(pid), '-o', column], { encoding: 'utf8' }).trim()
}

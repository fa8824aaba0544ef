import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * The command line of a living process, its arguments joined by NUL (Linux) or spaces (elsewhere).
 * Null when there is no such process; a zombie counts as gone, though the kernel still answers to its number.
 */
export function commandOf(pid: number): string | null {
  try {
    const line = process.platform === 'linux' ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : runPs(pid, 'command=')
    return line === '' ? null : line
  } catch {
    return null
  }
}

/** A mark that differs between two processes that had the same number one after the other; null when there is none. */
export function startMarkOf(pid: number): string | null {
  if (commandOf(pid) === null) return null
  if (process.platform !== 'linux') return runPs(pid, 'lstart=')
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // proc(5): the name in brackets may hold spaces; `starttime` is field 22, the twentieth after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

function runPs(pid: number, column: string): string {
  return execFileSync('ps', ['-p', String(pid), '-o', column], { encoding: 'utf8' }).trim()
}

import { readFileSync } from 'node:fs'

/**
 * A unique name of a process: `<pid>:<start time>`. The pid alone is not unique: it is reused after a container restart,
 * often immediately. Without a readable start time (outside Linux) the name holds only the pid.
 */
export function processIdentity(pid: number = process.pid): string {
  return `${pid}:${startTime(pid) ?? ''}`
}

export function isRunning(identity: string): boolean {
  const pid = Number(identity.split(':')[0])
  if (!Number.isInteger(pid) || pid <= 0) return false
  return isAlive(pid) && processIdentity(pid) === identity
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Start time of a process: field 22 of /proc/<pid>/stat. Field 2, the command in parentheses, may contain spaces. */
function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

import { readFileSync } from 'node:fs'

/**
 * A name for a process that no later process gets: `<pid>:<start time>`. The number alone is given again after a
 * restart of a container, often at once. Where the start time cannot be read (not Linux) the number has to do.
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

/** Field 22 of /proc/<pid>/stat; the second one, the command in brackets, may hold spaces. */
function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

import { randomUUID } from 'node:crypto'
import { link, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, processIdentity } from './process-identity.ts'

const PATIENCE_MS = 10_000
const PAUSE_MS = 5

/**
 * Runs `work` while holding a lock file, so that only one process at a time does. Takes over the lock of a dead process.
 * Throws if the lock is not available within ten seconds; `work` should last milliseconds.
 */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  await acquire(path)
  try {
    return await work()
  } finally {
    await unlink(path)
  }
}

async function acquire(path: string): Promise<void> {
  const ticket = `${path}.${randomUUID()}`
  // A link appears atomically with its content. A file created with O_EXCL could be read while still empty.
  await writeFile(ticket, JSON.stringify({ owner: processIdentity(), id: randomUUID() }))
  try {
    const giveUpAt = performance.now() + PATIENCE_MS
    while (!(await taken(ticket, path))) {
      if (performance.now() > giveUpAt) throw new Error(`${path} stays locked by another process`)
      if (!(await removeDeadLock(path))) await sleep(PAUSE_MS)
    }
  } finally {
    await rm(ticket, { force: true })
  }
}

async function taken(ticket: string, path: string): Promise<boolean> {
  try {
    await link(ticket, path)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/**
 * Removes the lock of a dead process. Two processes that see the same dead lock must not both remove the lock file: the second
 * would remove the new lock of the first. So the right to remove is itself a link, named after the id of the dead lock.
 */
async function removeDeadLock(path: string): Promise<boolean> {
  const currentLock = await readLock(path)
  if (currentLock === null || isRunning(currentLock.owner)) return false
  const tomb = `${path}.${currentLock.id}.dead`
  try {
    await link(path, tomb)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false
    if (!isCode(error, 'EEXIST') || !(await isOld(tomb))) return false // an old link means that the process that removed the lock died too
  }
  if ((await readLock(path))?.id === currentLock.id) await rm(path, { force: true })
  await rm(tomb, { force: true })
  return true
}

async function readLock(path: string): Promise<{ owner: string; id: string } | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return null
  }
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && Date.now() - found.ctimeMs > PATIENCE_MS / 2
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

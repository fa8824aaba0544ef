// The data folder of this checkout, and the lock that lets one portal at a time use it.
// It is not the database (embedded-postgres.ts) and does not know the other contents of the folder.
// Next: embedded-postgres.ts.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { checkout } from './checkout.ts'
import { startMarkOf } from './processes.ts'
import { StartFault, systemCode } from './start-fault.ts'

/** The user of the database when we are root, because PostgreSQL refuses to run as root. It exists on every Unix. */
export const NOBODY = { uid: 65534, gid: 65534 }
export const isRoot = process.getuid?.() === 0

/**
 * The absolute path of the data folder: `requested` (DATA_DIR, relative to the checkout), or by default `data/` in the checkout. As root the
 * default is under /var/lib, because the database's user may not be able to enter the checkout.
 */
export function locateDataFolder(requested: string | undefined): string {
  if (requested) return resolve(checkout, requested)
  if (!isRoot) return join(checkout, 'data')
  return join('/var/lib/vitrine', createHash('sha256').update(checkout).digest('hex').slice(0, 12))
}

/**
 * Creates the folder if needed and denies access to others. As root the database's group may pass through it, but not list it.
 * @throws StartFault when the folder cannot be created or used.
 */
export function openDataFolder(folder: string): void {
  try {
    makeFolders(dirname(folder), isRoot ? 0o711 : 0o700)
    makeFolders(folder, 0o700)
    if (isRoot) chownSync(folder, 0, NOBODY.gid)
    chmodSync(folder, isRoot ? 0o710 : 0o700)
    writeFileSync(join(folder, '.writable'), 'x')
    rmSync(join(folder, '.writable'))
  } catch (error) {
    throw folderFault(folder, error)
  }
  const closed = isRoot ? closedAncestor(folder) : null
  if (closed !== null) {
    throw new StartFault(
      `DATA_DIR ${folder} lies under ${closed}, which only its owner may enter, and PostgreSQL does not run as root: ` +
        'choose a folder that every user may pass to (the default is under /var/lib/vitrine), or start as another user.',
    )
  }
}

/** Node's recursive mkdir never returns where a file system refuses new folders with ENOENT, as /proc does. */
function makeFolders(folder: string, mode: number): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return
  makeFolders(dirname(folder), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process may have created the folder meanwhile. A file of that name is a fault.
    if (systemCode(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error
  }
}

function folderFault(folder: string, error: unknown): unknown {
  const code = systemCode(error)
  if (code === 'ENOSPC')
    return new StartFault(`The disk that holds ${folder} is full: free some space and start again.`)
  if (code === 'EACCES' || code === 'EPERM') {
    return new StartFault(
      `The data folder ${folder} may not be written by this user: change its owner or set DATA_DIR.`,
    )
  }
  if (code === 'ENOENT')
    return new StartFault(`The file system of ${dirname(folder)} takes no new folders: set DATA_DIR to another place.`)
  if (code === 'EROFS') return new StartFault(`The data folder ${folder} is on a read-only disk: set DATA_DIR.`)
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartFault(`The data folder ${folder} cannot be made: a file of that name is in the way.`)
  }
  return error
}

/** The nearest folder above `path` that other users cannot enter; null when they can reach `path`. */
export function closedAncestor(path: string): string | null {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return folder
    if (folder === dirname(folder)) return null
  }
}

/**
 * Locks the folder for this process; the answer unlocks it. The lock of a process that has ended is taken over.
 * @throws StartFault with the process that has the lock.
 */
export function lockDataFolder(folder: string): () => void {
  const lock = join(folder, 'lock')
  const mine = `${process.pid} ${startMarkOf(process.pid) ?? ''}`
  const draft = `${lock}.${process.pid}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    while (!linked(draft, lock)) clearStaleLock(lock, folder)
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (contentOf(lock) === mine) rmSync(lock, { force: true })
  }
}

/** link(2) creates a file with its content atomically, and only when the name is free. */
function linked(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock)
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  }
}

function clearStaleLock(lock: string, folder: string): void {
  const content = contentOf(lock)
  if (content === null) return
  const [pid = '', mark = ''] = content.split(' ')
  if (startMarkOf(Number(pid)) === mark) {
    throw new StartFault(`The portal already runs on ${folder} (process ${pid}): stop it first, or set DATA_DIR.`)
  }
  const aside = `${lock}.stale.${process.pid}`
  renameSync(lock, aside)
  // Another starting process may have replaced the stale lock between the read and the rename. Then its lock is put back.
  if (contentOf(aside) !== content) linked(aside, lock)
  rmSync(aside, { force: true })
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  }
}

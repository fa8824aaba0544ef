// Where this checkout keeps its data, and the lock that lets one portal at a time use it.
// It is not the database (embedded-postgres.ts) and does not know what others put into the folder.
// Next: embedded-postgres.ts.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
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

/** PostgreSQL refuses to run as root; this user exists on every Unix without being made. */
export const NOBODY = { uid: 65534, gid: 65534 }
export const isRoot = process.getuid?.() === 0

/**
 * The absolute folder for data: `wanted` (DATA_DIR, relative to the checkout) or, without it, `data/` in the checkout;
 * for root a folder under /var/lib, because the checkout may lie where the database's user cannot go.
 */
export function locateDataFolder(wanted: string | undefined): string {
  if (wanted) return resolve(checkout, wanted)
  if (!isRoot) return join(checkout, 'data')
  return join('/var/lib/vitrine', createHash('sha256').update(checkout).digest('hex').slice(0, 12))
}

/**
 * Makes the folder if need be and closes it to others. As root the database's group may pass through, not look.
 * @throws StartFault when the folder cannot be made or used.
 */
export function openDataFolder(folder: string): void {
  try {
    mkdirSync(dirname(folder), { recursive: true, mode: isRoot ? 0o711 : 0o700 })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!statSync(folder).isDirectory()) throw new StartFault(`DATA_DIR ${folder} is a file, not a folder.`)
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

function folderFault(folder: string, error: unknown): unknown {
  const code = systemCode(error)
  if (code === 'ENOSPC')
    return new StartFault(`The disk that holds ${folder} is full: free some space and start again.`)
  if (code === 'EACCES' || code === 'EPERM') {
    return new StartFault(
      `The data folder ${folder} may not be written by this user: change its owner or set DATA_DIR.`,
    )
  }
  if (code === 'EROFS') return new StartFault(`The data folder ${folder} is on a read-only disk: set DATA_DIR.`)
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartFault(`The data folder ${folder} cannot be made: a file of that name is in the way.`)
  }
  return error
}

/** The nearest folder above `path` that users other than owner and group may not enter; null when the way is open. */
export function closedAncestor(path: string): string | null {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return folder
    if (folder === dirname(folder)) return null
  }
}

/**
 * Takes the folder for this process; the answer gives it back. The lock of a process that died is taken over.
 * @throws StartFault naming the process that has it.
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

/** link(2) is the one way to make a file with its content at once and only if it is not there. */
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
  // Another starter may have replaced the stale lock between our look and our move: then it is theirs, put it back.
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

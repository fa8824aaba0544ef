import { randomBytes } from 'node:crypto'
import { cp, lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { flushFolder } from './catalogue-file.ts'
import { isRunning, processIdentity } from './process-identity.ts'

/** Models and reports on disk. The folder of a version never changes: a new version is built in a staging folder and renamed atomically. */
export type VersionStore = {
  folderOf(kind: Kind, id: string, version: string): string
  /** Lets `fill` fill a staging folder, then moves it durably to its final path. If `fill` throws, nothing stays on disk. */
  place<Result>(kind: Kind, id: string, fill: (folder: string) => Promise<Result>): Promise<Placed<Result>>
  /** Removes a version that no reader will open again. */
  remove(kind: Kind, id: string, version: string): Promise<void>
}
export type Kind = 'models' | 'reports'
export type Placed<Result> = { version: string; result: Result }

/**
 * Opens the folder and removes what dead processes left unfinished. `isNamed`: whether the catalogue names a version as current
 * or previous.
 */
export async function openVersionStore(
  folder: string,
  now: () => number,
  isNamed: (kind: Kind, id: string, version: string) => boolean,
): Promise<VersionStore> {
  const staging = join(folder, 'staging')
  await mkdir(staging, { recursive: true, mode: 0o700 })
  await removeAbandoned(staging)
  for (const kind of ['models', 'reports'] as const)
    await removeUnnamed(join(folder, kind), now(), isNamed.bind(null, kind))
  const folderOf = (kind: Kind, id: string, version: string) => join(folder, kind, id, version)
  return {
    folderOf,
    async place(kind, id, fill) {
      const version = newVersion(now())
      const aside = join(staging, `${processIdentity().replace(':', '-')}.${version}`)
      try {
        await mkdir(aside, { mode: 0o700 })
        const result = await fill(aside)
        await flushTree(aside)
        const final = folderOf(kind, id, version)
        await mkdir(dirname(final), { recursive: true, mode: 0o700 })
        await rename(aside, final)
        await flushFolder(dirname(final))
        return { version, result }
      } finally {
        await rm(aside, { recursive: true, force: true })
      }
    },
    async remove(kind, id, version) {
      await rm(folderOf(kind, id, version), { recursive: true, force: true })
    },
  }
}

/** Copies a folder without its symbolic links, because they could point outside it. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: async (path) => !(await lstat(path)).isSymbolicLink() })
}

/** Names sort by time. The random suffix distinguishes versions of the same millisecond. */
function newVersion(now: number): string {
  const instant = new Date(now).toISOString().replace(/[-:.]/g, '')
  return `${instant}-${randomBytes(4).toString('hex')}`
}

async function removeAbandoned(staging: string): Promise<void> {
  const names = await readdir(staging)
  const abandoned = names.filter((name) => !isRunning((name.split('.')[0] ?? '').replace('-', ':')))
  await Promise.all(abandoned.map((name) => rm(join(staging, name), { recursive: true, force: true })))
}

const A_DAY_MS = 24 * 60 * 60_000

/**
 * Removes versions that the catalogue does not name: a process died between moving a version and naming it. Versions younger
 * than a day stay, because another process may be about to name them.
 */
async function removeUnnamed(
  folder: string,
  now: number,
  isNamed: (id: string, version: string) => boolean,
): Promise<void> {
  for (const id of await readdir(folder).catch(() => [])) {
    for (const version of await readdir(join(folder, id))) {
      if (isNamed(id, version)) continue
      const path = join(folder, id, version)
      if (now - (await stat(path)).mtimeMs > A_DAY_MS) await rm(path, { recursive: true, force: true })
    }
  }
}

async function flushTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = await open(join(entry.parentPath, entry.name), 'r')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
  }
  await flushFolder(folder)
}

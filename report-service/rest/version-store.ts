import { randomBytes } from 'node:crypto'
import { cp, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { flushFolder } from './catalogue-file.ts'
import { isRunning, processIdentity } from './process-identity.ts'

/** Models and reports on disk. A version's folder never changes: a new one is made aside and given its name at once. */
export type VersionStore = {
  folderOf(kind: Kind, id: string, version: string): string
  /** Lets `fill` make a folder, then puts it in its place, durably. When `fill` throws, nothing is left. */
  place<Result>(kind: Kind, id: string, fill: (folder: string) => Promise<Result>): Promise<Placed<Result>>
  /** Removes the versions of one model or report that nobody is going to open any more. */
  keepOnly(kind: Kind, id: string, versions: string[]): Promise<void>
}
export type Kind = 'models' | 'reports'
export type Placed<Result> = { version: string; result: Result }

/** Opens the folder, and clears away what processes that died had begun. */
export async function openVersionStore(folder: string, now: () => number): Promise<VersionStore> {
  const staging = join(folder, 'staging')
  await mkdir(staging, { recursive: true, mode: 0o700 })
  await removeAbandoned(staging)
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
    async keepOnly(kind, id, versions) {
      const parent = join(folder, kind, id)
      const names = await readdir(parent).catch(() => [])
      const gone = names.filter((name) => !versions.includes(name))
      await Promise.all(gone.map((name) => rm(join(parent, name), { recursive: true, force: true })))
    },
  }
}

/** Copies a folder without following links, which could lead out of it. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: async (path) => !(await lstat(path)).isSymbolicLink() })
}

/** Sorts by time; the tail keeps apart two of one millisecond. */
function newVersion(now: number): string {
  const instant = new Date(now).toISOString().replace(/[-:.]/g, '')
  return `${instant}-${randomBytes(4).toString('hex')}`
}

async function removeAbandoned(staging: string): Promise<void> {
  const names = await readdir(staging)
  const abandoned = names.filter((name) => !isRunning((name.split('.')[0] ?? '').replace('-', ':')))
  await Promise.all(abandoned.map((name) => rm(join(staging, name), { recursive: true, force: true })))
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

import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogueShape, EMPTY_CATALOGUE } from './catalogue.ts'
import type { Catalogue } from './catalogue.ts'
import { withFileLock } from './file-lock.ts'

/** The catalogue on disk. Several processes may share it: each one reads the file again after another process changed it. */
export type CatalogueFile = {
  /** The catalogue with all changes of this process, and those of another process after at most `CHECK_MS`. */
  read(): Promise<Catalogue>
  /** Changes the catalogue under a file lock. Resolves when the change is durable (survives a power failure). */
  update(change: (catalogue: Catalogue) => Catalogue): Promise<Catalogue>
}

/** How long a process goes on without a look at the file. Each visual reads the catalogue, and a look costs more than a stored result. */
const CHECK_MS = 50

/** Opens `catalogue.json` in the folder. If the file is damaged, throws an error that names it. */
export async function openCatalogueFile(folder: string): Promise<CatalogueFile> {
  const path = join(folder, 'catalogue.json')
  const lock = join(folder, 'catalogue.lock')
  let cached: { stamp: string; catalogue: Catalogue } | null = null
  let latest: { catalogue: Promise<Catalogue>; until: number } | null = null
  let lastChange: Promise<unknown> = Promise.resolve()

  async function readCatalogue(): Promise<Catalogue> {
    const stamp = await stampOf(path)
    if (cached?.stamp === stamp) return cached.catalogue
    const catalogue = stamp === '' ? EMPTY_CATALOGUE : parse(path, await readFile(path, 'utf8'))
    cached = { stamp, catalogue }
    return catalogue
  }

  /** Callers at the same time share one look at the file. A failed look is not remembered. */
  function readRecent(): Promise<Catalogue> {
    if (latest !== null && performance.now() < latest.until) return latest.catalogue
    const looked = { catalogue: readCatalogue(), until: performance.now() + CHECK_MS }
    latest = looked
    looked.catalogue.catch(() => {
      if (latest === looked) latest = null
    })
    return looked.catalogue
  }

  async function change(make: (catalogue: Catalogue) => Catalogue): Promise<Catalogue> {
    return withFileLock(lock, async () => {
      const before = await readCatalogue()
      const after = make(before)
      if (after !== before) await replaceDurably(folder, path, JSON.stringify(after, null, 1))
      latest = null
      return after
    })
  }

  await withFileLock(lock, () => removeUnfinished(folder))
  await readCatalogue()
  return {
    read: readRecent,
    update(make) {
      const nextChange = lastChange.then(() => change(make))
      lastChange = nextChange.catch(() => null) // a failed change must not block the next one
      return nextChange
    },
  }
}

/** Identifies a version of the file. Every replacement creates a new file, so the stamp changes. */
async function stampOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found === null ? '' : `${found.ino}.${found.mtimeNs}.${found.size}`
}

function parse(path: string, text: string): Catalogue {
  try {
    return catalogueShape.parse(JSON.parse(text))
  } catch {
    throw new Error(`${path} is damaged: it is not a catalogue of the report service`)
  }
}

const UNFINISHED = 'catalogue.json.new'

/** Replaces the file atomically: writes a new file, flushes it, renames it, and flushes the folder so that the rename is durable. */
async function replaceDurably(folder: string, path: string, text: string): Promise<void> {
  const aside = join(folder, UNFINISHED)
  const file = await open(aside, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(aside, path)
  await flushFolder(folder)
}

/** Makes renames in a folder durable. */
export async function flushFolder(folder: string): Promise<void> {
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder)
  const stale = names.filter(
    (name) => name === UNFINISHED || (name.startsWith('catalogue.lock.') && name.endsWith('.dead')),
  )
  await Promise.all(stale.map((name) => rm(join(folder, name), { force: true })))
}

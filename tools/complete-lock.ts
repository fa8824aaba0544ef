// Adds builds for other platforms that npm left out of package-lock.json.
// npm leaves out an optional package when the registry in use does not have it for that platform. Then `npm ci` refuses the lock file as
// incomplete. Run this after `npm install` when complete-lock.test.ts asks for it.
// It resolves no versions: the package that needs the build pins its exact version.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Locked = { version?: string; optionalDependencies?: Record<string, string>; [field: string]: unknown }
export type Lock = { packages: Record<string, Locked> }

/** Lock entries for optional packages that a locked package names and the lock file lacks. */
export function missingBuilds({ packages }: Lock): Record<string, Locked> {
  const missing: Record<string, Locked> = {}
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    if (path === '') continue
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const isThere = [`node_modules/${name}`, `${path}/node_modules/${name}`].some((folder) => folder in packages)
      if (!isThere) missing[`node_modules/${name}`] = { version, optional: true, ...platformOf(name) }
    }
  }
  return missing
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32', 'loong64']

/** `@oxc-parser/binding-linux-arm64-musl` → the platform fields that keep npm from installing it elsewhere. */
export function platformOf(name: string): { os?: string[]; cpu?: string[]; libc?: string[] } {
  const words = name.split(/[/-]/)
  const os = words.filter((word) => systems.includes(word))
  const cpu = words.filter((word) => processors.includes(word))
  const c = words.at(-1) ?? ''
  const libc = !os.includes('linux') ? null : c.startsWith('musl') ? 'musl' : c.startsWith('gnu') ? 'glibc' : null
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }), ...(libc !== null && { libc: [libc] }) }
}

/** Sorts paths like npm, so that the next `npm install` does not change the file. */
function completed(lock: Lock): Lock {
  const all = { ...lock.packages, ...missingBuilds(lock) }
  const packages = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => a.localeCompare(b, 'en')))
  return { ...lock, packages }
}

if (import.meta.main) {
  const file = join(dirname(import.meta.dirname), 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock
  const missing = Object.keys(missingBuilds(lock))
  if (missing.length > 0) writeFileSync(file, `${JSON.stringify(completed(lock), null, 2)}\n`)
  console.log(missing.length === 0 ? 'The lock file is complete.' : `Added ${missing.length}: ${missing.join(', ')}`)
}

// Adds to package-lock.json the builds for other platforms that npm left out.
// npm forgets an optional package when the registry at hand does not carry it for that platform, and then `npm ci`
// refuses the lock file as incomplete. Run it after `npm install` when the test beside it asks for it.
// It is not a resolver: versions come from the package that wants the build, which pins them exactly.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Locked = { version?: string; optionalDependencies?: Record<string, string>; [field: string]: unknown }
export type Lock = { packages: Record<string, Locked> }

/** Entries for the optional packages that a locked package names and the lock does not have. */
export function missingBuilds({ packages }: Lock): Record<string, Locked> {
  const missing: Record<string, Locked> = {}
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    if (path === '') continue
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const isThere = [`node_modules/${name}`, `${path}/node_modules/${name}`].some((place) => place in packages)
      if (!isThere) missing[`node_modules/${name}`] = { version, optional: true, ...platformOf(name) }
    }
  }
  return missing
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32', 'loong64']

/** `@oxc-parser/binding-linux-arm64-musl` → what npm must know so as not to fetch it elsewhere. */
export function platformOf(name: string): { os?: string[]; cpu?: string[]; libc?: string[] } {
  const words = name.split(/[/-]/)
  const os = words.filter((word) => systems.includes(word))
  const cpu = words.filter((word) => processors.includes(word))
  const c = words.at(-1) ?? ''
  const libc = !os.includes('linux') ? null : c.startsWith('musl') ? 'musl' : c.startsWith('gnu') ? 'glibc' : null
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }), ...(libc !== null && { libc: [libc] }) }
}

/** A path is sorted as npm does it, so that the next `npm install` leaves the file alone. */
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

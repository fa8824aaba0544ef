import { areas } from '#features/list.ts'
import { type SourceLocation, placeOf } from './place.ts'
import type { Import } from './source.ts'

/** Answers what is wrong with an import, why, and where the code belongs; null when the import is allowed. */
export type ImportRule = (from: SourceLocation, to: SourceLocation, what: Import) => string | null
export type PackageRule = (from: SourceLocation, name: string, what: Import) => string | null

/** Which layer may import which. Each layer may import itself. */
const arrows: Record<string, readonly string[]> = {
  catalogue: [],
  client: [],
  platform: ['catalogue'],
  powerbi: [],
  'report-service': [],
  features: ['platform', 'catalogue', 'powerbi'],
  database: ['platform', 'catalogue', 'features'],
  apps: ['features', 'platform', 'catalogue', 'powerbi', 'report-service', 'database'],
  tools: ['apps', 'features', 'platform', 'catalogue', 'powerbi', 'report-service', 'database'],
}

const reasons: Record<string, string> = {
  catalogue: 'catalogue is plain data for both sides: move the needed code into catalogue or to its user',
  client:
    'the client is used without the source of the portal: what it needs of a contract is generated into client/calls.ts',
  platform: 'platform must stay usable for any portal and knows no feature: pass the value in from apps',
  powerbi: 'powerbi is independent of the portal: pass the value in as an argument',
  'report-service': 'the report service is independent of the portal: pass the value over HTTP or as an argument',
  features: 'features may import platform, catalogue and powerbi; code that composes features belongs to apps',
  database: 'database holds the tables and the demo world; programs belong to apps or tools',
  apps: 'only developers run tools: what the product runs belongs to apps or platform/server/machine',
}

const direction: ImportRule = (from, to, what) => {
  const free = from.isTest || to.isTest || from.layer === '' || from.layer === to.layer || to.layer === ''
  if (free || arrows[from.layer]?.includes(to.layer)) return null
  // Phrases are in their feature's folder and are assembled in one place.
  if (from.path.startsWith('catalogue/phrases/') && to.inside.startsWith('phrases/')) return null
  // The types of the tables are generated from the migrated database.
  if (to.layer === 'database' && what.typeOnly && from.side === 'server') return null
  return `${from.layer} must not import ${to.layer}: ${reasons[from.layer] ?? 'no dependency is allowed there'}.`
}

const testCode: ImportRule = (from, to) =>
  to.isTest && !from.isTest && from.layer !== '' && from.layer !== 'tools'
    ? 'product code must not import test code: move the shared part into the product.'
    : null

const contractPurity: ImportRule = (from, to) => {
  const isContract = (location: SourceLocation) =>
    /(^|\/)contract\.ts$/.test(location.inside) && location.layer === 'features'
  if (from.isTest || !isContract(from) || to.layer === 'catalogue' || isContract(to)) return null
  if (to.path.startsWith('platform/contract/')) return null
  return 'a contract imports only catalogue, platform/contract and other contracts, so that it runs anywhere: move what it needs to one of them.'
}

const sides: ImportRule = (from, to, what) => {
  if (from.isTest || from.side === 'neutral' || to.side === 'neutral') return null
  if (from.side === to.side || to.side === 'contract') return null
  if (from.side === 'contract') {
    return from.path.startsWith('catalogue/') || /(^|\/)contract\.ts$/.test(from.path)
      ? null
      : `shared code must not import ${to.side} code: move the shared part to contract or catalogue.`
  }
  // The viewer and the service share the types of their calls, and no code that runs.
  if (from.layer === 'report-service' && to.layer === 'report-service' && what.typeOnly) return null
  return `${from.side} code must not import ${to.side} code, not even a type: move the shared part to a contract.`
}

/** The doors of a noun. Everything else inside server/ and web/ is its own; its phrases are data, like its contract. */
const doors = /^(contract\.ts|server\/queries\.ts|server\/commands\.ts|web\/exports\.tsx|phrases\/.*)$/

const onlyDoors: ImportRule = (from, to) => {
  const isBound = from.layer === 'features' || from.layer === 'database'
  if (!isBound || to.noun === null || from.noun === to.noun || doors.test(to.inside)) return null
  // A test may run the jobs of another noun, as a worker does.
  if (from.isTest && (to.isTest || to.inside === 'server/jobs.ts')) return null
  return `${to.noun} may be imported only by its doors contract.ts, server/queries.ts, server/commands.ts and web/exports.tsx: use one of them, or export it there.`
}

const order = Object.keys(areas)

const areaOrder: ImportRule = (from, to) => {
  if (from.isTest || from.area === null || to.area === null) return null
  const isAbove = order.indexOf(to.area) > order.indexOf(from.area)
  return isAbove
    ? `${from.area} must not import ${to.area}, which is a later area of features/list.ts: move what both need to the earlier area or to platform, use a foreign key, or enqueue a job by its name.`
    : null
}

const powerbiUsers: ImportRule = (from, to) =>
  !from.isTest &&
  to.layer === 'powerbi' &&
  from.layer === 'features' &&
  !['sources', 'reports'].includes(from.area ?? '')
    ? 'only the areas sources and reports talk to the report-embedding service: call one of them through its entry points.'
    : null

export const importRules: readonly ImportRule[] = [
  direction,
  testCode,
  contractPurity,
  sides,
  onlyDoors,
  areaOrder,
  powerbiUsers,
]

const serverPackages = /^(node:.*|fastify.*|@fastify\/.*|pg|kysely|pino|@node-rs\/.*|@duckdb\/.*)$/
const webPackages =
  /^(react|react-dom|react-i18next|react-toastify|@mantine\/.*|@tanstack\/.*|@tabler\/.*|powerbi-client.*)$/

const packageSides: PackageRule = (from, name) => {
  if (from.isTest) return null
  // It runs anywhere as well. Browsers load its table lazily, so one file has it.
  const isPhoneTable = from.path === 'platform/contract/phone-number.ts' && name.startsWith('libphonenumber-js')
  if (from.side === 'contract' && name !== 'zod' && !isPhoneTable) {
    return `${name} must not be imported here: catalogue, contracts and phrases run anywhere and need zod at most.`
  }
  if (from.side === 'web' && serverPackages.test(name))
    return `${name} does not run in a browser: move the code to the server side.`
  if (from.side === 'server' && webPackages.test(name)) return `${name} is for screens: move the code to the web side.`
  return null
}

const onlyDatabaseOpensPools: PackageRule = (from, name, what) =>
  name === 'pg' &&
  !what.typeOnly &&
  ['features', 'platform', 'powerbi', 'report-service', 'apps'].includes(from.layer) &&
  !from.isTest &&
  !from.path.startsWith('platform/server/database')
    ? 'only platform/server/database opens connections, so that no query escapes the tenant: take the database from ctx.'
    : null

const duckdbStaysInside: PackageRule = (from, name) =>
  name.startsWith('@duckdb/') && !from.isTest && !['report-service', 'tools'].includes(from.layer)
    ? 'DuckDB belongs to the report service: ask it over HTTP.'
    : null

const clientHasNoDependencies: PackageRule = (from, name) =>
  from.layer === 'client' && !from.isTest
    ? `${name} must not be imported here: the client package has no dependencies, and runs outside of Node.js as well.`
    : null

export const packageRules: readonly PackageRule[] = [
  packageSides,
  onlyDatabaseOpensPools,
  duckdbStaysInside,
  clientHasNoDependencies,
]

/** All faults of one import. */
export function importFaults(from: SourceLocation, what: Import): string[] {
  const name = what.package
  if (name !== null) return packageRules.flatMap((rule) => rule(from, name, what) ?? [])
  if (what.file === null)
    return [`${what.specifier} leads nowhere: the file does not exist, or the extension is missing.`]
  const to = placeOf(what.file)
  return importRules.flatMap((rule) => rule(from, to, what) ?? [])
}

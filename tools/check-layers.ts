// The rules between the layers of the codebase. Each broken rule is an error; there is no list of exceptions.
// It is not the linter (oxlint reads one file at a time) and not the compiler.
// Next: layers/import-rules.ts, layers/use-rules.ts, layers/name-rules.ts, layers/cycles.ts; the why is in docs/map.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findCycles } from './layers/cycles.ts'
import { importFaults } from './layers/import-rules.ts'
import { completenessFaults, nameFaults } from './layers/name-rules.ts'
import { type SourceLocation, placeOf } from './layers/place.ts'
import { readSource, type Source } from './layers/source.ts'
import { useFault } from './layers/use-rules.ts'

export type Violation = { path: string; line: number; message: string }

const layers = [
  'catalogue',
  'features',
  'platform',
  'powerbi',
  'report-service',
  'client',
  'database',
  'apps',
  'testing',
  'journeys',
  'bench',
  'tools',
]

/** Every violation of a rule in the tree at `root`, ordered by path. */
export function checkLayers(root: string): Violation[] {
  const sources = listSources(root).map((path) => readSource(root, path))
  const locations = sources.map(({ path }) => placeOf(path))
  return [
    ...sources.flatMap(sourceFaults),
    ...completenessFaults(locations).map((fault) => ({ ...fault, line: 1 })),
    ...findCycles(sources),
  ].toSorted((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
}

function sourceFaults({ path, imports, uses }: Source): Violation[] {
  const location = placeOf(path)
  return [
    ...nameFaults(location).map((message) => ({ path, line: 1, message })),
    ...imports.flatMap((what) => importFaults(location, what).map((message) => ({ path, line: what.line, message }))),
    ...uses.flatMap(({ use, line }) => {
      const message = useFault(location, use)
      return message === null ? [] : [{ path, line, message }]
    }),
  ]
}

function listSources(root: string): string[] {
  return layers
    .filter((layer) => existsSync(join(root, layer)))
    .flatMap((layer) =>
      readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' }).map((file) => `${layer}/${file}`),
    )
    .filter((path) => /\.tsx?$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
    .toSorted()
}

/** Describes the nouns: their number, the forbidden imports between them, and the largest one by its lines without tests. */
export function describeNouns(root: string, violations: readonly Violation[]): string {
  const locations = listSources(root)
    .map(placeOf)
    .filter(({ noun, isTest }) => noun !== null && !isTest)
  const nouns = Map.groupBy(locations, ({ noun }) => noun)
  const linesOf = (files: readonly SourceLocation[]) =>
    files.reduce((sum, { path }) => sum + readFileSync(join(root, path), 'utf8').split('\n').length - 1, 0)
  const sizes = [...nouns]
    .map(([noun, files]) => ({ noun, lines: linesOf(files) }))
    .toSorted((a, b) => b.lines - a.lines)
  const areas = new Set(locations.map(({ area }) => area)).size
  const count = (part: string) => violations.filter(({ message }) => message.includes(part)).length
  return (
    `${nouns.size} nouns in ${areas} areas. Cycles of nouns: ${count('nouns form a dependency cycle')}. ` +
    `Imports of a later area: ${count('is a later area')}. Imports past a door: ${count('only by its doors')}. ` +
    `The largest noun is ${sizes[0]?.noun}: ${sizes[0]?.lines.toLocaleString('en-US')} lines.`
  )
}

if (import.meta.main) {
  const violations = checkLayers(dirname(import.meta.dirname))
  for (const { path, line, message } of violations) console.error(`${path}:${line}  ${message}`)
  console.log(describeNouns(dirname(import.meta.dirname), violations))
  console.log(violations.length === 0 ? 'Every layer keeps its rules.' : `${violations.length} broken rules.`)
  process.exitCode = violations.length === 0 ? 0 : 1
}

// Plain English where a program can judge it: words that docs/style.md bans, and the subjects of commits.
// It does not judge whether a sentence is clear: a reader does. Next: style/banned-words.ts, style/prose.ts, style/commit-subjects.ts.
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { bannedWords } from './style/banned-words.ts'
import { checkSubjects } from './style/commit-subjects.ts'
import { type Prose, readProse } from './style/prose.ts'

const files =
  '{apps,bench,catalogue,database,docs,features,journeys,platform,powerbi,report-service,testing,tools}/**/*.{ts,tsx,js,sql,css,md}'

/** The guide quotes what it bans. */
const exempt = new Set(['docs/style.md', 'tools/style/banned-words.ts', 'tools/check-style.test.ts'])

/** Everything wrong with the prose of the tree at `root`, one sentence each. */
export function checkProse(root: string): string[] {
  return globSync(files, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
    .filter((path) => !exempt.has(path))
    .toSorted()
    .flatMap((path) => readProse(root, path).flatMap(proseFaults))
}

function proseFaults({ path, line, text }: Prose): string[] {
  return bannedWords.flatMap(({ pattern, instead }) => {
    const word = pattern.exec(text)?.[0]
    return word === undefined ? [] : [`${path}:${line}: “${word}”. Write instead: ${instead}.`]
  })
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname)
  const faults = [...checkSubjects(root), ...checkProse(root)]
  for (const fault of faults) console.error(fault)
  console.log(faults.length === 0 ? 'The prose keeps docs/style.md.' : `${faults.length} faults against docs/style.md.`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

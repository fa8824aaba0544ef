// What a program can check of docs/style.md: banned words, names that code does not declare, commit subjects, and table aliases of one
// letter in SQL fragments for other nouns.
// A program cannot check whether a sentence is clear: a reader does. Next: style/banned-words.ts, style/banned-identifiers.ts,
// style/prose.ts, style/identifiers.ts, style/commit-subjects.ts, style/sql-aliases.ts.
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { bannedIdentifiers } from './style/banned-identifiers.ts'
import { bannedWords } from './style/banned-words.ts'
import { checkSubjects } from './style/commit-subjects.ts'
import { type DeclaredName, readDeclaredNames } from './style/identifiers.ts'
import { type Prose, readProse } from './style/prose.ts'
import { readHidingAliases } from './style/sql-aliases.ts'

const files =
  '{apps,bench,catalogue,database,docs,features,journeys,platform,powerbi,report-service,testing,tools}/**/*.{ts,tsx,js,sql,css,md}'

const code = '{apps,catalogue,database,features,platform,powerbi,report-service,tools}/**/*.{ts,tsx}'
const notProduct = ['**/*.test.{ts,tsx}', '**/testing/**', '**/generated/**', '**/node_modules/**', '**/dist/**']

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

/** Every banned name that product code at `root` declares, one sentence each. */
export function checkIdentifiers(root: string): string[] {
  return globSync(code, { cwd: root, exclude: notProduct })
    .toSorted()
    .flatMap((path) => readDeclaredNames(root, path).flatMap(identifierFaults))
}

function identifierFaults({ path, line, name }: DeclaredName): string[] {
  return bannedIdentifiers
    .filter(({ pattern, exceptIn }) => pattern.test(name) && !(exceptIn && path.startsWith(`${exceptIn}/`)))
    .map(({ instead }) => `${path}:${line}: the name “${name}”. Write instead: ${instead}.`)
}

/** Every alias of one letter that hides a table of the caller of an SQL fragment, one sentence each. */
export function checkSqlAliases(root: string): string[] {
  return globSync(code, { cwd: root, exclude: notProduct })
    .toSorted()
    .flatMap((path) => readHidingAliases(root, path))
    .map(
      ({ path, line, alias, parameter }) =>
        `${path}:${line}: the alias “${alias}” beside “${parameter}” of the caller, who may name a table “${alias}” as well. Write a word instead.`,
    )
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname)
  const faults = [...checkSubjects(root), ...checkProse(root), ...checkIdentifiers(root), ...checkSqlAliases(root)]
  for (const fault of faults) console.error(fault)
  console.log(
    faults.length === 0
      ? 'The prose and the names keep docs/style.md.'
      : `${faults.length} faults against docs/style.md.`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
}

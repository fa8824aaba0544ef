// What the documents and comments promise about files: numbers are unique, and every pointer leads to a file.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { checkout } from '#platform/server/machine/checkout.ts'

const layers = 'apps,bench,catalogue,database,docs,features,journeys,platform,powerbi,report-service,testing,tools'
const files = globSync([`{${layers}}/**/*.{ts,tsx,js,md}`, 'README.md'], {
  cwd: checkout,
  exclude: ['apps/generated/**', '**/node_modules/**', 'tools/*.test.ts', 'tools/feature-files.ts'],
}).map((path) => path.replaceAll('\\', '/'))
const textOf = (path: string) => readFileSync(join(checkout, path), 'utf8')
const twice = (all: readonly string[]) => all.filter((one, index) => all.indexOf(one) !== index)

it('each decision has a number of its own', () => {
  const numbers = globSync('docs/decisions/*.md', { cwd: join(checkout) }).map(
    (path) => path.slice(-80).split('/').at(-1)?.slice(0, 4) ?? '',
  )
  expect(numbers.length).toBeGreaterThan(30)
  expect(twice(numbers)).toEqual([])
})

it('each migration has a number of its own', () => {
  const numbers = globSync('*.sql', { cwd: join(checkout, 'database/migrations') }).map((name) => name.slice(0, 13))
  expect(numbers.length).toBeGreaterThan(60)
  // Two pairs had reached the main branch before; a data folder remembers the name of each migration.
  expect(twice(numbers)).toEqual(['2026-11-22-65', '2026-11-22-99'])
})

it('the glossary defines each word once', () => {
  const words = textOf('docs/glossary.md')
    .split('\n')
    .flatMap((line) => /^\|(?:[^|]*\|){2}([^|]*)\|/.exec(line)?.[1]?.trim() ?? [])
  expect(words.length).toBeGreaterThan(50)
  expect(twice(words)).toEqual([])
})

/** The comment behind each `Next:`, up to the end of its block of lines. */
function pointersOf(text: string): string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const start = /^\s*(?:\/\/|\*).*?\bNext: (.*)$/.exec(line)?.[1]
    if (start === undefined) return []
    const after = lines.slice(index + 1)
    const end = after.findIndex((next) => !/^\s*(\/\/|\*(?!\/))/.test(next))
    const rest = after.slice(0, end).map((next) => next.replace(/^\s*(\/\/|\*)/, ''))
    return [...[start, ...rest].join(' ').matchAll(/[\w@$.*-]*(?:\/[\w@$.*-]+)*\.(?:tsx?|js|md|sql)\b/g)].map(
      ([path]) => path,
    )
  })
}

const leadsTo = (from: string, path: string) =>
  [join(dirname(from), path), path].some((place) =>
    path.includes('*') ? globSync(place, { cwd: checkout }).length > 0 : existsSync(join(checkout, place)),
  )

it('every “Next:” of a comment leads to files that exist', () => {
  const pointers = files.flatMap((from) => pointersOf(textOf(from)).map((path) => ({ from, path })))
  expect(pointers.length).toBeGreaterThan(100)
  expect(pointers.filter(({ from, path }) => !leadsTo(from, path)).map(({ from, path }) => `${from}: ${path}`)).toEqual(
    [],
  )
})

it('every path below features/ that a comment or a document names exists', () => {
  const named = files.flatMap((from) =>
    [...textOf(from).matchAll(/(?<![\w#/.])features\/[a-z][\w/.-]*[\w]/g)].map(([path]) => ({ from, path })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(
    // docs/add-a-feature.md makes an example that is not there.
    named
      .filter(({ path }) => !path.startsWith('features/business/sales-goals') && !existsSync(join(checkout, path)))
      .map(({ from, path }) => `${from}: ${path}`),
  ).toEqual([])
})

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { languages } from '#catalogue/languages.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { loginConfig } from '#features/identity/sign-in/contract.ts'
import { buildIfStale } from './build-pages.ts'
import { builtPages } from './built-pages.ts'
import { chunkOf, findCircle, firstPage, loadedWith, readChunks, sizeOf, sizeReport } from './first-page.ts'

const frame = ['apps/web/frame/signed-in.tsx', 'apps/web/frame/person-frame.tsx']

const homeFile = (name: string) => `features/home/${name}.tsx`

/**
 * Bytes after gzip, and files, with the words of the first page and, behind it, those of readers. The font, charts that a screen adds, and the
 * words of administrators are not counted: the latter have a limit of their own, because each new screen of administrators adds to them.
 * Each limit leaves about 1 kB: scripts import each other by names with hashes, and gzip packs other hashes into some bytes more or fewer.
 */
const pages = {
  'the sign-in page': { bytes: 246_500, files: 10, sources: ['features/identity/sign-in/web/sign-in-page.tsx'] },
  'the home page': {
    bytes: 263_000,
    files: 10,
    sources: [
      ...frame,
      ...['shelves/web/home-page', 'shelves/web/home-only', 'welcome/web/exports'].map(homeFile),
      'features/reports/external/web/external-shelf.tsx',
    ],
  },
  'the viewer': { bytes: 383_500, files: 30, sources: [...frame, 'features/reports/view/web/report-view-page.tsx'] },
  'the usage': { bytes: 400_500, files: 25, sources: [...frame, 'features/reports/usage/web/usage-page.tsx'] },
  'the usage by report': {
    bytes: 402_500,
    files: 26,
    sources: [...frame, 'features/reports/usage/web/usage-lists.tsx'],
  },
  'the list of people': { bytes: 432_000, files: 37, sources: [...frame, 'features/people/users/web/user-list.tsx'] },
}

/** Bytes of the words of administrators after gzip. */
const maxWordsOfRest = 75_000

const phraseFile = (part: string, language: string) => `apps/generated/phrases/${part}/${language}.ts`

const wordsOf = (page: string, language: string) =>
  (['the sign-in page', 'the home page'].includes(page) ? ['first'] : ['first', 'reader']).map((part) =>
    phraseFile(part, language),
  )

let build = ''
beforeAll(async () => {
  await buildIfStale((line) => console.error(line))
  build = builtPages('web')[0] ?? ''
})

for (const [page, { bytes, files, sources }] of Object.entries(pages))
  test.each(languages)(`${page} is within its limits in %s`, (language) => {
    const loaded = firstPage(build, [...wordsOf(page, language), ...sources])
    const report = sizeReport(`${page} may have ${bytes / 1_000} kB in ${files} files`, loaded)
    expect(sizeOf(loaded), report).toBeLessThanOrEqual(bytes)
    expect(loaded.length, report).toBeLessThanOrEqual(files)
  })

test.each(languages)('the words of administrators are within their limit in %s', (language) => {
  const words = chunkOf(readChunks(build), phraseFile('rest', language))
  expect(gzipSync(readFileSync(join(build, words.file))).length).toBeLessThanOrEqual(maxWordsOfRest)
})

test('the Latin font has only the weights and features that the styles use', () => {
  const sizes = readdirSync(join(build, 'assets')).flatMap((file) =>
    file.startsWith('inter-latin-wght-normal') ? statSync(join(build, 'assets', file)).size : [],
  )
  expect(sizes).toEqual([expect.toSatisfy((bytes: number) => bytes > 15_000 && bytes < 26_000)])
})

test('the words of administrators, menus, dialogs and notices are not in the home page', () => {
  const chunks = readChunks(build)
  const homeFiles = new Set(
    loadedWith(chunks, ['apps/web/main.tsx', ...wordsOf('the home page', 'pt-BR'), ...pages['the home page'].sources]),
  )
  const sources = chunks.filter(({ file }) => homeFiles.has(file)).flatMap((chunk) => chunk.sources)
  expect(sources).toContain('features/home/shelves/web/home-page.tsx')
  const later = [
    phraseFile('reader', 'pt-BR'),
    ...['Menu/Menu', 'Modal/Modal', 'Popover/Popover', 'Combobox/Combobox', 'Tooltip/Tooltip'].map(
      (name) => `node_modules/@mantine/core/esm/components/${name}.mjs`,
    ),
    'platform/web/ui/toast-list.tsx',
    phraseFile('rest', 'pt-BR'),
  ]
  expect(chunks.flatMap((chunk) => chunk.sources)).toEqual(expect.arrayContaining(later))
  expect(sources.filter((source) => later.includes(source))).toEqual([])
})

test('no script has the summary of a call, which only the documentation shows', () => {
  const scripts = readdirSync(join(build, 'assets')).filter((file) => file.endsWith('.js'))
  const text = scripts.map((file) => readFileSync(join(build, 'assets', file), 'utf8')).join('\n')
  expect(text).toContain(loginConfig.path)
  for (const { summary } of [loginConfig, readConfig]) expect(text).not.toContain(summary)
})

test('no scripts import each other in a circle: a module could run before one that it imports', () => {
  expect(findCircle(readChunks(build))).toBeNull()
})

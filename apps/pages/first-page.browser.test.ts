import { beforeAll, expect, test } from 'vitest'
import { languages } from '#catalogue/languages.ts'
import { buildIfStale } from './build-pages.ts'
import { builtPages } from './built-pages.ts'
import { findCircle, firstPage, loadedWith, readChunks, sizeOf, sizeReport } from './first-page.ts'

const frame = ['apps/web/frame/signed-in.tsx', 'apps/web/frame/person-frame.tsx']

/** Bytes after gzip, and files; of screens behind the first page with all words. Fonts, and charts that a screen adds, are not counted. */
const pages = {
  'the sign-in page': { bytes: 248_000, files: 13, sources: ['features/identity/sign-in/web/sign-in-page.tsx'] },
  'the home page': { bytes: 255_500, files: 14, sources: [...frame, 'features/home/shelves/web/home-page.tsx'] },
  'the usage': { bytes: 469_000, files: 33, sources: [...frame, 'features/reports/usage/web/usage-page.tsx'] },
  'the usage by report': {
    bytes: 470_500,
    files: 34,
    sources: [...frame, 'features/reports/usage/web/usage-lists.tsx'],
  },
  'the list of people': { bytes: 496_500, files: 43, sources: [...frame, 'features/people/users/web/user-list.tsx'] },
}

const wordsOf = (page: string, language: string) =>
  (page === 'the sign-in page' || page === 'the home page' ? ['first'] : ['first', 'rest']).map(
    (part) => `apps/generated/phrases/${part}/${language}.ts`,
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

test('the words behind the first page, menus, dialogs and notices are not in it', () => {
  const chunks = readChunks(build)
  const homeFiles = new Set(
    loadedWith(chunks, ['apps/web/main.tsx', ...wordsOf('the home page', 'pt-BR'), ...pages['the home page'].sources]),
  )
  const sources = chunks.filter(({ file }) => homeFiles.has(file)).flatMap((chunk) => chunk.sources)
  expect(sources).toContain('features/home/shelves/web/home-page.tsx')
  const later = [
    ...['Menu/Menu', 'Modal/Modal', 'Popover/Popover', 'Combobox/Combobox', 'Tooltip/Tooltip'].map(
      (name) => `node_modules/@mantine/core/esm/components/${name}.mjs`,
    ),
    'platform/web/ui/toast-list.tsx',
    'apps/generated/phrases/rest/pt-BR.ts',
  ]
  expect(chunks.flatMap((chunk) => chunk.sources)).toEqual(expect.arrayContaining(later))
  expect(sources.filter((source) => later.includes(source))).toEqual([])
})

test('no scripts import each other in a circle: a module could run before one that it imports', () => {
  expect(findCircle(readChunks(build))).toBeNull()
})

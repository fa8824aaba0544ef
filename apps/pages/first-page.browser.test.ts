import { beforeAll, expect, test } from 'vitest'
import { languages } from '#catalogue/languages.ts'
import { buildIfStale } from './build-pages.ts'
import { builtPages } from './built-pages.ts'
import { chunkNames, firstPage, sizeOf, sizeReport } from './first-page.ts'

/** Bytes after gzip. The second is above the aim of 250 kB (docs/decisions/0042). */
const limits = { 'the sign-in page': 249_300, 'the home page': 264_900 }

const sources = {
  'the sign-in page': ['features/identity/sign-in/web/sign-in-page.tsx'],
  'the home page': ['frame/signed-in.tsx', 'frame/person-frame.tsx', 'features/home/shelves/web/home-page.tsx'],
}

let build = ''
beforeAll(async () => {
  await buildIfStale((line) => console.error(line))
  build = builtPages('web')[0] ?? ''
})

for (const page of ['the sign-in page', 'the home page'] as const)
  test.each(languages)(`${page} is within its limit in %s`, (language) => {
    const files = firstPage(build, [`generated/phrases/first/${language}.ts`, 'index.html', ...sources[page]])
    expect(sizeOf(files), sizeReport(`${page} may have ${limits[page] / 1_000} kB`, files)).toBeLessThanOrEqual(
      limits[page],
    )
  })

test('the first page loads no phrases of other screens, no menus, dialogs and notices', () => {
  const files = firstPage(build, ['generated/phrases/first/pt-BR.ts', 'index.html', ...sources['the home page']])
  const names = files.map(({ name }) => name)
  expect(names).toContain('home-page')
  const later = ['Menu', 'Modal', 'Popover', 'Combobox', 'Tooltip', 'toast-list']
  expect(chunkNames(build)).toEqual(expect.arrayContaining(later))
  expect(names.filter((name) => later.includes(name))).toEqual([])
})

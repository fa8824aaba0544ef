import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'
import type { StartPage } from './home-start-test-page.tsx'

const { open } = pageWithScript(join(import.meta.dirname, 'home-start-test-page.tsx'))

/** The links of the empty home page of a person with these permissions and screens. */
async function linksFor(start: StartPage['start']) {
  const page = await open((page) => page.evaluate((value) => void Object.assign(globalThis, { start: value }), start))
  await page.getByText('home.shelves.empty.title').waitFor()
  return page.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
}

it('the empty home page leads a reader to the catalog', async () => {
  expect(await linksFor({ can: ['catalog.read'], screens: ['', 'catalogs'] })).toEqual(['/catalogs'])
})

it('the empty home page has no link to a catalog that is hidden from the person', async () => {
  expect(await linksFor({ can: ['catalog.read'], screens: [''] })).toEqual([])
  expect(await linksFor({ can: [], screens: ['', 'catalogs'] })).toEqual([])
})

it('the empty home page leads a manager to the first report', async () => {
  const start = { can: ['catalog.read', 'report.add'], screens: ['', 'catalogs'] }
  expect(await linksFor(start)).toEqual(['/report/add'])
})

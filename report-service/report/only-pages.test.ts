import { expect, test } from 'vitest'
import { reportFolder } from '../samples/sample-engine.ts'
import { onlyPages } from './only-pages.ts'
import { readReport } from './read-report.ts'
import { namesOf } from './report-columns.ts'

const read = () => readReport(reportFolder('ResellerPerformance'), { id: 'r', datasetId: 'd' })

test('a limited report has its pages, the bookmarks that open them, and the columns that they show', async () => {
  const whole = await read()
  const [first, second] = whole.pages
  if (!first || !second) throw new Error('the sample report has two pages')
  const limited = onlyPages(whole, [second.name, 'no such page'])
  expect(limited.pages).toEqual([second])
  expect(limited.activePage).toBe(second.name)
  expect(limited.bookmarks.every(({ page }) => page === second.name)).toBe(true)
  const [all, some] = [namesOf(whole).all, namesOf(limited).all]
  expect(some.length).toBeLessThan(all.length)
  expect(all).toEqual(expect.arrayContaining(some))
  expect(onlyPages(whole, null)).toBe(whole)
  expect(onlyPages(whole, [])).toMatchObject({ pages: [], activePage: '', bookmarks: [] })
})

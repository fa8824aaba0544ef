import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'

const tests = pageWithScript(join(import.meta.dirname, 'testing/plain-table-page.tsx'))

async function openAt(width: number): Promise<Page> {
  const page = await tests.open()
  await page.setViewportSize({ width, height: 800 })
  await page.locator('table').first().waitFor()
  return page
}

const labelsOf = (page: Page, row: number) =>
  page
    .locator('table')
    .first()
    .locator('tbody tr')
    .nth(row)
    .evaluate((element) =>
      [...element.children]
        .filter((cell) => getComputedStyle(cell).display !== 'none')
        .map((cell) => getComputedStyle(cell, '::before').content),
    )

it('the rows of a short table are cards on a phone, with the name of the column beside each value', async () => {
  const page = await openAt(390)
  expect(await labelsOf(page, 0)).toEqual(['"Day"', String.raw`"The \"state\""`])
  // A sum over several columns names itself, and stands beside its figure.
  expect(await labelsOf(page, 1)).toEqual(['none', 'none'])
  const [head, sum] = await Promise.all([
    page.getByText('Total', { exact: true }).boundingBox(),
    page.getByText('2', { exact: true }).boundingBox(),
  ])
  expect(Math.abs((head?.y ?? 0) - (sum?.y ?? 99))).toBeLessThan(2)
  await page.close()
})

it('no text of a card is cut or widens the page', async () => {
  const page = await openAt(320)
  const { page: widened, table } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const first = document.querySelector('table')
    return { page: scrollWidth - clientWidth, table: (first?.scrollWidth ?? 99) - (first?.clientWidth ?? 0) }
  })
  expect([widened, table]).toEqual([0, 0])
  await page.close()
})

it('a wide table scrolls beside its first column on a phone', async () => {
  const page = await openAt(390)
  const box = page.getByRole('region', { name: 'Wide' })
  await box.waitFor()
  const left = () => box.locator('td').first().boundingBox()
  const before = await left()
  await box.evaluate((element) => element.scrollTo(200, 0))
  expect(await box.evaluate(({ scrollLeft }) => scrollLeft)).toBe(200)
  expect((await left())?.x).toBeCloseTo(before?.x ?? -1, 0)
  await page.close()
})

it('a wide window shows tables as tables', async () => {
  const page = await openAt(1200)
  expect(await labelsOf(page, 0)).toEqual(['none', 'none', 'none'])
  await page.close()
})

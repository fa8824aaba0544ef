import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'
import type { BoxPage } from './testing/search-box-page.tsx'

/** Longer than the pause after which the box sends what was typed. */
const pauseMs = 1_000

const tests = pageWithScript(join(import.meta.dirname, 'testing/search-box-page.tsx'))

/** A page with the search box, whose clock the test moves. */
async function openBox() {
  const page = await tests.open((blank) => blank.clock.install())
  const box = page.getByRole('searchbox')
  await box.focus()
  return { page, box }
}

const sent = (page: Page) => page.evaluate(() => (globalThis as typeof globalThis & BoxPage).sent)
const give = (page: Page, value: string) =>
  page.evaluate((next) => (globalThis as typeof globalThis & BoxPage).give(next), value)

it('keeps the letters typed while an earlier search of the box arrives', async () => {
  const { page, box } = await openBox()
  await page.keyboard.type('an')
  await page.clock.runFor(pauseMs)
  await page.keyboard.type('a')
  await give(page, 'an')
  expect(await box.inputValue()).toBe('ana')
  await page.clock.runFor(pauseMs)
  expect(await sent(page)).toEqual(['an', 'ana'])
  await give(page, 'ana')
  expect(await box.inputValue()).toBe('ana')
})

it('shows a value that comes from elsewhere, also when the box once sent it', async () => {
  const { page, box } = await openBox()
  for (const letter of 'an') {
    await page.keyboard.type(letter)
    await page.clock.runFor(pauseMs)
  }
  expect(await sent(page)).toEqual(['a', 'an'])
  await give(page, 'an')
  for (const value of ['a', '', 'Ana', 'a']) {
    await give(page, value)
    expect(await box.inputValue()).toBe(value)
  }
})

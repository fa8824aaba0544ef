import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'
import type { CellPage } from './testing/cell-input-page.tsx'

const tests = pageWithScript(join(import.meta.dirname, 'testing/cell-input-page.tsx'))

async function openCell() {
  const page = await tests.open()
  return { page, cell: page.getByRole('textbox', { name: 'Name' }) }
}

const sent = (page: Page) => page.evaluate(() => (globalThis as typeof globalThis & CellPage).sent)
const give = (page: Page, value: string) =>
  page.evaluate((next) => (globalThis as typeof globalThis & CellPage).give(next), value)

it('keeps what a person types while the value that they stored before arrives', async () => {
  const { page, cell } = await openCell()
  await cell.fill('Bia')
  await page.keyboard.press('Enter')
  await cell.fill('Bi')
  await give(page, 'Bia')
  await page.keyboard.type('anca')
  expect(await cell.inputValue()).toBe('Bianca')
  await page.keyboard.press('Enter')
  expect(await sent(page)).toEqual(['Bia', 'Bianca'])
})

it('shows the value of the server, also after Escape', async () => {
  const { page, cell } = await openCell()
  await give(page, 'Bia')
  expect(await cell.inputValue()).toBe('Bia')
  await cell.fill('Carla')
  await page.keyboard.press('Escape')
  expect(await cell.inputValue()).toBe('Bia')
  await cell.focus()
  await give(page, 'Dora')
  await page.keyboard.press('Escape')
  expect(await cell.inputValue()).toBe('Dora')
  expect(await sent(page)).toEqual([])
})

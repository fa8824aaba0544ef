import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'
import type { PickerPage } from './testing/record-picker-page.tsx'

const tests = pageWithScript(join(import.meta.dirname, 'testing/record-picker-page.tsx'))

const people = [
  { value: 'ana', label: 'Ana Souza' },
  { value: 'bea', label: 'Beatriz Lima' },
]

/** A page with the picker. The server answers the empty search only: every other search stays open. */
async function openPicker(name = 'Person') {
  const page = await tests.open((blank) =>
    blank.route('**/people/select?*', async (route) => {
      const search = new URL(route.request().url()).searchParams.get('search') ?? ''
      if (search === '') await route.fulfill({ json: people })
    }),
  )
  await page.getByRole('combobox', { name, exact: true }).click()
  await page.getByRole('option', { name: 'Ana Souza' }).waitFor()
  return page
}

it('offers the records of the empty search, and picks one by the keyboard', async () => {
  const page = await openPicker()
  expect(await page.getByRole('option').allTextContents()).toEqual(people.map(({ label }) => label))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => (globalThis as typeof globalThis & PickerPage).picked)).toHaveLength(1)
})

it('stays closed when the cursor is moved to it, and opens by a key', async () => {
  const page = await openPicker()
  await page.keyboard.press('Escape')
  const field = page.getByRole('combobox', { name: 'Person', exact: true })
  await field.blur()
  await field.focus()
  expect(await field.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true')
})

it('offers and picks nothing while the answer to a typed text is awaited', async () => {
  const page = await openPicker()
  await page.getByRole('combobox', { name: 'Person' }).fill('beá')
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => (globalThis as typeof globalThis & PickerPage).picked)).toEqual([])
})

it('closes after a pick, and stays open for several', async () => {
  const one = await openPicker()
  await one.getByRole('option', { name: 'Ana Souza' }).click()
  await expect.poll(() => one.getByRole('option').count()).toBe(0)

  const page = await openPicker('People')
  const offered = () => page.getByRole('option').allTextContents()
  await page.getByRole('option', { name: 'Ana Souza' }).click()
  await expect.poll(offered).toEqual(['Beatriz Lima'])
  // By the keyboard as well; then nobody is left.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => (globalThis as typeof globalThis & PickerPage).picked))
    .toEqual(['ana', 'bea'])
  const field = page.getByRole('combobox', { name: 'People', exact: true })
  await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Escape')
  await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false')
  // It opens again, and closes when the person goes on.
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Tab')
  await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false')
})

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'

const tests = pageWithScript(join(import.meta.dirname, 'testing/form-layout-page.tsx'))

it('lists faults in the order of the page, and moves the cursor to the first field once per attempt', async () => {
  const page = await tests.open()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.getByRole('button', { name: 'Add' }).click()
  await expect
    .poll(() => page.getByRole('alert').getByRole('button').allTextContents())
    .toEqual(['Upper is wrong.', 'Lower is wrong.', 'Elsewhere is wrong.'])
  await expect.poll(focused).toBe('Upper')
  await page.getByRole('button', { name: 'Lower is wrong.' }).click()
  expect(await focused()).toBe('Lower')
})

it('names no changes of a new record', async () => {
  const page = await tests.open()
  await page.getByRole('textbox', { name: 'Upper' }).waitFor()
  expect(await page.getByText('Upper', { exact: true }).count()).toBe(0)
})

it('leads from an address to the field that displays an absent one, and into a group, each time it is opened', async () => {
  const page = await tests.open()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const follow = async (hash: string) => page.getByRole('link', { name: hash }).press('Enter')
  await follow('hidden')
  await expect.poll(focused).toBe('Lower')
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Lower' }).evaluate((field) => field.getBoundingClientRect().top))
    .toBeGreaterThan(100)
  await follow('group')
  await expect.poll(focused).toBe('In the group')
  await page.getByRole('textbox', { name: 'Upper' }).focus()
  await follow('group')
  await expect.poll(focused).toBe('In the group')
  // A circle of names ends, and the cursor stays.
  await follow('circle')
  await expect.poll(focused).toBe(null)
})

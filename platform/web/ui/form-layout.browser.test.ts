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

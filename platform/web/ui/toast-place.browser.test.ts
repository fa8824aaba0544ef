import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'
import type { ToastPage } from './testing/toast-place-page.tsx'

const tests = pageWithScript(join(import.meta.dirname, 'testing/toast-place-page.tsx'))

type Globals = typeof globalThis & ToastPage

it.each([
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
])('shows a success message above the save bar, at $width px', async (viewport) => {
  const page = await tests.open((blank) => blank.setViewportSize(viewport))
  await page.getByRole('button', { name: 'Save' }).waitFor()
  await page.evaluate(() => (globalThis as Globals).showDone('Changes saved: Norte'))
  const message = page.getByRole('status').filter({ hasText: 'Changes saved: Norte' })
  const bottom = () => message.evaluate((element) => element.getBoundingClientRect().bottom)
  const barTop = await page
    .getByRole('button', { name: 'Save' })
    .evaluate((button) => button.getBoundingClientRect().top)
  expect(barTop).toBeGreaterThan(viewport.height / 2)
  await expect.poll(bottom).toBeLessThan(barTop)
  const box = await message.evaluate((element) => element.getBoundingClientRect().toJSON())
  expect(box).toMatchObject({ left: expect.any(Number) })
  expect(box.left).toBeGreaterThanOrEqual(0)
  expect(viewport.width - box.right).toBeLessThan(24)
})

it('shows an error below the bar of the frame', async () => {
  const page = await tests.open()
  await page.getByRole('button', { name: 'Save' }).waitFor()
  await page.evaluate(() => (globalThis as Globals).showFailure('It failed', null, null))
  const message = page.getByRole('alert').filter({ hasText: 'It failed' })
  await expect.poll(() => message.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(56)
})

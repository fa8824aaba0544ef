import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BrowserGround, bundlePage, startBrowser } from '#testing/browser-page.ts'

let ground: BrowserGround
let script: string
beforeAll(async () => {
  ;[ground, script] = await Promise.all([
    startBrowser(),
    bundlePage(join(import.meta.dirname, 'testing/form-dialog-page.tsx')),
  ])
})
afterAll(() => ground.close())

/** A page whose dialog is open. `answer` gets the call of the form, and its number. */
async function openDialog(answer: (route: Route, count: number) => Promise<void>) {
  const page = await ground.openPage()
  let count = 0
  await page.route('**/rooms/rename', (route) => answer(route, ++count))
  await page.addScriptTag({ content: script })
  await opener(page).click()
  await dialog(page).waitFor()
  return { page, name: page.getByRole('textbox', { name: 'Name' }), sent: () => count }
}

const opener = (page: Page) => page.getByRole('button', { name: 'Rename' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Rename Blue' })
// Without phrases, a page shows their keys.
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

const refuse = (route: Route, errors: object) =>
  route.fulfill({ status: 422, json: { status: false, key: 'invalid', message: 'Refused.', errors } })

it('closing discards what was typed, and gives the focus back', async () => {
  const { page, name } = await openDialog((route) => route.fulfill({ json: {} }))
  expect(await name.inputValue()).toBe('Blue')
  await name.fill('Green')
  await press(page, 'general.action.cancel')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => opener(page).evaluate((button) => button === document.activeElement)).toBe(true)
  await opener(page).click()
  expect(await name.inputValue()).toBe('Blue')
})

it('a refusal stands at its field, or above the fields; the draft stays, and the next attempt closes the dialog', async () => {
  const { page, name } = await openDialog((route, count) =>
    count === 3 ? route.fulfill({ json: {} }) : refuse(route, count === 1 ? { name: 'Taken.' } : {}),
  )
  await name.fill('Green')
  await press(page, 'Save')
  await expect.poll(() => dialog(page).locator('em').textContent()).toBe('Taken.')
  // The field at fault has the cursor, also when the server names it.
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await dialog(page).getByRole('alert').count()).toBe(0)
  await press(page, 'Save')
  await expect.poll(() => dialog(page).getByRole('alert').allTextContents()).toEqual(['Refused.'])
  expect(await name.inputValue()).toBe('Green')
  await press(page, 'Save')
  await dialog(page).waitFor({ state: 'detached' })
})

it('sends once while the answer is awaited', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const { page, name, sent } = await openDialog(async (route) => {
    await held
    await route.fulfill({ json: {} })
  })
  await name.press('Enter')
  await expect.poll(sent).toBe(1)
  expect(await dialog(page).locator('button[type="submit"]').isDisabled()).toBe(true)
  await name.press('Enter')
  release()
  await dialog(page).waitFor({ state: 'detached' })
  expect(sent()).toBe(1)
})

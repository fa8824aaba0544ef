import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'
import type { MasksPage } from './testing/masks-page.tsx'

const tests = pageWithScript(join(import.meta.dirname, 'testing/masks-page.tsx'))
const sent = (page: Page) => page.evaluate(() => (globalThis as typeof globalThis & MasksPage).values)
const caretOf = (field: Locator) => field.evaluate((input) => (input as HTMLInputElement).selectionStart)
const caretTo = (field: Locator, place: number) =>
  field.evaluate((input, at) => (input as HTMLInputElement).setSelectionRange(at, at), place)

it('a tax id is formatted while it is typed, and the caret stays where the person types', async () => {
  const page = await tests.open()
  const field = page.getByRole('textbox', { name: 'CNPJ' })
  await field.click()
  await page.keyboard.type('12abc34501')
  expect(await field.inputValue()).toBe('12.ABC.345/01')
  await caretTo(field, 1)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('98')
  expect([await field.inputValue(), await caretOf(field)]).toEqual(['98.2AB.C34/501', 2])
  // Behind the separator Backspace moves over it, and then deletes.
  await caretTo(field, 3)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  expect([await field.inputValue(), await caretOf(field)]).toEqual(['92.ABC.345/01', 1])
})

it('what does not fit into a postal code is left out, and the caret stays', async () => {
  const page = await tests.open()
  const field = page.getByRole('textbox', { name: 'CEP' })
  await field.click()
  await page.keyboard.insertText('CEP: 01310-100.')
  expect(await field.inputValue()).toBe('01310-100')
  await caretTo(field, 3)
  await page.keyboard.type('x')
  expect([await field.inputValue(), await caretOf(field)]).toEqual(['01310-100', 3])
  expect(await sent(page)).toMatchObject({ cep: '01310-100' })
})

it('a phone number is sent as E.164, typed or pasted, and shows its country when it is whole', async () => {
  const page = await tests.open()
  const field = page.getByRole('textbox', { name: 'Phone' })
  await field.click()
  await page.waitForLoadState('networkidle')
  await page.keyboard.type('11912345678')
  expect(await field.inputValue()).toBe('(11) 91234-5678')
  expect(await sent(page)).toMatchObject({ phone: '+5511912345678' })
  await field.blur()
  expect(await field.inputValue()).toBe('+55 11 91234 5678')
  expect(await page.getByText('BR', { exact: true }).count()).toBe(1)
  await field.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('+351 912 345 678')
  expect(await sent(page)).toMatchObject({ phone: '+351912345678' })
  expect(await page.getByText('PT', { exact: true }).count()).toBe(1)
})

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'

const tests = pageWithScript(join(import.meta.dirname, 'testing/optional-select-page.tsx'))

async function open(label: 'Plain' | 'Searched') {
  const page = await tests.open()
  const field = page.getByRole('combobox', { name: label, exact: true })
  const value = page.getByRole('status', { name: `${label} value` })
  await field.waitFor()
  return { page, field, text: () => value.textContent() }
}

it.each(['Delete', 'Backspace'])('a select is emptied by %s', async (key) => {
  const { field, text } = await open('Plain')
  await field.focus()
  await field.press(key)
  await expect.poll(text).toBe('nothing')
})

it('a select that searches keeps its value while a text is typed, and is emptied with the whole text', async () => {
  const { page, field, text } = await open('Searched')
  await field.focus()
  await field.press('End')
  await field.press('Backspace')
  expect(await text()).toBe('a')
  await field.press('ControlOrMeta+a')
  await field.press('Delete')
  await expect.poll(text).toBe('nothing')
  // Leaving the field does not bring the value back.
  await page.getByRole('combobox', { name: 'Plain' }).focus()
  expect([await text(), await field.inputValue()]).toEqual(['nothing', ''])
})

it.each(['Plain', 'Searched'] as const)(
  '%s: the clear button is named and reached by Tab; the focus stays at the field',
  async (label) => {
    const { page, field, text } = await open(label)
    await field.focus()
    await field.press('Escape')
    await field.press('Tab')
    const focused = await page.evaluate(() => [
      document.activeElement?.tagName,
      document.activeElement?.getAttribute('aria-label'),
    ])
    expect(focused).toEqual(['BUTTON', 'general.action.clear'])
    await page.keyboard.press('Enter')
    await expect.poll(text).toBe('nothing')
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
  },
)

it('Escape empties nothing', async () => {
  const { field, text } = await open('Searched')
  await field.focus()
  await field.press('Escape')
  await field.press('Escape')
  expect(await text()).toBe('a')
})

it('an empty select has no clear button, also where a form holds an empty text', async () => {
  const { page, field } = await open('Searched')
  const clear = page.getByRole('button', { name: 'general.action.clear' })
  await expect.poll(() => clear.count()).toBe(2)
  await page.getByRole('combobox', { name: 'Empty' }).click()
  await page.getByRole('option', { name: 'Ana' }).click()
  await expect.poll(() => clear.count()).toBe(3)
  await field.focus()
  await field.press('ControlOrMeta+a')
  await field.press('Delete')
  await expect.poll(() => clear.count()).toBe(2)
})

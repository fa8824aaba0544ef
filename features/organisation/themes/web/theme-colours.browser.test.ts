import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'

const { open } = pageWithScript(join(import.meta.dirname, 'theme-colours-test-page.tsx'))

async function opened() {
  const page = await open()
  const field = page.locator('input[name="color_button"]')
  await field.waitFor()
  const own = () => page.getByRole('status', { name: 'own' }).textContent()
  const swatch = () =>
    page.evaluate(() => {
      const overlays = document.querySelectorAll('[class*="ColorSwatch-colorOverlay"]')
      return getComputedStyle(overlays[0] ?? document.body).backgroundColor
    })
  return { page, field, own, swatch }
}

const inherited = 'rgb(122, 31, 61)'

it('an inherited colour is shown in the swatch, and the picker begins at it', async () => {
  const { page, field, own, swatch } = await opened()
  expect([await field.inputValue(), await swatch()]).toEqual(['', inherited])
  await field.focus()
  expect(await field.inputValue()).toBe('#7a1f3d')
  // The handle on the saturation, from the left: that of black is at 0 %.
  const handle = page.locator('[style*="--thumb-x-offset"]').first()
  const place = await handle.evaluate((element: HTMLElement) => element.style.getPropertyValue('--thumb-x-offset'))
  expect(Number.parseFloat(place)).toBeGreaterThan(50)
  // To look is not to choose.
  await page.getByRole('button', { name: 'next' }).focus()
  expect([await own(), await field.inputValue()]).toEqual(['inherited', ''])
})

it('a colour that is typed over the inherited one is chosen, and clearing it inherits again', async () => {
  const { page, field, own, swatch } = await opened()
  await field.focus()
  await field.press('ControlOrMeta+a')
  await field.press('Delete')
  expect([await own(), await field.inputValue()]).toEqual(['inherited', ''])
  await field.pressSequentially('#0AF')
  expect(await own()).toBe('#0af')
  await page.getByRole('button', { name: 'next' }).focus()
  await expect.poll(own).toBe('#00aaff')
  await page.getByRole('button', { name: 'organisation.themes.inherit' }).click()
  expect([await own(), await swatch()]).toEqual(['inherited', inherited])
})

it('a colour that is typed after a click or a Tab replaces the inherited one', async () => {
  const { page, field, own } = await opened()
  await field.click()
  expect(await field.inputValue()).toBe('#7a1f3d')
  await page.keyboard.type('#aa3300')
  expect([await own(), await field.inputValue()]).toEqual(['#aa3300', '#aa3300'])
  await page.getByRole('button', { name: 'organisation.themes.inherit' }).click()
  await page.getByRole('button', { name: 'next' }).focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('#00aa33')
  expect(await own()).toBe('#00aa33')
})

it('a text that is no colour is a fault at the field as soon as the person leaves it', async () => {
  const { page, field } = await opened()
  const fault = page.getByText('general.field.colour')
  await field.click()
  await page.keyboard.type('#aa33')
  expect(await fault.count()).toBe(0)
  await page.getByRole('button', { name: 'next' }).focus()
  await fault.waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await field.focus()
  await field.press('End')
  await page.keyboard.type('00')
  await page.getByRole('button', { name: 'next' }).focus()
  await expect.poll(() => fault.count()).toBe(0)
})

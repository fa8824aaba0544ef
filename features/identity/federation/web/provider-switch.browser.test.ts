import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'

const { open } = pageWithScript(join(import.meta.dirname, 'provider-switch-test-page.tsx'))

it('a provider is withdrawn from the sign-in page only after a question, and offered again at once', async () => {
  const page = await open()
  const wanted = () => page.getByRole('status').textContent()
  const withdraw = page.getByRole('menuitem', { name: 'Withdraw from sign-in' })
  const dialog = page.getByRole('dialog', { name: 'Withdraw Entra from the sign-in page?' })
  await withdraw.click()
  await dialog.getByRole('button', { name: 'No' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await wanted()).toBe('')
  await withdraw.click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect.poll(wanted).toBe('Entra off')
  await page.getByRole('menuitem', { name: 'Offer at sign-in' }).click()
  await expect.poll(wanted).toBe('Entra off, Okta on')
})

// A source that lacks a part: the field that is missing says so, under its own name.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'

const { open } = pageWithScript(join(import.meta.dirname, 'management-source-test-page.tsx'))

const idOf = (number: number) => `0000000${number}-0000-4000-8000-000000000000`
const answer = {
  accounts: [{ id: idOf(1), name: 'Service', partner: 'Adventure Works' }],
  workspaces: [{ id: idOf(2), name: 'Sales' }],
  reports: [{ id: idOf(3), name: 'Margin' }],
  roles: ['Unit'],
}

it('a source that lacks a part names this part, and not the report that is chosen already', async () => {
  const page = await open((fresh) => fresh.route('**/api/**', (route) => route.fulfill({ json: answer })))
  const steps = [
    ['account_id', 'Service (Adventure Works)'],
    ['workspace_id', 'Sales'],
    ['report_id', 'Margin'],
    ['role', 'Unit'],
  ] as const
  for (const [part, option] of steps) {
    const label = `reports.management.embedded.${part}`
    await page.getByText(`missing: ${label}`).waitFor()
    expect(await page.getByText('missing: ').count()).toBe(1)
    await page.getByRole('combobox', { name: label }).click()
    // Without style sheets the sentence covers the list.
    await page.getByRole('option', { name: option }).dispatchEvent('click')
  }
  // What is left is a refusal of the server about the whole.
  await page.getByText('missing: The whole').waitFor()
})

// The role with which everybody reads a report that ignores row-level security.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'

const { open } = pageWithScript(join(import.meta.dirname, 'report-rows-test-page.tsx'))

const field = 'reports.library.field'

it('the role of an ignored row-level security is offered from the data model, and can be typed', async () => {
  const asked: string[] = []
  const page = await open((fresh) =>
    fresh.route('**/api/**', (route) => {
      asked.push(route.request().url())
      return route.fulfill({ json: { roles: ['Company', 'Salesperson'], filters: null } })
    }),
  )
  await page.getByRole('switch', { name: `${field}.ignore_row_security` }).check()
  const role = page.getByRole('combobox', { name: `${field}.ignore_role` })
  await role.click()
  await page.getByRole('option', { name: 'Company' }).click()
  expect(await role.inputValue()).toBe('Company')
  expect(asked.length).toBe(1)
  await role.fill('Other')
  expect(await role.inputValue()).toBe('Other')
})

// The dialog that grants a request for a report with row-level security.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'

const { open } = pageWithScript(join(import.meta.dirname, 'catalog-decision-test-page.tsx'))

const request = {
  id: '00000001-0000-4000-8000-000000000001',
  name: 'Linda Mitchell',
  email: 'linda@example.com',
  report_id: '00000002-0000-4000-8000-000000000002',
  report: 'Sales',
  state: 'waiting',
  reason: 'For the visit on Friday',
  answer: null,
  decided_by: null,
  created_at: '2026-11-20T12:00:00.000Z',
  settled_at: null,
  row_security: 'S',
  ignore_row_security: 'N',
  ignore_role: null,
  has_filters: 'N',
  pages_protected: 'N',
  known_roles: [],
  identity_fields: [],
}

it('no field is marked before the request is granted; then the missing role is', async () => {
  let granted = 0
  const page = await open(async (fresh) => {
    await fresh.route('**/api/**', (route) => {
      const url = route.request().url()
      if (url.includes('auth/catalogs/request/get')) return route.fulfill({ json: request })
      if (url.includes('auth/report/access/roles'))
        return route.fulfill({ json: { roles: ['Company', 'Manager'], filters: null } })
      if (url.includes('auth/catalogs/request/grant')) granted += 1
      return route.fulfill({ json: [] })
    })
  })
  const roles = page.getByRole('combobox', { name: 'reports.access.field.roles' })
  await roles.waitFor()
  const marked = page.locator('[aria-invalid="true"]')
  expect(await marked.count()).toBe(0)
  await page.getByRole('button', { name: 'reports.catalogs.grant', exact: true }).click()
  await expect.poll(() => page.getByText('reports.access.fault.roles').count()).toBe(1)
  expect(await marked.count()).toBeGreaterThan(0)
  expect(granted).toBe(0)
})

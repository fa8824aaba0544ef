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
  user_id: '00000003-0000-4000-8000-000000000003',
  may_preview: 'S',
}

const filters = [
  { role: 'Seller', table: 'Employee', filter: 'Employee[E-mail] = USERPRINCIPALNAME()' },
  { role: 'North', table: 'Region', filter: 'Region[Name] = "North"' },
]

it('says what each role shows, suggests the roles of other reports, and chooses none before a person does', async () => {
  const granted: { roles: string[] }[] = []
  const previewed: { user_id: string; grants: { user_id: string; roles: string[] }[] }[] = []
  const page = await open(async (fresh) => {
    await fresh.route('**/api/**', (route) => {
      const url = route.request().url()
      if (url.includes('auth/catalogs/request/get')) return route.fulfill({ json: request })
      if (url.includes('auth/report/access/roles/suggested'))
        return route.fulfill({ json: [{ roles: ['North'], report: 'Orders', group: null }] })
      if (url.includes('auth/report/access/roles'))
        return route.fulfill({ json: { roles: ['Company', 'North', 'Seller'], filters } })
      if (url.includes('auth/report_view/preview')) {
        previewed.push(route.request().postDataJSON())
        return route.fulfill({ status: 404, json: { status: false, message: 'gone' } })
      }
      if (url.includes('auth/catalogs/request/grant')) granted.push(route.request().postDataJSON())
      return route.fulfill({ json: { status: true } })
    })
  })
  const roles = page.getByRole('combobox', { name: 'reports.access.field.roles' })
  await page.getByText('reports.access.suggestion.own').waitFor()
  await page.getByText('reports.access.help.roleRequired').waitFor()
  expect(await roles.getAttribute('aria-required')).toBe('true')
  await roles.click()
  for (const [name, sentence] of [
    ['Company', 'all'],
    ['North', 'ruled reports.access.roleShows.ruledPlace'],
    ['Seller', 'byEmail'],
  ] as const) {
    const option = page.getByRole('option', { name })
    await expect.poll(() => option.textContent()).toBe(`${name}reports.access.roleShows.${sentence}`)
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'reports.access.check.preview' }).click()
  await expect.poll(() => page.getByText('reports.access.fault.roles').count()).toBe(1)

  await page.getByRole('button', { name: 'reports.access.suggestion.useRoles' }).click()
  await expect.poll(() => page.getByText('reports.access.suggestion.own').count()).toBe(0)
  expect(await page.getByText('reports.access.help.roleRequired').count()).toBe(0)
  expect(previewed).toEqual([])
  await page.getByRole('button', { name: 'reports.access.check.preview' }).click()
  await expect
    .poll(() => previewed.map(({ user_id, grants }) => [user_id, grants.map((each) => each.roles)]))
    .toEqual([[request.user_id, [['North']]]])
  await page.getByRole('button', { name: 'reports.view.preview.leave' }).first().click()
  await page.getByRole('button', { name: 'reports.catalogs.grant', exact: true }).click()
  await expect.poll(() => granted.map((each) => each.roles)).toEqual([['North']])
})

it('several roles add up: the sentence says so, and a role that shows all rows makes the others void', async () => {
  const asked = [...filters, { role: 'Anyone', table: 'Employee', filter: 'TRUE()' }]
  const page = await open(async (fresh) => {
    await fresh.route('**/api/**', (route) => {
      const url = route.request().url()
      if (url.includes('auth/catalogs/request/get')) return route.fulfill({ json: request })
      if (url.includes('auth/report/access/roles/suggested')) return route.fulfill({ json: [] })
      if (url.includes('auth/report/access/roles'))
        return route.fulfill({ json: { roles: ['Anyone', 'North', 'Seller'], filters: asked } })
      return route.fulfill({ json: [] })
    })
  })
  const key = (name: string) => `reports.access.roleShows.${name}`
  const lines = page.locator('ul[aria-live="polite"] > li')
  const field = page.getByRole('combobox', { name: 'reports.access.field.roles' })
  const choose = async (role: string) => {
    await field.fill(role)
    await field.press('Enter')
  }
  await field.waitFor()
  await choose('Seller')
  await expect.poll(() => lines.allTextContents()).toEqual([`Seller: ${key('byEmail')}`])
  await choose('North')
  await expect
    .poll(() => lines.allTextContents())
    .toEqual([key('several'), `Seller: ${key('byEmail')}`, `North: ${key('ruled')} ${key('ruledPlace')}`])
  await choose('Anyone')
  await expect.poll(() => lines.allTextContents()).toEqual([key('severalAll')])
  // The rule stands where the sentence says.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'reports.access.identityDetails' }).click()
  await expect.poll(() => page.getByText('reports.access.roleRule.rule').count()).toBe(2)
})

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

it('with row-level security “without filters” gives the role that shows all rows, and is impossible without such a role', async () => {
  const granted: { roles: string[]; without_filters: string }[] = []
  const openWith = (roles: string[]) =>
    open(async (fresh) => {
      await fresh.route('**/api/**', (route) => {
        const url = route.request().url()
        if (url.includes('auth/catalogs/request/get')) return route.fulfill({ json: request })
        if (url.includes('auth/report/access/roles/suggested')) return route.fulfill({ json: [] })
        if (url.includes('auth/report/access/roles')) return route.fulfill({ json: { roles, filters } })
        if (url.includes('auth/catalogs/request/grant')) granted.push(route.request().postDataJSON())
        return route.fulfill({ json: { status: true } })
      })
    })
  const withOpenRole = await openWith(['Company', 'North', 'Seller'])
  await withOpenRole.getByRole('radio', { name: 'reports.catalogs.mode.open' }).check()
  await withOpenRole.getByRole('button', { name: 'reports.catalogs.grant', exact: true }).click()
  await expect.poll(() => granted.map((each) => [each.roles, each.without_filters])).toEqual([[['Company'], 'S']])

  const withoutOpenRole = await openWith(['North', 'Seller'])
  await withoutOpenRole.getByText('reports.catalogs.mode.openNoRole').waitFor()
  expect(await withoutOpenRole.getByRole('radio', { name: 'reports.catalogs.mode.open' }).isDisabled()).toBe(true)
})

it('begins with what can be configured: filters, roles or both; without any, with a grant without filters', async () => {
  const openWith = (more: object, roles: string[]) =>
    open(async (fresh) => {
      await fresh.route('**/api/**', (route) => {
        const url = route.request().url()
        if (url.includes('auth/catalogs/request/get')) return route.fulfill({ json: { ...request, ...more } })
        if (url.includes('auth/report/access/roles/suggested')) return route.fulfill({ json: [] })
        if (url.includes('auth/report/access/roles')) return route.fulfill({ json: { roles, filters } })
        return route.fulfill({ json: [] })
      })
    })
  const several = ['Company', 'North']
  for (const [more, roles, mode, text] of [
    [{}, several, 'filters', 'rolesText'],
    [{ has_filters: 'S' }, several, 'filters', 'bothText'],
    [{ has_filters: 'S', row_security: 'N' }, several, 'filters', 'filtersText'],
    [{}, ['Company'], 'open', 'rolesText'],
  ] as const) {
    const page = await openWith(more, [...roles])
    await page.getByText(`reports.catalogs.mode.${text}`).waitFor()
    expect(await page.getByRole('radio', { name: `reports.catalogs.mode.${mode}` }).isChecked()).toBe(true)
  }
})

// The grants of an import for groups that read with different roles.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'

const { open } = pageWithScript(join(import.meta.dirname, 'report-import-test-page.tsx'))

const idOf = (number: number) => `0000000${number}-0000-4000-8000-000000000000`
const workspace = {
  id: idOf(1),
  name: 'Data team',
  account_id: idOf(2),
  account: null,
  reports: 0,
  created_at: '2026-11-20T12:00:00.000Z',
  version: 1,
  can: [],
}
const report = {
  service_report_id: idOf(3),
  name: 'Sales',
  service_dataset_id: idOf(4),
  dataset: 'Sales',
  identity_required: 'S',
  roles_required: 'S',
  published: 'N',
  published_as: null,
}
const groups = [
  { id: idOf(5), name: 'Board', roles: ['Company'] },
  { id: idOf(6), name: 'Sellers', roles: ['Salesperson'] },
]
const answers: Record<string, unknown> = {
  'report/import/defaults': { subgroup_id: idOf(7), groups },
  'report/import/roles': {
    roles: ['Company', 'North', 'Salesperson'],
    filters: [
      { role: 'Salesperson', table: 'Employee', filter: 'Employee[E-mail] = USERPRINCIPALNAME()' },
      { role: 'North', table: 'Region', filter: 'Region[Name] = "North"' },
    ],
  },
  'powerbi/workspace/reports': { data: [report] },
  'powerbi/workspace/all': { data: [workspace], page: '1', size: 25, total: 1 },
  'subgroup_reports/get': { id: idOf(7), name: 'Results', group_id: idOf(8), group: 'Sales' },
}

it('E2: no group gets the role of another one: a person chooses the role, and nothing is imported without it', async () => {
  const sent: { path: string; body: { grants?: { group_id: string; roles: string[] }[] } }[] = []
  const page = await open(async (fresh) => {
    await fresh.route('**/api/**', (route) => {
      const path = new URL(route.request().url()).pathname.replace('/api/auth/', '')
      if (path === 'report/import') {
        sent.push({ path, body: {} })
        const imported = { service_report_id: report.service_report_id, id: idOf(9), row_security: 'S', refusal: null }
        return route.fulfill({ json: { status: true, data: [imported] } })
      }
      if (path.startsWith('report/access/')) {
        sent.push({ path, body: route.request().postDataJSON() })
        return route.fulfill({ json: { status: true } })
      }
      return route.fulfill({ json: answers[path] ?? [] })
    })
  })
  await page.getByText('reports.library.import.needsReports').waitFor()
  expect(await page.getByRole('button', { name: 'reports.library.import.start' }).isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: /Sales/ }).check()
  for (const { name } of groups) await page.getByRole('button', { name, exact: true }).click()
  const start = page.getByRole('button', { name: 'reports.library.import.start' })
  await start.click()
  await expect.poll(() => page.getByText('reports.access.fault.roles').count()).toBe(1)
  expect(sent).toEqual([])

  await page.getByRole('combobox', { name: 'reports.access.field.roles' }).click()
  expect(await page.getByText('reports.access.suggestion.groupElsewhere').count()).toBe(groups.length)
  // The import has no section with the rule, so the rule stands beside the sentence.
  const field = page.getByRole('combobox', { name: 'reports.access.field.roles' })
  await field.fill('North')
  await field.press('Enter')
  const lines = page.locator('ul[aria-live="polite"] > li')
  await expect
    .poll(() => lines.allTextContents())
    .toEqual(['North: reports.access.roleShows.ruledreports.access.roleRule.rule'])
  await field.press('Backspace')
  await expect.poll(() => lines.count()).toBe(0)
  const option = page.getByRole('option', { name: 'Salesperson' })
  expect(await option.textContent()).toContain('reports.access.roleShows.byEmail')
  await field.fill('Salesperson')
  await field.press('Enter')
  await page.keyboard.press('Escape')
  await start.click()
  await expect.poll(() => sent.map(({ path }) => path)).toEqual(['report/import', 'report/access/add'])
  expect(sent[1]?.body.grants?.map(({ group_id, roles }) => [group_id, roles])).toEqual(
    groups.map(({ id }) => [id, ['Salesperson']]),
  )
})

// Who reads what: a view of a report reaches the usage of the business unit and the shelf of the most used reports.
import { expect } from '@playwright/test'
import { phrasesOf } from './phrase.ts'
import { chooseOffered, fits, noViolations, people, reportIn, test } from './portal.ts'

const say = phrasesOf('pt-BR')

test('a view of a report is counted, and the layout of all reports is remembered', async ({ portal }) => {
  const reader = await portal.pageOf(people.seller)
  await reader.goto(portal.url('/all/reports'))
  await reader.locator('[data-card]').first().click()
  await expect(reportIn(reader).getByRole('group').first()).toBeVisible()

  await reader.goto(portal.url('/all/reports'))
  await reader.getByText(say('home.shelves.layout.folders'), { exact: true }).click()
  await expect(reader.locator('details > summary').filter({ hasText: '›' }).first()).toBeVisible()
  await noViolations(reader)
  await reader.getByText(say('home.shelves.layout.list'), { exact: true }).click()
  await expect(reader.getByRole('table', { name: say('home.shelves.all.title') })).toBeVisible()
  await reader.reload()
  await expect(reader.getByRole('table', { name: say('home.shelves.all.title') })).toBeVisible()
  await reader.getByText(say('home.shelves.layout.cards'), { exact: true }).click()
  await expect(reader.locator('[data-card]').first()).toBeVisible()

  const admin = await portal.pageOf(people.admin)
  await admin.goto(portal.url('/analyze'))
  const charts = admin.getByRole('main').locator('section svg')
  await expect(charts.first()).toBeVisible()
  await admin.getByText(say('reports.usage.table')).first().click()
  await expect(admin.getByRole('columnheader', { name: say('reports.usage.field.views') }).first()).toBeVisible()
  await noViolations(admin)
  await fits(admin)
  await admin.getByRole('link', { name: /Leitores/ }).click()
  await expect(admin.getByRole('table', { name: say('reports.usage.byPerson.title') })).toContainText(people.seller)
  await admin.getByRole('link', { name: say('reports.usage.overview') }).click()
  await expect(charts.first()).toBeVisible()
})

test('the usage fits a phone, in dark @all', async ({ portal }) => {
  const page = await portal.pageOf(people.admin, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  for (const path of ['/analyze', '/analyze/reports', '/analyze/people', '/analyze/pages']) {
    await page.goto(portal.url(path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await fits(page, path)
    await noViolations(page, path)
  }
})

test('a partner compares its business units @all', async ({ portal }) => {
  const page = await portal.pageOf(people.partner, { unit: 'adventure-works' })
  await page.goto(portal.url('/analyze', 'adventure-works'))
  await expect(
    page
      .getByRole('table', { name: say('reports.usage.byUnit.title') })
      .locator('tbody tr')
      .first(),
  ).toBeVisible()
  await noViolations(page)
})

test('an administrator opens a management report, and the platform publishes them', async ({ portal }) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/management/report'))
  await noViolations(page)
  await page.getByRole('link', { name: /Desempenho dos relatórios/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Desempenho dos relatórios' })).toBeVisible()
  await expect(page.getByText(say('reports.usage.tile.failed'))).toBeVisible()
  await noViolations(page)

  const staff = await portal.pageOf(people.platform, { unit: '' })
  await staff.goto(portal.url('/report/a2m', ''))
  await staff.getByRole('link', { name: 'Uso do portal', exact: true }).click()
  await expect(staff.getByRole('heading', { level: 1 })).toBeVisible()
  await noViolations(staff)
})

test('a partner publishes the costs to one unit, whose administrator reads them', async ({ portal }) => {
  const partner = await portal.pageOf(people.partner, { unit: 'adventure-works' })
  await partner.goto(portal.url('/management/report/add', 'adventure-works'))
  for (const [field, text] of [
    ['title', 'Custos do portal'],
    ['description', 'As faturas por mês.'],
  ] as const)
    await partner
      .getByRole('textbox', { name: say(`reports.management.field.${field}`) })
      .first()
      .fill(text)
  await partner
    .getByRole('combobox', { name: say('reports.management.field.source') })
    .selectOption(say('reports.management.choice.source.costs'))
  const units = partner.getByRole('combobox', { name: say('reports.management.field.tenant_ids') })
  await chooseOffered(units, 'Brasil', 'Adventure Works Brasil')
  await noViolations(partner)
  await partner.getByRole('button', { name: say('general.action.add'), exact: true }).click()
  // The name of the unit is stored with the report: the form shows it before any search.
  await partner.getByRole('link', { name: 'Custos do portal', exact: true }).click()
  await expect(partner.getByRole('main').getByText('Adventure Works Brasil', { exact: true })).toBeVisible()

  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/management/report'))
  await page.getByRole('link', { name: /Custos do portal/ }).click()
  await expect(page.getByText(say('reports.management.costs.empty'))).toBeVisible()
  await noViolations(page)

  const other = await portal.pageOf(people.adminOfUs, { unit: 'aw-us' })
  await other.goto(portal.url('/management/report', 'aw-us'))
  await expect(other.getByRole('main').getByRole('link').first()).toBeVisible()
  await expect(other.getByRole('link', { name: /Custos do portal/ })).toHaveCount(0)
})

// Publishing: an administrator imports a workspace and grants what came in; a reader finds a report in the catalog, asks for it, and gets it.
import { expect, type Page } from '@playwright/test'
import { addRequest, listRequests } from '#features/reports/catalogs/contract.ts'
import { customFieldCalls } from '#features/organisation/custom-fields/contract.ts'
import { addAccount, listAccounts, removeAccount } from '#features/sources/accounts/contract.ts'
import {
  addWorkspace,
  listAvailableWorkspaces,
  listWorkspaceReports,
  listWorkspaces,
  removeWorkspace,
} from '#features/sources/workspaces/contract.ts'
import { listAllReports } from '#features/home/shelves/contract.ts'
import { startAzureDouble } from '#powerbi/testing/azure-double.ts'
import { DOUBLE, startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import { addReportGroup, listReportGroups, removeReportGroup } from '#features/reports/groups/contract.ts'
import {
  duplicateReport,
  importReports,
  listReports,
  readReport,
  removeReport,
  updateReport,
} from '#features/reports/library/contract.ts'
import { addSubgroup } from '#features/reports/subgroups/contract.ts'
import { phrasesOf } from './phrase.ts'
import { chooseOffered, fits, noViolations, people, type Portal, reportIn, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')
const sayInEnglish = phrasesOf('en-US')

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const karen = 'karen.novak@adventure-works.com'

/** A business unit with a workspace, a place for its reports, and no report. */
async function emptyUnit(portal: Portal): Promise<void> {
  const ask = await portal.as(karen, 'aw-europe')
  const [account] = (await ask(listAccounts, {})).data
  const account_id = account?.id ?? ''
  const available = (await ask(listAvailableWorkspaces, { account_id })).data
  const free = available.find(({ name, added }) => !added && name.includes('Europe'))
  if (free) await ask(addWorkspace, { account_id, service_id: free.service_id })
  const { id: group_id } = await ask(addReportGroup, { name: 'Sales', icon: 'coins' })
  await ask(addSubgroup, { name: 'Monthly', group_id })
}

/** Other journeys expect the demo world as it was: Europe has no workspace. */
async function emptyAgain(portal: Portal): Promise<void> {
  const ask = await portal.as(karen, 'aw-europe')
  for (const { id } of (await ask(listReports, {})).data) await ask(removeReport, { id })
  for (const { id } of (await ask(listReportGroups, {})).data) await ask(removeReportGroup, { id })
  for (const { id } of (await ask(listWorkspaces, {})).data) await ask(removeWorkspace, { id })
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

test('an administrator imports the reports of a workspace, and grants them all at once', async ({ portal }) => {
  await emptyUnit(portal)
  try {
    const page = await portal.pageOf(karen, { unit: 'aw-europe' })
    await page.goto(portal.url('/report', 'aw-europe'))
    await page
      .getByRole('link', { name: sayInEnglish('reports.library.import.title') })
      .first()
      .click()
    await page.getByRole('combobox', { name: sayInEnglish('reports.library.field.subgroup_id') }).click()
    await page.getByRole('option', { name: 'Monthly' }).click()
    const list = page.getByRole('list', { name: sayInEnglish('reports.library.import.which') })
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await noViolations(page, 'import')
    await page.getByRole('checkbox', { name: /^Choose all/ }).check()
    await page.getByRole('button', { name: sayInEnglish('reports.library.import.start', { count: 3 }) }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: sayInEnglish('reports.library.import.done', { count: 3 }) }),
    ).toBeVisible()
    await expect(list.getByText(sayInEnglish('reports.library.source.published'))).toHaveCount(3)
    await takePicture(page, 'test-results/publishing-import.png', { fullPage: true })

    await page.getByRole('link', { name: /See them in the list/ }).click()
    await page
      .getByRole('checkbox', { name: sayInEnglish('general.bulk.all') })
      .first()
      .check()
    await page.getByRole('button', { name: sayInEnglish('reports.library.bulk.grant') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(sayInEnglish('reports.access.help.pagesOfOne'))
    await chooseOffered(
      dialog.getByRole('combobox', { name: sayInEnglish('reports.access.pick.person') }),
      'Lukas',
      /Lukas Weber/,
    )
    await dialog.getByRole('combobox', { name: sayInEnglish('reports.access.field.roles') }).fill('Company')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: sayInEnglish('reports.library.bulk.grant') }).click()
    await expect(row(page, sayInEnglish('reports.library.grantedPeople', { count: 1 }))).toHaveCount(3)

    const reader = await portal.pageOf('lukas.weber@adventure-works.com', { unit: 'aw-europe', ...phone })
    await expect(
      reader
        .getByRole('main')
        .getByRole('link', { name: /Desempenho|Reseller|Produtos|Visão/ })
        .first(),
    ).toBeVisible()
    await fits(reader, 'home of a reader on a phone')
  } finally {
    await emptyAgain(portal)
  }
})

test('an import that fails in part says which report did not come in, and why @all', async ({ portal }) => {
  await emptyUnit(portal)
  try {
    const ask = await portal.as(karen, 'aw-europe')
    const [workspace] = (await ask(listWorkspaces, {})).data
    const [group] = (await ask(listReportGroups, {})).data
    const [first, second] = (await ask(listWorkspaceReports, { id: workspace?.id ?? '' })).data
    // The first report has the name of the second one.
    await ask(importReports, {
      workspace_id: workspace?.id ?? '',
      subgroup_id: group?.subgroups[0]?.id ?? '',
      reports: [{ service_report_id: first?.service_report_id ?? '', name: second?.name ?? '' }],
    })

    const page = await portal.pageOf(karen, { unit: 'aw-europe' })
    await page.goto(portal.url('/report/import', 'aw-europe'))
    await page.getByRole('combobox', { name: sayInEnglish('reports.library.field.subgroup_id') }).click()
    await page.getByRole('option', { name: 'Monthly' }).click()
    const list = page.getByRole('list', { name: sayInEnglish('reports.library.import.which') })
    await expect(list.getByText(sayInEnglish('reports.library.source.published'))).toHaveCount(1)
    await page.getByRole('checkbox', { name: /^Choose all/ }).check()
    await page.getByRole('button', { name: sayInEnglish('reports.library.import.start', { count: 2 }) }).click()
    const outcome = page
      .getByRole('alert')
      .filter({ hasText: sayInEnglish('reports.library.import.done', { count: 1 }) })
    await expect(outcome).toContainText(`${second?.name}: A report with this name already exists in this subgroup`)
    await expect(list.getByText(sayInEnglish('reports.library.source.published'))).toHaveCount(2)
    // What did not come in stays chosen.
    await expect(list.getByRole('checkbox', { name: second?.name ?? '' })).toBeChecked()
    await noViolations(page, 'import that failed in part')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await fits(page, 'import that failed in part')
    await takePicture(page, 'test-results/publishing-import-failed-phone.png', { fullPage: true })
  } finally {
    await emptyAgain(portal)
  }
})

test('an administrator imports ten reports of Microsoft’s service, and grants them all at once @all', async ({
  portal,
  world,
}) => {
  // The double of Azure is the token authority of both services.
  const azure = await startAzureDouble(world.azurePort)
  const powerBi = await startPowerBiDouble(world.powerBiPort)
  for (let number = 2; number <= 10; number += 1) {
    const id = `22222222-2222-4222-8222-2222222222${String(number).padStart(2, '0')}`
    powerBi.reports.push({ id, name: `Sales ${number}` })
  }
  const ask = await portal.as(karen, 'aw-europe')
  const account = {
    name: 'Microsoft',
    kind: 'powerbi',
    id_directory: DOUBLE.directoryId,
    id_app: DOUBLE.appId,
    id_object: null,
    secret: DOUBLE.secret,
  } as const
  const { id: account_id } = await ask(addAccount, account)
  try {
    await ask(addWorkspace, { account_id, service_id: DOUBLE.workspaceId })
    const { id: group_id } = await ask(addReportGroup, { name: 'Sales', icon: 'coins' })
    await ask(addSubgroup, { name: 'Monthly', group_id })
    const page = await portal.pageOf(karen, { unit: 'aw-europe' })
    await page.goto(portal.url('/report/import', 'aw-europe'))
    await page.getByRole('combobox', { name: sayInEnglish('reports.library.field.subgroup_id') }).click()
    await page.getByRole('option', { name: 'Monthly' }).click()
    const list = page.getByRole('list', { name: sayInEnglish('reports.library.import.which') })
    await expect(list.getByRole('listitem')).toHaveCount(10)
    await page.getByRole('checkbox', { name: /^Choose all/ }).check()
    await takePicture(page, 'test-results/publishing-ten.png', { fullPage: true })
    await page.getByRole('button', { name: sayInEnglish('reports.library.import.start', { count: 10 }) }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: sayInEnglish('reports.library.import.done', { count: 10 }) }),
    ).toBeVisible()

    await page.getByRole('link', { name: /See them in the list/ }).click()
    await page
      .getByRole('checkbox', { name: sayInEnglish('general.bulk.all') })
      .first()
      .check()
    await page.getByRole('button', { name: sayInEnglish('reports.library.bulk.grant') }).click()
    const dialog = page.getByRole('dialog')
    await chooseOffered(
      dialog.getByRole('combobox', { name: sayInEnglish('reports.access.pick.person') }),
      'Lukas',
      /Lukas Weber/,
    )
    await dialog.getByRole('combobox', { name: sayInEnglish('reports.access.field.roles') }).fill('Company')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: sayInEnglish('reports.library.bulk.grant') }).click()
    await expect(row(page, sayInEnglish('reports.library.grantedPeople', { count: 1 }))).toHaveCount(10)
    const small = await portal.pageOf(karen, { unit: 'aw-europe', ...phone })
    await small.goto(portal.url('/report/import', 'aw-europe'))
    await expect(small.getByText(sayInEnglish('reports.library.source.published')).first()).toBeVisible()
    await fits(small, 'import on a phone')
    await takePicture(small, 'test-results/publishing-ten-phone.png', { fullPage: true })

    const reader = await portal.as('lukas.weber@adventure-works.com', 'aw-europe')
    expect((await reader(listAllReports, { size: 50 })).total).toBe(10)
    expect(powerBi.violations).toEqual([])
  } finally {
    await emptyAgain(portal)
    await ask(removeAccount, { id: account_id })
    await Promise.all([azure.close(), powerBi.close()])
  }
})

test('a reader asks for a report in the catalog, and is granted it with a role until a day', async ({ portal }) => {
  const ask = await portal.as(people.admin)
  const [original] = (await ask(listReports, { search: 'Produtos' })).data
  const { id } = await ask(duplicateReport, { id: original?.id ?? '' })
  const { version } = await ask(readReport, { id })
  const shown = {
    name: 'Margem por produto',
    show_on_catalog: 'S',
    catalog_description: 'Preço, custo e margem de cada linha.',
  } as const
  await ask(updateReport, { id, version, ...shown })
  const field = {
    name: 'Código do leitor',
    kind: 'text',
    options: [] as string[],
    required: 'N',
    searchable: 'N',
    in_registration: 'N',
  } as const
  const { id: field_id } = await ask(customFieldCalls.add, field)
  try {
    const reader = await portal.pageOf(people.reader, phone)
    await reader.goto(portal.url('/catalogs'))
    const card = reader.getByRole('article', { name: 'Margem por produto' })
    await expect(card).toContainText('Preço, custo e margem')
    await fits(reader, 'catalog on a phone')
    await noViolations(reader, 'catalog')
    await takePicture(reader, 'test-results/publishing-catalog-phone.png', { fullPage: true })
    await card.getByRole('button', { name: say('reports.catalogs.askNamed', { name: 'Margem por produto' }) }).click()
    await reader
      .getByRole('dialog')
      .getByRole('textbox', { name: say('reports.catalogs.field.reason') })
      .fill('Reunião de preços de sexta')
    await reader.getByRole('button', { name: say('reports.catalogs.send') }).click()
    await expect(card).toContainText(say('reports.catalogs.state.waiting'))

    const admin = await portal.pageOf(people.admin)
    await admin.goto(portal.url('/catalogs'))
    await expect(admin.getByRole('article', { name: 'Margem por produto' })).toContainText(
      say('reports.catalogs.waiting', { count: 1 }),
    )
    await takePicture(admin, 'test-results/publishing-catalog.png', { fullPage: true })
    await admin.getByRole('link', { name: /pedido aguardando/ }).click()
    await expect(row(admin, 'Margem por produto')).toContainText('Reunião de preços de sexta')
    await takePicture(admin, 'test-results/publishing-requests.png', { fullPage: true })
    await row(admin, 'Margem por produto')
      .getByRole('button', { name: new RegExp(`^${say('reports.catalogs.grant')}`) })
      .click()
    const dialog = admin.getByRole('dialog')
    // The report has no filters, so there is nothing to choose about them.
    await expect(dialog.getByRole('radio')).toHaveCount(0)
    await dialog.getByRole('combobox', { name: say('reports.access.field.roles') }).fill('Company')
    await admin.keyboard.press('Enter')
    // The list of roles stays open for another one, and covers what is below.
    await admin.keyboard.press('Tab')
    // The sources of the identity are those of a report's access.
    await dialog.getByRole('button', { name: say('reports.access.identityDetails') }).click()
    await dialog.getByRole('combobox', { name: say('reports.access.field.custom_data_from') }).click()
    await admin.getByRole('option', { name: say('reports.access.identities.field') }).click()
    await dialog.getByRole('button', { name: say('reports.catalogs.grant') }).click()
    await expect(dialog).toContainText(say('reports.access.fault.identity_field'))
    await dialog.getByRole('combobox', { name: say('reports.access.field.custom_data_field') }).click()
    await admin.getByRole('option', { name: 'Código do leitor' }).click()
    await takePicture(admin, 'test-results/publishing-decision-field.png')
    await dialog.getByRole('combobox', { name: say('reports.access.field.custom_data_from'), exact: true }).click()
    await admin.getByRole('option', { name: say('reports.access.identities.email') }).click()
    await dialog.getByLabel(/Acesso até/).fill('2099-12-31')
    await noViolations(admin, 'decision')
    await takePicture(admin, 'test-results/publishing-decision.png')
    await dialog.getByRole('button', { name: say('reports.catalogs.grant') }).click()
    await expect(row(admin, 'Margem por produto')).toContainText(say('reports.catalogs.state.granted'))

    // The card leaves the catalog of the reader without a reload, and the report opens.
    await expect(card).toHaveCount(0)
    await reader.goto(portal.url(`/${id}/reports/view`))
    await expect(reportIn(reader).getByRole('tab').first()).toBeVisible({ timeout: 60_000 })
    const left = await ask(listRequests, {})
    expect(left.data[0]?.state).toBe('granted')
  } finally {
    await ask(removeReport, { id })
    await ask(customFieldCalls.remove, { id: field_id })
  }
})

test('an administrator denies a request with a reason, which the reader reads in the catalog @all', async ({
  portal,
}) => {
  const ask = await portal.as(people.admin)
  const [original] = (await ask(listReports, { search: 'Produtos' })).data
  const { id } = await ask(duplicateReport, { id: original?.id ?? '' })
  const { version } = await ask(readReport, { id })
  await ask(updateReport, { id, version, name: 'Custos por produto', show_on_catalog: 'S' })
  try {
    const asReader = await portal.as(people.reader)
    await asReader(addRequest, { report_id: id, reason: 'Reunião de custos' })
    const admin = await portal.pageOf(people.admin)
    await admin.goto(portal.url('/catalogs/requests'))
    await row(admin, 'Custos por produto')
      .getByRole('button', { name: new RegExp(`^${say('reports.catalogs.deny')}`) })
      .click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('button', { name: say('reports.catalogs.deny') }).click()
    const denial = say('reports.catalogs.field.denial')
    await expect(dialog).toContainText(say('general.field.required', { name: denial }))
    await dialog.getByRole('textbox', { name: denial }).fill('Os custos são só da diretoria.')
    await dialog.getByRole('button', { name: say('reports.catalogs.deny') }).click()
    await expect(row(admin, 'Custos por produto')).toContainText('Os custos são só da diretoria.')
    const reader = await portal.pageOf(people.reader, phone)
    await reader.goto(portal.url('/catalogs'))
    const card = reader.getByRole('article', { name: 'Custos por produto' })
    await expect(card).toContainText(say('reports.catalogs.state.denied'))
    await expect(card).toContainText('Os custos são só da diretoria.')
    await noViolations(reader, 'denied request')
  } finally {
    await ask(removeReport, { id })
  }
})

test('a report keeps favourite and full screen without its toolbar, and lists the pages that its author hid @all', async ({
  portal,
}) => {
  const ask = await portal.as(people.admin)
  const [original] = (await ask(listReports, { search: 'Produtos' })).data
  const { id } = await ask(duplicateReport, { id: original?.id ?? '' })
  const { version } = await ask(readReport, { id })
  const looks = {
    show_toolbar: 'N',
    show_hidden_pages: 'S',
    orientation: 'portrait',
    ignore_row_security: 'S',
    ignore_role: 'Company',
  } as const
  await ask(updateReport, { id, version, ...looks })
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url(`/${id}/reports/view`))
  await expect(reportIn(page).getByRole('tab').first()).toBeVisible({ timeout: 60_000 })
  const tools = page.getByRole('toolbar')
  await expect(tools.getByRole('button', { name: /favorit/i })).toBeVisible()
  await expect(tools.getByRole('button', { name: say('reports.view.tool.fullscreen') })).toBeVisible()
  await expect(tools.getByRole('button', { name: say('reports.view.tool.pages') })).toBeVisible()
  await expect(tools.getByRole('button', { name: say('reports.view.tool.filters') })).toHaveCount(0)
  // Portrait: the phone layout stands in the middle of a wide window.
  await expect.poll(async () => (await page.locator('iframe').boundingBox())?.width ?? 9_999).toBeLessThan(700)
  await expect(reportIn(page).locator('.canvas.is-phone, .canvas.is-stack')).toHaveCount(1)
  await takePicture(page, 'test-results/publishing-portrait.png')

  // Landscape with a recommended resolution: the frame has its pixels, drawn smaller.
  const again = await ask(readReport, { id })
  const wide = { orientation: 'landscape', recommended_resolution: '2560x1440' } as const
  await ask(updateReport, { id, version: again.version, ...wide })
  await page.reload()
  await expect(reportIn(page).getByRole('tab').first()).toBeVisible({ timeout: 60_000 })
  expect(await page.locator('iframe').evaluate((frame: HTMLElement) => frame.offsetWidth)).toBeGreaterThanOrEqual(2560)
  expect((await page.locator('iframe').boundingBox())?.width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  // Focus inside the frame makes the browser scroll what contains it: the report must stay where it is.
  const scrolled = await page.locator('iframe').evaluate((frame) => {
    let sum = 0
    for (let element = frame.parentElement; element; element = element.parentElement) {
      element.scrollLeft = 400
      sum += element.scrollLeft
    }
    return sum
  })
  expect(scrolled).toBe(0)
  await takePicture(page, 'test-results/publishing-scaled.png')
  await ask(removeReport, { id })
})

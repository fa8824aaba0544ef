// A license capacity at Azure: an administrator pauses it and sees what it costs; a reader who arrives starts it and waits.
import { expect } from '@playwright/test'
import { AZURE_DOUBLE, type AzureDouble, startAzureDouble } from '#powerbi/testing/azure-double.ts'
import { DOUBLE, type PowerBiDouble, startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import { addReport, removeReport, updateReport } from '#features/reports/library/contract.ts'
import { listSubgroups } from '#features/reports/subgroups/contract.ts'
import { addAccount, removeAccount } from '#features/sources/accounts/contract.ts'
import { capacityCalls, pauseCapacity } from '#features/sources/capacities/contract.ts'
import { addWorkspace, removeWorkspace } from '#features/sources/workspaces/contract.ts'
import { phrasesOf } from './phrase.ts'
import { fits, noViolations, people, type Portal, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

let azure: AzureDouble
let powerBi: PowerBiDouble
test.beforeAll(async ({ world }) => {
  azure = await startAzureDouble(world.azurePort)
  powerBi = await startPowerBiDouble(world.powerBiPort)
})
test.afterAll(() => Promise.all([azure.close(), powerBi.close()]))

/** An account with a capacity at the double, and a report of it that the reader may open. Answers what removes them. */
async function published(portal: Portal) {
  const ask = await portal.as(people.admin)
  const { id: account } = await ask(addAccount, {
    name: 'Azure da Adventure Works',
    kind: 'powerbi',
    id_directory: DOUBLE.directoryId,
    id_app: DOUBLE.appId,
    id_object: null,
    secret: DOUBLE.secret,
    subscription_id: AZURE_DOUBLE.subscriptionId,
    resource_group: AZURE_DOUBLE.resourceGroup,
    feature_name: AZURE_DOUBLE.name,
    size: 'A1',
  })
  const { id: workspace_id } = await ask(addWorkspace, { account_id: account, service_id: DOUBLE.workspaceId })
  const [subgroup] = (await ask(listSubgroups, {})).data
  const { id: report } = await ask(addReport, {
    name: 'Vendas na nuvem',
    description: null,
    subgroup_id: subgroup?.id ?? '',
    workspace_id,
    service_report_id: DOUBLE.reportId,
  })
  await ask(updateReport, { id: report, version: 1, ignore_row_security: 'S', ignore_role: 'Seller' })
  const remove = async () => {
    await ask(removeReport, { id: report })
    await ask(removeWorkspace, { id: workspace_id })
    await ask(removeAccount, { id: account })
  }
  const pause = async () => {
    const [first] = (await ask(capacityCalls.list, {})).data
    await ask(pauseCapacity, { id: first?.id ?? '' })
  }
  return { report, remove, pause }
}

test('without an account the form of a capacity leads to the form of an account @all', async ({ portal }) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/powerbi/resources/add'))
  const [, name = ''] = /<account>(.+)<\/account>/.exec(say('sources.capacities.noAccount')) ?? []
  await page.getByRole('main').getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(portal.url('/powerbi/add'))
})

test('an administrator pauses a capacity, and the arrival of a reader starts it @all', async ({ portal }, testInfo) => {
  const { report, remove, pause } = await published(portal)
  try {
    const page = await portal.pageOf(people.admin)
    await page.goto(portal.url('/powerbi/resources'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('sources.capacities.title'))
    await page
      .getByRole('link', { name: say('sources.capacities.add') })
      .first()
      .click()
    await page.getByRole('textbox', { name: say('sources.capacities.field.name') }).fill('Capacidade de vendas')
    await page.getByRole('combobox', { name: say('sources.capacities.field.account_id') }).click()
    await page.getByRole('option', { name: 'Azure da Adventure Works' }).click()
    await page.getByRole('button', { name: say('sources.capacities.addPrice') }).click()
    await page.getByRole('textbox', { name: say('sources.capacities.field.size') }).fill('A1')
    await page.getByRole('textbox', { name: say('sources.capacities.field.prices') }).fill('6,02')
    await noViolations(page, 'new capacity')
    await takePicture(page, testInfo.outputPath('capacity-new.png'), { fullPage: true })
    await page.getByRole('button', { name: say('general.action.add'), exact: true }).click()
    await page.getByRole('link', { name: 'Capacidade de vendas' }).click()
    // The stored capacity has no time zone of its own: there is nothing to clear.
    await expect(page.getByRole('combobox', { name: say('sources.capacities.field.timezone') })).toBeVisible()
    await expect(page.getByRole('button', { name: say('general.action.clear') })).toHaveCount(0)
    await expect(page.getByText(say('sources.capacities.states.running'), { exact: true }).first()).toBeVisible({
      timeout: 60_000,
    })

    await page.getByRole('button', { name: say('sources.capacities.pause') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('sources.capacities.pause') })
      .click()
    await expect(page.getByText(say('sources.capacities.states.paused'), { exact: true }).first()).toBeVisible({
      timeout: 60_000,
    })
    await expect(page.getByRole('row', { name: /Pausou.*Ana Souza.*Concluída/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /A1.*R\$\s6,02/ })).toBeVisible()
    await noViolations(page, 'capacity')
    await takePicture(page, testInfo.outputPath('capacity.png'), { fullPage: true })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await fits(page, 'capacity')
    await takePicture(page, testInfo.outputPath('capacity-phone.png'), { fullPage: true })
    await page.goto(portal.url('/powerbi/resources'))
    await expect(page.getByText('Capacidade de vendas')).toBeVisible()
    await fits(page, 'capacities')
    await takePicture(page, testInfo.outputPath('capacities-phone.png'))
    await page.setViewportSize({ width: 1280, height: 720 })
    await noViolations(page, 'capacities, dark')
    await takePicture(page, testInfo.outputPath('capacities-dark.png'))

    for (const [name, options] of [
      ['desktop', {}],
      ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
    ] as const) {
      const reader = await portal.pageOf(people.admin, options)
      // The change takes as long as the reader needs to see the page.
      azure.operationSteps = 100_000
      await reader.goto(portal.url(`/${report}/reports/view`))
      await expect(
        reader.getByRole('heading', { name: say('reports.view.waking.starts', { report: 'Vendas na nuvem' }) }),
      ).toBeVisible()
      await noViolations(reader, `waiting, ${name}`)
      await fits(reader, `waiting, ${name}`)
      await takePicture(reader, testInfo.outputPath(`waiting-${name}.png`))
      await expect.poll(() => azure.capacity.state, { timeout: 60_000 }).toBe('Resuming')
      azure.settle()
      // The report opens by itself: its tools are there. The service of the double shows no content.
      await expect(reader.getByRole('toolbar')).toBeVisible({ timeout: 60_000 })
      expect(powerBi.count('EmbedToken_GenerateToken')).toBeGreaterThan(0)
      azure.operationSteps = 0
      await pause()
    }
    expect(azure.violations).toEqual([])
  } finally {
    await remove()
  }
})

// A workspace of Microsoft's service: an administrator looks at its dashboards and the reports behind their tiles, and grants pages of one.
import { expect } from '@playwright/test'
import { startAzureDouble } from '#powerbi/testing/azure-double.ts'
import { DOUBLE, startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import { addReport, removeReport } from '#features/reports/library/contract.ts'
import { listSubgroups } from '#features/reports/subgroups/contract.ts'
import { addAccount, removeAccount } from '#features/sources/accounts/contract.ts'
import { addWorkspace, removeWorkspace } from '#features/sources/workspaces/contract.ts'
import { phrasesOf } from './phrase.ts'
import { chooseOffered, fits, noViolations, people, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

test('an administrator unfolds a dashboard of a workspace and sees where its tiles come from', async ({
  portal,
  world,
}, testInfo) => {
  // The double of Azure is the token authority of both services.
  const azure = await startAzureDouble(world.azurePort)
  const powerBi = await startPowerBiDouble(world.powerBiPort)
  const ask = await portal.as(people.admin)
  const { id: account } = await ask(addAccount, {
    name: 'Conta dos painéis',
    kind: 'powerbi',
    id_directory: DOUBLE.directoryId,
    id_app: DOUBLE.appId,
    id_object: null,
    secret: DOUBLE.secret,
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
  try {
    const page = await portal.pageOf(people.admin)
    await page.goto(portal.url('/powerbi/workspace'))
    // A workspace is added from one of the accounts, which is found by its name.
    await page
      .getByRole('button', { name: say('sources.workspaces.add') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    const find = dialog.getByRole('combobox', { name: say('sources.workspaces.dialog.account') })
    const pick = async (typed: string, account: string) => {
      await chooseOffered(find, typed, account)
      await expect(
        dialog.getByRole('heading', { name: say('sources.workspaces.dialog.of', { account }) }),
      ).toBeVisible()
    }
    await pick('vitrine', 'Vitrine')
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Adventure Works Brasil' })).toBeVisible()
    await pick('paineis', 'Conta dos painéis')
    await expect(dialog.getByRole('listitem').filter({ hasText: say('sources.workspaces.dialog.added') })).toHaveCount(
      1,
    )
    for (const [name, colorScheme, width] of [
      ['desktop', 'light', 1280],
      ['phone-dark', 'dark', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 720 })
      await fits(page, `accounts of a workspace, ${name}`)
      await noViolations(page, `accounts of a workspace, ${name}`)
      await takePicture(page, testInfo.outputPath(`accounts-${name}.png`))
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    const open = async (name: RegExp) => {
      await page.getByRole('row', { name }).getByRole('button').last().click()
      await page.getByRole('menuitem', { name: say('sources.workspaces.dashboards') }).click()
    }
    await open(/Conta dos painéis/)
    await page.getByRole('button', { name: 'Sales today' }).click()
    const tiles = page.getByRole('list', { name: 'Sales today' })
    await expect(tiles.getByRole('listitem')).toHaveCount(2)
    await expect(tiles.getByText(say('sources.workspaces.tileData', { name: 'Sales' }))).toBeVisible()
    await noViolations(page, 'dashboards')
    await takePicture(page, testInfo.outputPath('dashboards.png'))
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    await fits(page, 'dashboards')
    await takePicture(page, testInfo.outputPath('dashboards-phone-dark.png'))
    await page.keyboard.press('Escape')

    // The embedded report service has none, and the dialog says what a dashboard is.
    await page.setViewportSize({ width: 1280, height: 720 })
    await open(/Adventure Works Brasil/)
    await expect(page.getByText(say('sources.workspaces.noDashboards'))).toBeVisible()
    await page.keyboard.press('Escape')

    // Microsoft's service does not protect pages: who grants some of them reads so.
    await page.goto(portal.url(`/report/${report}/access`))
    await chooseOffered(
      page.getByRole('combobox', { name: say('reports.access.pick.person') }),
      'Linda',
      /Linda Mitchell/,
    )
    const pages = page.getByRole('combobox', { name: say('reports.access.field.pages'), exact: true })
    await expect(pages).toHaveAccessibleDescription(
      /^O serviço da Microsoft não conhece páginas .* segurança de linha\.$/,
    )
    await noViolations(page, 'access to a report of Microsoft')
    await pages.scrollIntoViewIfNeeded()
    await takePicture(page, testInfo.outputPath('pages-arranged.png'))
    await page.setViewportSize({ width: 390, height: 844 })
    await fits(page, 'access to a report of Microsoft')
    await pages.scrollIntoViewIfNeeded()
    await takePicture(page, testInfo.outputPath('pages-arranged-phone.png'))
    expect(powerBi.violations).toEqual([])
  } finally {
    await ask(removeReport, { id: report })
    await ask(removeWorkspace, { id: workspace_id })
    await ask(removeAccount, { id: account })
    await Promise.all([azure.close(), powerBi.close()])
  }
})

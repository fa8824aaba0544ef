// Access to a report: an administrator grants one page, reads why a person opens the report, and looks at it as that person, on a wide
// screen and on a phone. The reader gets that page only, and loses the report on the page of the person.
import { expect, type Page } from '@playwright/test'
import { readAccess } from '#features/reports/access/contract.ts'
import {
  duplicateReport,
  listReports,
  readReport,
  removeReport,
  updateReport,
} from '#features/reports/library/contract.ts'
import { listNotifications } from '#features/messaging/notifications/contract.ts'
import { phrasesOf } from './phrase.ts'
import { chooseOffered, fits, noViolations, people, type Portal, reportIn, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const dialog = (page: Page) => page.getByRole('dialog')
const tellSwitch = say('reports.access.field.tell')

/** The pages of the reports of which the person was told that they got them. */
async function toldOf(portal: Portal, email: string): Promise<string[]> {
  const ask = await portal.as(email)
  const { data } = await ask(listNotifications, {})
  return data.flatMap(({ type, path }) => (type === 'report_published' && path !== null ? path : []))
}

test('an administrator grants one page, explains and previews the access, and takes it away from the person', async ({
  portal,
}) => {
  const ask = await portal.as(people.admin)
  const [sample] = (await ask(listReports, { search: 'revendas' })).data
  const { id } = await ask(duplicateReport, { id: sample?.id ?? '' })
  try {
    const admin = await portal.pageOf(people.admin)
    await admin.goto(portal.url(`/report/${id}/access`))
    await chooseOffered(
      admin.getByRole('combobox', { name: say('reports.access.pick.person') }),
      'Linda',
      /Linda Mitchell/,
    )
    // The service lists the roles of the data model, so no other name can be chosen.
    const roles = admin.getByRole('combobox', { name: say('reports.access.field.roles') })
    await roles.fill('Nobody')
    await expect(admin.getByText(say('general.list.empty'))).toBeVisible()
    await roles.fill('Salesperson')
    await admin.keyboard.press('Enter')
    await admin.getByRole('combobox', { name: say('reports.access.field.pages'), exact: true }).click()
    await admin.getByRole('option', { name: say('reports.access.pages.some') }).click()
    await admin.getByRole('combobox', { name: say('reports.access.field.chosenPages') }).click()
    await admin.getByRole('option', { name: 'Vendedores' }).click()
    await admin.keyboard.press('Escape')
    await noViolations(admin, 'access form with pages')
    await takePicture(admin, 'test-results/access-form.png', { fullPage: true })

    // Before it is saved: nothing lets the person in, and the preview has what the form says.
    await chooseOffered(
      admin.getByRole('combobox', { name: say('reports.access.check.pick') }),
      'Linda',
      /Linda Mitchell/,
    )
    await expect(dialog(admin)).toContainText('Linda Mitchell não abre o relatório')
    await dialog(admin)
      .getByRole('button', { name: say('reports.access.check.preview') })
      .click()
    await expect(dialog(admin)).toContainText('Você está vendo como Linda Mitchell')
    // The preview is as narrow as a phone, where the page has no title.
    await expect(reportIn(admin).getByRole('group').first()).toBeVisible({ timeout: 60_000 })
    await expect(reportIn(admin).getByRole('tab', { name: 'Territórios' })).toHaveCount(0)
    await takePicture(admin, 'test-results/access-preview.png')
    await dialog(admin)
      .getByRole('button', { name: say('reports.view.preview.leave') })
      .click()
    await dialog(admin)
      .getByRole('button', { name: say('general.action.close') })
      .last()
      .click()

    await expect(admin.getByRole('switch', { name: tellSwitch })).toBeChecked()
    await admin.getByRole('button', { name: say('general.action.save') }).click()
    await expect(admin.getByRole('row', { name: /Linda Mitchell/ })).toContainText(
      say('reports.access.onlyPages', { pages: 'Vendedores', count: 1 }),
    )
    expect(await toldOf(portal, people.seller)).toContain(`/${id}/reports/view`)
    await admin
      .getByRole('row', { name: /Linda Mitchell/ })
      .getByRole('button', { name: 'Linda Mitchell' })
      .click()
    await expect(dialog(admin)).toContainText('Linda Mitchell abre o relatório')
    await expect(dialog(admin)).toContainText(say('reports.access.why.some_pages', { pages: 'Vendedores', count: 1 }))
    await noViolations(admin, 'explanation')
    await takePicture(admin, 'test-results/access-explanation.png')
    await dialog(admin)
      .getByRole('button', { name: say('general.action.close') })
      .last()
      .click()

    const reader = await portal.pageOf(people.seller)
    await reader.goto(portal.url(`/${id}/reports/view`))
    await expect(reportIn(reader).getByText('Vendas e metas de cada vendedor')).toBeVisible({ timeout: 60_000 })
    await expect(reportIn(reader).getByRole('tab', { name: 'Territórios' })).toHaveCount(0)

    const small = await portal.pageOf(people.admin, { ...phone, colorScheme: 'dark' })
    await small.goto(portal.url(`/report/${id}/access`))
    await small.getByRole('button', { name: say('reports.access.edit', { name: 'Linda Mitchell' }) }).click()
    await fits(small, 'access form')
    await takePicture(small, 'test-results/access-form-phone.png', { fullPage: true })
    await small
      .getByRole('row', { name: /Linda Mitchell/ })
      .getByRole('button', { name: 'Linda Mitchell' })
      .click()
    await expect(dialog(small)).toContainText('Linda Mitchell abre o relatório')
    await takePicture(small, 'test-results/access-explanation-phone.png')
    await dialog(small)
      .getByRole('button', { name: say('reports.access.check.preview') })
      .click()
    await expect(reportIn(small).getByRole('group').first()).toBeVisible({ timeout: 60_000 })
    await fits(small, 'preview')
    await takePicture(small, 'test-results/access-preview-phone.png')

    // On the page of the person.
    await admin.goto(portal.url('/user?search=linda3'))
    await admin.getByRole('button', { name: `${say('general.action.more')}: Linda Mitchell` }).click()
    await admin.getByRole('menuitem', { name: say('people.users.action.reports') }).click()
    await expect(admin.getByRole('heading', { level: 1 })).toHaveText(
      say('reports.access.person.heading', { name: 'Linda Mitchell' }),
    )
    await noViolations(admin, 'reports of a person')
    await takePicture(admin, 'test-results/access-person.png', { fullPage: true })
    await small.goto(admin.url())
    await expect(small.getByRole('heading', { level: 1 })).toHaveText(
      say('reports.access.person.heading', { name: 'Linda Mitchell' }),
    )
    await fits(small, 'reports of a person')
    await takePicture(small, 'test-results/access-person-phone.png', { fullPage: true })
    const row = admin.getByRole('row', { name: /revendas \(2\)/ })
    await row.getByRole('checkbox').check()
    await admin.getByRole('button', { name: say('reports.access.person.remove') }).click()
    await dialog(admin).getByRole('button').last().click()
    await expect(row).toHaveCount(0)
    await expect(reader.getByText(say('reports.view.ended.title'))).toBeVisible()
  } finally {
    await ask(removeReport, { id })
  }
})

test('an administrator grants pages of one report from the list; for several reports the list says why it cannot @all', async ({
  portal,
}) => {
  const ask = await portal.as(people.admin)
  const [sample] = (await ask(listReports, { search: 'revendas' })).data
  const copyAs = async (name: string) => {
    const { id } = await ask(duplicateReport, { id: sample?.id ?? '' })
    const { version } = await ask(readReport, { id })
    await ask(updateReport, { id, version, name })
    return id
  }
  const ids = [await copyAs('Páginas em lote, um'), await copyAs('Páginas em lote, dois')]
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const isWide = colorScheme === 'light'
      const page = await portal.pageOf(
        people.admin,
        isWide ? {} : { viewport: { width: 390, height: 844 }, colorScheme },
      )
      await page.goto(portal.url('/report?search=Páginas em lote'))
      for (const name of ['um', 'dois']) {
        await page
          .getByRole('checkbox', { name: say('general.bulk.select', { name: `Páginas em lote, ${name}` }) })
          .check()
      }
      await page.getByRole('button', { name: say('reports.library.bulk.grant') }).click()
      await expect(
        dialog(page).getByRole('combobox', { name: say('reports.access.field.pages'), exact: true }),
      ).toBeDisabled()
      await expect(dialog(page)).toContainText(say('reports.access.help.pagesOfOne'))
      await fits(page, 'grant of several reports')
      await noViolations(page, 'grant of several reports')
      await takePicture(page, `test-results/access-bulk-several-${colorScheme}.png`)
      await dialog(page)
        .getByRole('button', { name: say('general.action.cancel') })
        .click()

      await page
        .getByRole('checkbox', { name: say('general.bulk.select', { name: 'Páginas em lote, dois' }) })
        .uncheck()
      await page.getByRole('button', { name: say('reports.library.bulk.grant') }).click()
      await chooseOffered(
        dialog(page).getByRole('combobox', { name: say('reports.access.pick.person') }),
        'Linda',
        /Linda Mitchell/,
      )
      await dialog(page)
        .getByRole('combobox', { name: say('reports.access.field.pages'), exact: true })
        .click()
      await page.getByRole('option', { name: say('reports.access.pages.some') }).click()
      await dialog(page)
        .getByRole('button', { name: say('reports.library.bulk.grant') })
        .click()
      await expect(dialog(page)).toContainText(say('reports.access.fault.roles'))
      await dialog(page)
        .getByRole('combobox', { name: say('reports.access.field.roles') })
        .fill('Salesperson')
      await page.keyboard.press('Enter')
      await expect(dialog(page)).toContainText(say('reports.access.fault.pages'))
      await dialog(page)
        .getByRole('combobox', { name: say('reports.access.field.chosenPages') })
        .click()
      await page.getByRole('option', { name: 'Vendedores' }).click()
      await page.keyboard.press('Escape')
      await fits(page, 'grant of one report')
      await noViolations(page, 'grant of one report')
      await takePicture(page, `test-results/access-bulk-one-${colorScheme}.png`)
      if (isWide) {
        await dialog(page).getByRole('switch', { name: tellSwitch }).uncheck()
        await dialog(page)
          .getByRole('button', { name: say('reports.library.bulk.grant') })
          .click()
        await expect(dialog(page)).toHaveCount(0)
      }
    }
    expect(await toldOf(portal, people.seller)).not.toContain(`/${ids[0]}/reports/view`)
    const { grants } = await ask(readAccess, { report_id: ids[0] ?? '' })
    expect(grants).toMatchObject([{ name: 'Linda Mitchell', roles: ['Salesperson'], pages: ['vendedores'] }])
  } finally {
    for (const id of ids) await ask(removeReport, { id })
  }
})

test('an administrator grants several reports to several people from the list of people, and to one from their page', async ({
  portal,
}) => {
  const ask = await portal.as(people.admin)
  const { data: reports } = await ask(listReports, {})
  const accessOf = async (name: string) => {
    const report_id = reports.find((each) => each.name === name)?.id ?? ''
    const { grants } = await ask(readAccess, { report_id })
    return grants.filter(({ name: grantee }) => grantee === 'Beatriz Lima' || grantee === 'Caio Ferreira')
  }
  const choose = async (page: Page, name: string) => {
    await chooseOffered(dialog(page).getByRole('combobox', { name: say('reports.access.people.reports') }), name, name)
  }
  for (const colorScheme of ['dark', 'light'] as const) {
    const isWide = colorScheme === 'light'
    const phone = { viewport: { width: 390, height: 844 }, colorScheme }
    const page = await portal.pageOf(people.admin, isWide ? {} : phone)
    await page.goto(portal.url('/user'))
    for (const name of ['Beatriz Lima', 'Caio Ferreira']) {
      await page.getByRole('checkbox', { name: say('general.bulk.select', { name }) }).check()
    }
    await page.getByRole('button', { name: say('reports.access.people.action') }).click()
    await expect(dialog(page)).toContainText(say('reports.access.people.title', { count: 2 }))
    await expect(dialog(page).getByRole('button', { name: say('reports.access.people.action') })).toBeDisabled()
    await choose(page, 'Visão geral de vendas')
    await choose(page, 'Desempenho de revendas')
    await fits(page, 'reports for people')
    await noViolations(page, 'reports for people', '[role=dialog]')
    await takePicture(page, `test-results/access-people-${colorScheme}.png`)
    if (!isWide) continue
    // Both reports need a role; each says so, and the dialog keeps them.
    await dialog(page)
      .getByRole('button', { name: say('reports.access.people.action') })
      .click()
    await expect(dialog(page).getByRole('alert')).toContainText('Desempenho de revendas')
    await expect(dialog(page).getByRole('alert')).toContainText('Visão geral de vendas')
    await dialog(page)
      .getByRole('combobox', { name: say('reports.access.field.roles') })
      .fill('Salesperson')
    await page.keyboard.press('Enter')
    await dialog(page).getByLabel(say('reports.access.field.ends_on')).fill('31/12/2031')
    await dialog(page)
      .getByRole('button', { name: say('reports.access.people.action') })
      .click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText(say('reports.access.people.done', { count: 2 }))).toBeVisible()
    for (const name of ['Visão geral de vendas', 'Desempenho de revendas']) {
      expect(await accessOf(name)).toEqual(
        ['Beatriz Lima', 'Caio Ferreira'].map((grantee) =>
          expect.objectContaining({ name: grantee, roles: ['Salesperson'], ends_on: '2031-12-31' }),
        ),
      )
    }

    // Beatriz had the overview already, by a group.
    const fresh = reports.find(({ name }) => name === 'Desempenho de revendas')
    expect(await toldOf(portal, people.reader)).toEqual([`/${fresh?.id}/reports/view`])

    await page.getByRole('link', { name: 'Beatriz Lima' }).click()
    await page.getByRole('link', { name: say('reports.access.person.title') }).click()
    await page.getByRole('button', { name: say('reports.access.people.action') }).click()
    await expect(dialog(page)).toContainText(say('reports.access.people.titleOne', { name: 'Beatriz Lima' }))
    await choose(page, 'Visão geral de vendas')
    // One report says which role is missing before it is asked.
    await dialog(page)
      .getByRole('button', { name: say('reports.access.people.action') })
      .click()
    await expect(dialog(page)).toContainText(say('reports.access.fault.roles'))
  }
})

// Reports of a list in one action: settings, place and order, and an import that fails in part. Each says what happened.
import { expect, type Page } from '@playwright/test'
import { duplicateReport, listReports, readReport, updateReport } from '#features/reports/library/contract.ts'
import { listReportGroups } from '#features/reports/groups/contract.ts'
import { addAccess } from '#features/reports/access/contract.ts'
import { addSubgroup } from '#features/reports/subgroups/contract.ts'
import { phrasesOf } from './phrase.ts'
import { type Ask, chooseOffered, fits, noViolations, people, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' } as const
const dialog = (page: Page) => page.getByRole('dialog')
const names = ['Alfa de teste', 'Beta de teste', 'Gama de teste']

/** Three copies of a report in a subgroup of their own. */
async function makeReports(ask: Ask) {
  const [group] = (await ask(listReportGroups, {})).data
  const { id: subgroup_id } = await ask(addSubgroup, { name: 'De teste', group_id: group?.id ?? '' })
  const [sample] = (await ask(listReports, { search: 'Produtos' })).data
  for (const name of names) {
    const { id } = await ask(duplicateReport, { id: sample?.id ?? '' })
    const { version } = await ask(readReport, { id })
    await ask(updateReport, { id, version, name, subgroup_id })
  }
}

const selectAll = async (page: Page) => {
  for (const name of names) await page.getByRole('checkbox', { name: say('general.bulk.select', { name }) }).check()
}

test('an administrator changes, moves and orders reports of the list', async ({ portal }) => {
  const ask = await portal.as(people.admin)
  await makeReports(ask)
  const stored = async () => {
    const { data } = await ask(listReports, { search: 'de teste', size: 50 })
    // A job reads the pages of new reports meanwhile.
    return Promise.all(data.map(async ({ id }) => ({ ...(await ask(readReport, { id })), pages_read_at: null })))
  }
  const page = await portal.pageOf(people.admin)

  await test.step('settings of several reports: only what is chosen changes', async () => {
    const before = await stored()
    await page.goto(portal.url('/report?search=de+teste'))
    await selectAll(page)
    await page.getByRole('button', { name: say('reports.library.bulk.change'), exact: true }).click()
    await expect(dialog(page)).toContainText(say('reports.library.bulk.changeTitle', { count: 3 }))
    await expect(dialog(page).getByRole('button', { name: say('general.action.save') })).toBeDisabled()
    await dialog(page)
      .getByRole('combobox', { name: say('reports.library.hiddenBadge') })
      .click()
    await page.getByRole('option', { name: say('reports.library.yes') }).click()
    await dialog(page)
      .getByRole('combobox', { name: say('reports.library.field.allow_comments') })
      .click()
    await page.getByRole('option', { name: say('reports.library.no') }).click()
    await noViolations(page, 'settings of several reports')
    await takePicture(page, 'test-results/reports-bulk-change.png')
    await dialog(page)
      .getByRole('button', { name: say('general.action.save') })
      .click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('row', { name: /de teste/ }).getByText(say('reports.library.hiddenBadge'))).toHaveCount(
      3,
    )
    expect(await stored()).toEqual(
      before.map((report) => ({ ...report, hidden: true, allow_comments: false, version: report.version + 1 })),
    )
  })

  await test.step('the order of a subgroup, by keyboard and by drag', async () => {
    const order = async () => {
      await page.getByRole('button', { name: /De teste/ }).click()
      await page.getByRole('menuitem', { name: say('reports.library.order.action') }).click()
      await expect(dialog(page).getByRole('listitem')).toHaveCount(3)
    }
    const lines = dialog(page).getByRole('listitem')
    const save = async () => {
      await dialog(page)
        .getByRole('button', { name: say('general.action.save') })
        .click()
      await expect(dialog(page)).toHaveCount(0)
    }
    await page.goto(portal.url('/reports'))
    await order()
    await dialog(page)
      .getByRole('button', { name: say('reports.library.order.byName') })
      .click()
    await expect(lines.first()).toContainText('Alfa')
    await dialog(page)
      .getByRole('button', { name: say('general.order.up', { name: 'Gama de teste' }) })
      .focus()
    await page.keyboard.press('Enter')
    await expect(lines.nth(1)).toContainText('Gama')
    await page.keyboard.press('Enter')
    await expect(lines.first()).toContainText('Gama')
    await noViolations(page, 'order of reports')
    await save()
    await order()
    await expect(lines.first()).toContainText('Gama')
    await lines.nth(2).dragTo(lines.first())
    await expect(lines.first()).toContainText('Beta')
    await takePicture(page, 'test-results/reports-order.png')
    await save()
    await order()
    for (const [at, name] of ['Beta', 'Gama', 'Alfa'].entries()) await expect(lines.nth(at)).toContainText(name)
    await dialog(page)
      .getByRole('button', { name: say('general.action.cancel') })
      .click()

    const small = await portal.pageOf(people.admin, phone)
    await small.goto(portal.url('/reports'))
    await small.getByRole('button', { name: /De teste/ }).click()
    await small.getByRole('menuitem', { name: say('reports.library.order.action') }).click()
    await expect(dialog(small).getByRole('listitem')).toHaveCount(3)
    await fits(small, 'order of reports')
    await takePicture(small, 'test-results/reports-order-phone.png')
  })

  await test.step('several reports get another place', async () => {
    await page.goto(portal.url('/report?search=de+teste'))
    await selectAll(page)
    await page.getByRole('button', { name: say('reports.library.bulk.move'), exact: true }).click()
    await expect(dialog(page)).toContainText(say('reports.library.bulk.moveTitle', { count: 3 }))
    await expect(dialog(page).getByRole('button', { name: say('reports.library.bulk.move') })).toBeDisabled()
    await dialog(page)
      .getByRole('combobox', { name: say('reports.library.filter.subgroup') })
      .click()
    const place = page.getByRole('option').filter({ hasNotText: 'De teste' }).first()
    const chosen = (await place.textContent()) ?? ''
    await place.click()
    await takePicture(page, 'test-results/reports-bulk-move.png')
    await dialog(page)
      .getByRole('button', { name: say('reports.library.bulk.move') })
      .click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('row', { name: /de teste/ }).getByText(`› ${chosen}`)).toHaveCount(3)
  })
})

test('a report that could not be granted stays in the dialog, and the message counts all that were @all', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/user?search=linda3'))
  await page.getByRole('checkbox', { name: say('general.bulk.select', { name: 'Linda Mitchell' }) }).check()
  await page.getByRole('button', { name: say('reports.access.people.action') }).click()
  for (const name of names.slice(0, 2)) {
    await chooseOffered(dialog(page).getByRole('combobox', { name: say('reports.access.people.reports') }), name, name)
  }
  await dialog(page)
    .getByRole('combobox', { name: say('reports.access.field.roles') })
    .fill('Company')
  await page.keyboard.press('Enter')
  // The second call fails once.
  let calls = 0
  const json = { status: 'stale_version', key: 'stale_version', message: 'Alterado por outra pessoa.' }
  await page.route(`**/api/${addAccess.path}`, (route) => {
    calls += 1
    return calls === 2 ? route.fulfill({ status: 409, json }) : route.continue()
  })
  await dialog(page)
    .getByRole('button', { name: say('reports.access.people.action') })
    .click()
  await expect(dialog(page).getByRole('alert')).toContainText('Beta de teste')
  await expect(dialog(page).getByRole('alert')).toContainText('Alterado por outra pessoa.')
  await takePicture(page, 'test-results/reports-grant-failed.png')
  await dialog(page)
    .getByRole('button', { name: say('reports.access.people.action') })
    .click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText(say('reports.access.people.done', { count: 2 }))).toBeVisible()
  expect(calls).toBe(3)
})

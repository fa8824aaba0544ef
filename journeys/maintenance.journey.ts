// Maintenance of a report: it is announced, takes the place of the open report, and ends when the administrator removes it.
import { expect, type Page } from '@playwright/test'
import { addAccess } from '#features/reports/access/contract.ts'
import { removeReport, duplicateReport, listReports, readReport } from '#features/reports/library/contract.ts'
import { maintenanceCalls } from '#features/reports/maintenance/contract.ts'
import { deleteNotifications, listNotifications } from '#features/messaging/notifications/contract.ts'
import { listUsers } from '#features/people/users/contract.ts'
import { phrasesOf } from './phrase.ts'
import { chooseOffered, fits, noViolations, people, type Portal, reportIn, takePicture, test } from './portal.ts'

const say = phrasesOf('pt-BR')

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const name = 'Troca do servidor de dados'
const message = 'Os dados mudam de servidor.\nAs vendas de hoje voltam depois.'

/** A copy of a report, for one reader. Answers what removes it, its maintenance, and what was told of it. */
async function published(portal: Portal) {
  const [admin, reader] = [await portal.as(people.admin), await portal.as(people.reader)]
  const [original] = (await admin(listReports, { search: 'Produtos' })).data
  const { id } = await admin(duplicateReport, { id: original?.id ?? '' })
  const { name: report } = await admin(readReport, { id })
  const [person] = (await admin(listUsers, { search: people.reader })).data
  const own = {
    user_id: person?.id ?? '',
    group_id: null,
    roles: ['Company'],
    identity: 'email' as const,
    identity_value: null,
    custom_data: null,
  }
  await admin(addAccess, { report_id: id, grants: [own] })
  const remove = async () => {
    for (const window of (await admin(maintenanceCalls.list, { search: name })).data)
      await admin(maintenanceCalls.remove, { id: window.id })
    await admin(removeReport, { id })
    for (const ask of [admin, reader]) {
      const received = (await ask(listNotifications, {})).data.filter(({ facts }) => facts['report'] === report)
      await ask(deleteNotifications, { ids: received.map((each) => each.id) })
    }
  }
  return { path: `/${id}/reports/view`, id, report, remove }
}

/** The clock of the business unit: day and time, `hours` from now. */
function localTime(hours: number): { day: string; time: string } {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const [day = '', time = ''] = format.format(Date.now() + hours * 3_600_000).split(' ')
  return { day, time }
}

test('a maintenance that begins now takes the place of the open report, and the report opens when it is removed', async ({
  portal,
}, testInfo) => {
  const { path, report, remove } = await published(portal)
  const picture = (page: Page, file: string) =>
    takePicture(page, testInfo.outputPath(`${file}.png`), { fullPage: true })
  try {
    const reader = await portal.pageOf(people.reader)
    await reader.goto(portal.url(path))
    await expect(reportIn(reader).getByRole('tab').first()).toBeVisible()

    const admin = await portal.pageOf(people.admin)
    await admin.goto(portal.url('/maintenance/add'))
    const [from, to] = [localTime(0), localTime(1)]
    await admin.getByRole('textbox', { name: say('reports.maintenance.field.name') }).fill(name)
    await admin.getByRole('textbox', { name: say('reports.maintenance.field.message') }).fill(message)
    await admin.getByLabel(say('reports.maintenance.field.first_day')).fill(from.day)
    await admin.getByLabel(say('reports.maintenance.field.last_day')).fill(to.day)
    await admin.getByRole('textbox', { name: say('reports.maintenance.field.from_time') }).fill(from.time)
    await admin.getByRole('textbox', { name: say('reports.maintenance.field.to_time') }).fill(to.time)
    await expect(admin.getByLabel(say('reports.maintenance.field.announces'))).toHaveValue('day')
    const reports = admin.getByRole('combobox', { name: say('reports.maintenance.reports'), exact: true })
    await chooseOffered(reports, report, report, { exact: true })
    await admin.keyboard.press('Escape')
    // The sticky bars cover fields of a page that is scrolled.
    await admin.setViewportSize({ width: 1280, height: 1_900 })
    await noViolations(admin, 'new maintenance')
    await picture(admin, 'maintenance-new')
    await admin.getByRole('button', { name: say('general.action.add'), exact: true }).click()
    await expect(admin.getByRole('row', { name: new RegExp(name) })).toContainText(say('reports.maintenance.now'))

    // Without a reload.
    const title = say('reports.maintenance.notice.title', { report })
    await expect(reader.getByRole('heading', { name: title })).toBeVisible()
    await expect(reader.locator('iframe')).toHaveCount(0)
    await expect(reader.getByText('As vendas de hoje voltam depois.')).toBeVisible()
    const countdown = reader.getByText(/daqui a \d?\d:\d\d/)
    const shown = await countdown.textContent()
    await expect(countdown).not.toHaveText(shown ?? '')
    await noViolations(reader, 'maintenance')
    await fits(reader, 'maintenance')
    await picture(reader, 'maintenance')

    const small = await portal.pageOf(people.reader, { ...phone, colorScheme: 'dark' })
    await small.goto(portal.url(path))
    await expect(small.getByRole('heading', { name: title })).toBeVisible()
    await expect(small.getByText(/daqui a \d?\d:\d\d/)).toBeVisible()
    await noViolations(small, 'maintenance, phone')
    await fits(small, 'maintenance, phone')
    await picture(small, 'maintenance-phone')
    await small.goto(portal.url('/notifications'))
    // The list shows the whole text, and one click leads to the maintenance.
    await expect(small.getByText(/^De \d\d\/\d\d\/\d{4} \d\d:\d\d até .*As vendas de hoje/s).first()).toBeVisible()
    await fits(small, 'announcement')
    await picture(small, 'maintenance-announced-phone')
    await small.getByText(say('messaging.notifications.type.maintenance_announced.title', { report })).first().click()
    await expect(small.getByRole('heading', { level: 1 })).toHaveText(say('reports.maintenance.upcoming.title'))
    await expect(small.getByRole('listitem').filter({ hasText: report })).toContainText(say('reports.maintenance.now'))

    await admin.getByRole('button', { name: `${say('general.action.more')}: ${name}` }).click()
    await admin.getByRole('menuitem', { name: say('general.action.remove') }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('textbox').fill(name)
    await dialog.getByRole('button', { name: say('general.action.remove') }).click()
    await expect(admin.getByRole('row', { name: new RegExp(name) })).toHaveCount(0)
    await expect(reportIn(reader).getByRole('tab').first()).toBeVisible()
  } finally {
    await remove()
  }
})

test('a maintenance that ends by itself gives the report back to a person who waits @all', async ({ portal }) => {
  const { path, id, report, remove } = await published(portal)
  try {
    const ask = await portal.as(people.admin)
    // It lasts more than one minute and at most two.
    const [from, to] = [localTime(0), localTime(2 / 60)]
    await ask(maintenanceCalls.add, {
      name,
      message,
      recurrence: 'once',
      first_day: from.day,
      last_day: to.day,
      days: [],
      from_time: from.time,
      to_time: to.time,
      report_ids: [id],
      group_ids: [],
      passes: 'nobody',
      announces: 'never',
    })
    const reader = await portal.pageOf(people.reader)
    await reader.goto(portal.url(path))
    await expect(
      reader.getByRole('heading', { name: say('reports.maintenance.notice.title', { report }) }),
    ).toBeVisible()
    await expect(reader.locator('iframe')).toHaveCount(0)
    // Without a reload, and without a click.
    await expect(reportIn(reader).getByRole('tab').first()).toBeVisible({ timeout: 180_000 })
    await expect(
      reader.getByRole('heading', { name: say('reports.maintenance.notice.title', { report }) }),
    ).toHaveCount(0)
  } finally {
    await remove()
  }
})

// News of the portal at the bells of staff outside of business units: the platform's and a partner's, live, and their choice of copies.
import { expect } from '@playwright/test'
import { phrasesOf } from './phrase.ts'
import { faultsOf, fits, noViolations, people, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

test('the platform’s staff publish an update; a partner’s staff hear of it at their own bell and choose copies by e-mail', async ({
  portal,
}) => {
  const title = `Filtros por período ${String(Date.now())}`
  const partner = await portal.pageOf(people.partner, { unit: 'adventure-works' })
  const platform = await portal.pageOf(people.platform, { unit: '' })
  const faults = [faultsOf(partner), faultsOf(platform)]
  const bell = partner.getByRole('link', { name: /^Notificações:/ })
  await expect(bell).toHaveAccessibleName(say('messaging.notifications.bell', { count: 0 }))
  await bell.click()
  await expect(partner.getByText(say('messaging.notifications.empty'))).toBeVisible()
  await takePicture(partner, 'test-results/staff-notifications-empty.png')

  await platform.goto(portal.url('/updates/add', ''))
  await platform
    .getByRole('textbox', { name: /^Título/ })
    .first()
    .fill(title)
  await platform
    .getByRole('textbox', { name: /^Descrição/ })
    .first()
    .fill('Todo relatório guarda o último período.')
  await platform.getByRole('switch', { name: say('messaging.changelog.field.sent') }).check()
  await platform.getByRole('button', { name: say('general.action.publish'), exact: true }).click()

  // The bells count without a reload, the author's too.
  await expect(bell).toHaveAccessibleName(say('messaging.notifications.bell', { count: 1 }))
  const row = partner.getByRole('row', { name: new RegExp(title) })
  await expect(row).toContainText(say('messaging.notifications.byPortal'))
  await expect(platform.getByRole('link', { name: say('messaging.notifications.bell', { count: 1 }) })).toBeVisible()
  const copies = partner.getByRole('switch', { name: say('messaging.notifications.mails') })
  await expect(copies).not.toBeChecked()
  await copies.click()
  await expect(partner.getByText(say('general.toast.done'))).toBeVisible()
  await expect(copies).toBeChecked()
  await noViolations(partner, 'list of staff')
  await takePicture(partner, 'test-results/staff-notifications-list.png')

  const phone = await portal.pageOf(people.partner, {
    unit: 'adventure-works',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  faults.push(faultsOf(phone))
  await phone.getByRole('link', { name: /^Notificações:/ }).click()
  const told = phone.getByRole('link', { name: new RegExp(title) })
  await expect(told).toBeVisible()
  await noViolations(phone, 'list of staff on a phone')
  await fits(phone, 'list of staff on a phone')
  await takePicture(phone, 'test-results/staff-notifications-phone-dark.png')
  await told.click()
  // One click leads to the entry of the changelog.
  await expect(phone.getByRole('heading', { level: 2, name: title })).toBeVisible()
  await fits(phone, 'notification of staff on a phone')
  await takePicture(phone, 'test-results/staff-notification-phone-dark.png')
  // It is read in the other window, too.
  await expect(bell).toHaveAccessibleName(say('messaging.notifications.bell', { count: 0 }))
  expect(faults.flat()).toEqual([])
})

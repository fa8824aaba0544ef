// News of the portal at the bells of staff outside of business units: the platform's and a partner's, live, and their choice of copies.
import { expect } from '@playwright/test'
import { faultsOf, fits, noViolations, people, test, takePicture } from './portal.ts'

test('the platform’s staff publish an update; a partner’s staff hear of it at their own bell and choose copies by e-mail', async ({
  portal,
}) => {
  const title = `Filtros por período ${String(Date.now())}`
  const partner = await portal.pageOf(people.partner, { unit: 'adventure-works' })
  const platform = await portal.pageOf(people.platform, { unit: '' })
  const faults = [faultsOf(partner), faultsOf(platform)]
  const bell = partner.getByRole('link', { name: /^Notificações:/ })
  await expect(bell).toHaveAccessibleName('Notificações: nenhuma por ler')
  await bell.click()
  await expect(partner.getByText('O que avisarem a você aparece aqui e no sino da barra superior.')).toBeVisible()
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
  await platform.getByRole('switch', { name: 'Publicar em Novidades' }).check()
  await platform.getByRole('button', { name: 'Adicionar', exact: true }).click()

  // The bells count without a reload, the author's too.
  await expect(bell).toHaveAccessibleName('Notificações: 1 por ler')
  const row = partner.getByRole('row', { name: new RegExp(title) })
  await expect(row).toContainText('Do portal')
  await expect(platform.getByRole('link', { name: 'Notificações: 1 por ler' })).toBeVisible()
  const copies = partner.getByRole('switch', { name: 'Receber cópia por e-mail' })
  await expect(copies).not.toBeChecked()
  await copies.click()
  await expect(partner.getByText('Feito com sucesso!')).toBeVisible()
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
  await expect(bell).toHaveAccessibleName('Notificações: nenhuma por ler')
  expect(faults.flat()).toEqual([])
})

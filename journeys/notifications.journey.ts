// A notification from its writing to its reading: HTML refused, a picture, a group and two people, the bell, the notice, the readers.
import { expect } from '@playwright/test'
import { phrasesOf } from './phrase.ts'
import { chooseOffered, faultsOf, fits, noViolations, people, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

const phone = { viewport: { width: 390, height: 844 } }

test('an administrator writes to a group and two people; a reader hears it live, reads the notice, and the writer sees it', async ({
  portal,
}) => {
  const title = `Fechamento ${String(Date.now())}`
  const reader = await portal.pageOf(people.reader)
  const admin = await portal.pageOf(people.admin)
  const faults = [faultsOf(reader), faultsOf(admin)]
  const bell = reader.getByRole('link', { name: /^Notificações:/ })
  await expect(bell).toBeVisible()
  const before = await bell.getAttribute('aria-label')

  await admin.goto(portal.url('/notifications/messages/add'))
  await admin
    .getByRole('textbox', { name: /^Título/ })
    .first()
    .fill(title)
  const text = admin.getByRole('textbox', { name: /^Texto · / }).first()
  await admin
    .getByRole('button', { name: say('general.editor.import') })
    .first()
    .click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('textbox').fill('<p>Fechamos na sexta.</p><script>alert(1)</script>')
  await dialog.getByRole('button', { name: say('general.editor.importAction') }).click()
  await expect(dialog.getByRole('alert')).toContainText(/script/i)
  await noViolations(admin, 'refused HTML')
  await takePicture(admin, 'test-results/notifications-refused.png')
  await dialog.getByRole('textbox').fill('<p style="text-align: center">Fechamos na <strong>sexta</strong>.</p>')
  await dialog.getByRole('button', { name: say('general.editor.importAction') }).click()
  await expect(text).toContainText('Fechamos na sexta.')
  const picture = await admin.screenshot({ clip: { x: 0, y: 0, width: 200, height: 60 } })
  await admin
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'agenda.png', mimeType: 'image/png', buffer: picture })
  await expect(text.locator('img')).toHaveCount(1)
  await admin.getByLabel(say('general.editor.pictureText')).fill('Agenda do fechamento')
  await expect(text.getByRole('img', { name: 'Agenda do fechamento' })).toBeVisible()
  await expect(text.getByText('Fechamos na')).toHaveCSS('text-align', 'center')
  await admin
    .getByLabel(say('messaging.messages.field.target'))
    .selectOption({ label: say('messaging.messages.choice.target.chosen') })
  await chooseOffered(admin.getByPlaceholder(say('messaging.messages.addGroup')), 'vended', /Vendedores/)
  for (const [typed, name] of [
    ['Beatriz', /Beatriz Lima/],
    ['Caio', /Caio Ferreira/],
  ] as const) {
    await chooseOffered(admin.getByPlaceholder(say('messaging.messages.addPerson')), typed, name)
  }
  await admin.getByRole('switch', { name: say('messaging.messages.field.login_notice') }).check()
  // The sticky bar covers a button of a page that is scrolled: axe calls its target too small.
  await admin.setViewportSize({ width: 1280, height: 2_000 })
  await noViolations(admin, 'compose')
  await takePicture(admin, 'test-results/notifications-compose.png', { fullPage: true })
  await admin.getByRole('button', { name: /^Enviar para \d+ pessoas$/ }).click()
  await expect(admin.getByText(/^Enviada a \d+ pessoas\.$/)).toBeVisible()

  // The bell counts without a reload.
  await expect(bell).not.toHaveAttribute('aria-label', before ?? '')
  await bell.click()
  await expect(reader.getByRole('main')).toContainText(title)
  await takePicture(reader, 'test-results/notifications-centre.png')

  const again = await portal.pageOf(people.reader, phone)
  const notice = again.getByRole('dialog')
  await expect(notice.getByRole('article').filter({ hasText: title })).toContainText('Fechamos na sexta.')
  await expect(notice.getByText('Fechamos na')).toHaveCSS('text-align', 'center')
  await expect(notice.getByRole('article').filter({ hasText: title }).locator('img')).toBeVisible()
  await noViolations(again, 'notice')
  await fits(again, 'notice')
  await takePicture(again, 'test-results/notifications-notice-phone.png')
  await notice.getByRole('button', { name: say('messaging.notifications.markRead') }).click()
  await expect(notice).toHaveCount(0)

  await admin.goto(portal.url('/notifications/messages'))
  await admin.getByRole('link', { name: title }).click()
  await expect(admin.getByText(/^1 de \d+ leram$/)).toBeVisible()
  await expect(admin.getByRole('row', { name: /Beatriz Lima/ })).not.toContainText(say('messaging.messages.unread'))
  await expect(admin.getByRole('row', { name: /Caio Ferreira/ })).toContainText(say('messaging.messages.unread'))
  await takePicture(admin, 'test-results/notifications-readers.png')

  // Nobody finds the notice after a later sign-in.
  await admin.goto(portal.url(`/notifications/messages?search=${encodeURIComponent(title)}`))
  await admin.getByRole('button', { name: `${say('general.action.more')}: ${title}` }).click()
  await admin.getByRole('menuitem', { name: say('general.action.remove') }).click()
  await admin.getByRole('dialog').getByRole('textbox').fill(title)
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: say('general.action.remove') })
    .click()
  await expect(admin.getByRole('row', { name: title })).toHaveCount(0)
  await reader.goto(portal.url('/notifications'))
  await expect(reader.getByRole('main')).not.toContainText(title)
  expect(faults.flat()).toEqual([])
})

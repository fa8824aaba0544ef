// A template of mails: HTML refused with the reason, the preview, a test mail, and the next mail that carries the new text.
import { expect } from '@playwright/test'
import { listMails } from '#features/messaging/outbox/contract.ts'
import { sentenceOf } from '#apps/server/phrases.ts'
import { phrasesOf } from './phrase.ts'
import { faultsOf, fits, noViolations, people, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

test('an administrator changes the text of recovery mails; the test mail and the next recovery carry it @all', async ({
  page,
  portal,
}) => {
  const subject = `Sua senha da AW ${String(Date.now())}`
  const admin = await portal.pageOf(people.admin)
  const faults = [faultsOf(page), faultsOf(admin)]
  await admin.goto(portal.url('/notifications/templates'))
  await noViolations(admin, 'templates')
  await admin
    .getByRole('link', { name: say('messaging.templates.add') })
    .first()
    .click()
  await admin
    .getByLabel(say('messaging.templates.field.type'))
    .selectOption({ label: say('messaging.templates.choice.type.password_recovery') })
  await admin.getByRole('button', { name: say('messaging.templates.start') }).click()
  await expect(admin.getByRole('button', { name: /^Copiar / })).toHaveText(['{{unit}}', '{{link}}'])
  const text = admin.getByRole('textbox', { name: /^Texto · / }).first()
  await expect(text).toContainText('Alguém pediu uma nova senha')
  const frame = admin.frameLocator('iframe[title="Como fica"]')
  await expect(frame.getByText('Alguém pediu uma nova senha')).toBeVisible()

  await admin
    .getByRole('button', { name: say('general.editor.import') })
    .first()
    .click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('textbox').fill('<p>Olá</p><script>alert(1)</script>')
  await dialog.getByRole('button', { name: say('general.editor.importAction') }).click()
  await expect(dialog.getByRole('alert')).toContainText(sentenceOf('html.script', 'pt-BR', { what: '<script>' }))
  await takePicture(admin, 'test-results/templates-refused.png')
  const table = '<table><tbody><tr><td>Suporte</td><td>ramal 2000</td></tr></tbody></table>'
  await dialog.getByRole('textbox').fill(`<p>Do nosso jeito.</p>${table}`)
  await dialog.getByRole('button', { name: say('general.editor.importAction') }).click()
  await expect(text).toContainText('Do nosso jeito.')
  await admin
    .getByRole('textbox', { name: say('messaging.templates.field.subject') })
    .first()
    .fill(subject)

  // Without its link the mail would be useless.
  await admin.getByRole('button', { name: say('general.action.add'), exact: true }).click()
  await expect(
    admin.getByText(sentenceOf('notification_template.variable_missing', 'pt-BR', { what: '{{link}}' })).first(),
  ).toBeVisible()
  await text.getByText('Do nosso jeito.').click()
  await admin.keyboard.press('End')
  await admin.keyboard.press('Enter')
  await admin.keyboard.type('{{link}}')
  await expect(frame.getByRole('link', { name: 'Escolher nova senha' })).toBeVisible()
  await expect(frame.getByRole('cell', { name: 'ramal 2000' })).toBeVisible()
  await admin.getByText(say('messaging.templates.phone'), { exact: true }).click()
  await admin.setViewportSize({ width: 1280, height: 2_400 })
  await noViolations(admin, 'template')
  await takePicture(admin, 'test-results/templates-form.png', { fullPage: true })
  await admin.getByRole('button', { name: say('messaging.templates.test') }).click()
  await expect(admin.getByText(say('messaging.templates.testSent'))).toBeVisible()
  await admin.getByRole('button', { name: say('general.action.add'), exact: true }).click()
  await expect(
    admin.getByRole('row', { name: say('messaging.templates.choice.type.password_recovery') }),
  ).toContainText(subject)

  const ask = await portal.as(people.admin)
  const mails = async () => (await ask(listMails, { search: subject })).data
  await expect.poll(async () => (await mails()).map(({ purpose }) => purpose)).toEqual(['notification_template.tested'])
  await page.goto(portal.url('/forgot'))
  await page.getByLabel(say('identity.signIn.field.email')).fill(people.otherSeller)
  await page.getByRole('button', { name: say('identity.passwords.forgot.submit') }).click()
  await expect(page.getByText(say('identity.passwords.forgot.kept', { email: people.otherSeller }))).toBeVisible()
  await expect.poll(async () => (await mails()).map(({ purpose }) => purpose)).toContain('password.recovery')
  const recovery = (await mails()).find(({ purpose }) => purpose === 'password.recovery')
  await admin.goto(portal.url(`/mails/${recovery?.id ?? ''}`))
  const sent = admin.frameLocator('iframe')
  await expect(sent.getByText('Do nosso jeito.')).toBeVisible()
  await expect(sent.getByRole('cell', { name: 'ramal 2000' })).toBeVisible()
  await expect(sent.getByRole('link', { name: 'Escolher nova senha' })).toBeVisible()
  await admin.setViewportSize({ width: 1280, height: 900 })
  await takePicture(admin, 'test-results/templates-mail.png', { fullPage: true })

  const phone = await portal.pageOf(people.admin, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  faults.push(faultsOf(phone))
  await phone.goto(portal.url(`/notifications/templates?search=${encodeURIComponent('password_recovery')}`))
  await phone.getByText(subject).first().click()
  await expect(phone.getByRole('textbox', { name: /^Texto · / }).first()).toContainText('Do nosso jeito.')
  await noViolations(phone, 'template on a phone')
  await fits(phone, 'template on a phone')
  // The page is called by the label of the type, and the mail is as dark as the portal until the person chooses.
  await expect(
    phone.getByRole('heading', {
      level: 1,
      name: say('messaging.templates.choice.type.password_recovery'),
      exact: true,
    }),
  ).toBeVisible()
  const ground = phone.frameLocator('iframe[title="Como fica"]').locator('body')
  await expect(ground).toHaveCSS('background-color', 'rgb(17, 20, 26)')
  await phone.locator('iframe').scrollIntoViewIfNeeded()
  await expect(phone.frameLocator('iframe').getByText('Do nosso jeito.')).toBeVisible()
  await takePicture(phone, 'test-results/templates-phone-dark.png')
  await phone
    .getByRole('radiogroup', { name: say('frame.scheme.label') })
    .getByText(say('frame.scheme.light'), { exact: true })
    .click()
  await expect(ground).toHaveCSS('background-color', 'rgb(244, 242, 236)')

  // Later journeys find the text of the product again.
  await admin.goto(portal.url('/notifications/templates'))
  await admin.getByRole('button', { name: `${say('general.action.more')}: Recuperação de senha` }).click()
  await admin.getByRole('menuitem', { name: say('general.action.remove') }).click()
  const sure = admin.getByRole('dialog')
  await expect(sure).toContainText('RECUPERAÇÃO_DE_SENHA')
  await sure.getByRole('textbox').fill('recuperação de senha')
  await sure.getByRole('button', { name: say('general.action.remove') }).click()
  await expect(admin.getByText(subject)).toHaveCount(0)
  // The test looks into the frame of a mail, which runs no script, not even that of the test.
  expect(faults.flat().filter((fault) => !fault.startsWith("Blocked script execution in 'about:srcdoc'"))).toEqual([])
})

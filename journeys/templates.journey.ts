// A template of mails: HTML refused with the reason, the preview, a test mail, and the next mail that carries the new text.
import { expect } from '@playwright/test'
import { faultsOf, fits, noViolations, people, test, takePicture } from './portal.ts'

type Outbox = { data: { id: string; subject: string; purpose: string }[] }

test('an administrator changes the text of recovery mails; the test mail and the next recovery carry it @all', async ({
  page,
  portal,
}) => {
  const subject = `Sua senha da AW ${String(Date.now())}`
  const admin = await portal.pageOf(people.admin)
  const faults = [faultsOf(page), faultsOf(admin)]
  await admin.goto(portal.url('/notifications/templates'))
  await noViolations(admin, 'templates')
  await admin.getByRole('link', { name: 'Novo modelo' }).first().click()
  await admin.getByLabel('Tipo').selectOption({ label: 'Recuperação de senha' })
  await admin.getByRole('button', { name: 'Começar pelo texto atual' }).click()
  await expect(admin.getByRole('button', { name: /^Copiar / })).toHaveText(['{{unit}}', '{{link}}'])
  const text = admin.getByRole('textbox', { name: /^Texto · / }).first()
  await expect(text).toContainText('Alguém pediu uma nova senha')
  const frame = admin.frameLocator('iframe[title="Como fica"]')
  await expect(frame.getByText('Alguém pediu uma nova senha')).toBeVisible()

  await admin.getByRole('button', { name: 'Importar HTML' }).first().click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('textbox').fill('<p>Olá</p><script>alert(1)</script>')
  await dialog.getByRole('button', { name: 'Importar' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Scripts não são permitidos: <script>')
  await takePicture(admin, 'test-results/templates-refused.png')
  const table = '<table><tbody><tr><td>Suporte</td><td>ramal 2000</td></tr></tbody></table>'
  await dialog.getByRole('textbox').fill(`<p>Do nosso jeito.</p>${table}`)
  await dialog.getByRole('button', { name: 'Importar' }).click()
  await expect(text).toContainText('Do nosso jeito.')
  await admin
    .getByRole('textbox', { name: /^Assunto/ })
    .first()
    .fill(subject)

  // Without its link the mail would be useless.
  await admin.getByRole('button', { name: 'Adicionar', exact: true }).click()
  await expect(admin.getByText('O texto precisa conter {{link}}.').first()).toBeVisible()
  await text.getByText('Do nosso jeito.').click()
  await admin.keyboard.press('End')
  await admin.keyboard.press('Enter')
  await admin.keyboard.type('{{link}}')
  await expect(frame.getByRole('link', { name: 'Escolher nova senha' })).toBeVisible()
  await expect(frame.getByRole('cell', { name: 'ramal 2000' })).toBeVisible()
  await admin.getByText('Celular', { exact: true }).click()
  await admin.setViewportSize({ width: 1280, height: 2_400 })
  await noViolations(admin, 'template')
  await takePicture(admin, 'test-results/templates-form.png', { fullPage: true })
  await admin.getByRole('button', { name: 'Enviar um teste para mim' }).click()
  await expect(admin.getByText('O e-mail de teste está a caminho.')).toBeVisible()
  await admin.getByRole('button', { name: 'Adicionar', exact: true }).click()
  await expect(admin.getByRole('row', { name: /Recuperação de senha/ })).toContainText(subject)

  const ask = await portal.as(people.admin)
  const mails = async () => {
    const { body } = await ask({ method: 'GET', path: `/api/auth/mails/all?search=${encodeURIComponent(subject)}` })
    return (body as unknown as Outbox).data
  }
  await expect.poll(async () => (await mails()).map(({ purpose }) => purpose)).toEqual(['notification_template.tested'])
  await page.goto(portal.url('/forgot'))
  await page.getByLabel('E-mail').fill(people.otherSeller)
  await page.getByRole('button', { name: 'Enviar o link' }).click()
  await expect(page.getByText('E-mail de recuperação de senha enviado')).toBeVisible()
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
  await expect(phone.getByRole('heading', { level: 1, name: 'Recuperação de senha', exact: true })).toBeVisible()
  const ground = phone.frameLocator('iframe[title="Como fica"]').locator('body')
  await expect(ground).toHaveCSS('background-color', 'rgb(17, 20, 26)')
  await phone.locator('iframe').scrollIntoViewIfNeeded()
  await expect(phone.frameLocator('iframe').getByText('Do nosso jeito.')).toBeVisible()
  await takePicture(phone, 'test-results/templates-phone-dark.png')
  await phone.getByRole('radiogroup', { name: 'Aparência' }).getByText('Claro', { exact: true }).click()
  await expect(ground).toHaveCSS('background-color', 'rgb(244, 242, 236)')

  // Later journeys find the text of the product again.
  await admin.goto(portal.url('/notifications/templates'))
  await admin.getByRole('button', { name: 'Mais ações: Recuperação de senha' }).click()
  await admin.getByRole('menuitem', { name: 'Excluir' }).click()
  const sure = admin.getByRole('dialog')
  await expect(sure).toContainText('RECUPERAÇÃO_DE_SENHA')
  await sure.getByRole('textbox').fill('recuperação de senha')
  await sure.getByRole('button', { name: 'Excluir' }).click()
  await expect(admin.getByText(subject)).toHaveCount(0)
  // The test looks into the frame of a mail, which runs no script, not even that of the test.
  expect(faults.flat().filter((fault) => !fault.startsWith("Blocked script execution in 'about:srcdoc'"))).toEqual([])
})

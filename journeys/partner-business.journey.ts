// The business of a partner, from nothing to a bill: the platform makes a partner, a business unit and a client; the unit's administrator
// comes by the mail that invites them; the month is billed, and the bill is mailed as a PDF by a real mail server.
import { expect, type Page } from '@playwright/test'
import { pdfText } from '../report-service/rest/testing/pdf-text.ts'
import { test } from './mail-world.ts'
import { phrasesOf } from './phrase.ts'
import { faultsOf, fits, noViolations, people, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 720 }

const field = (page: Page, name: string) => page.getByRole('textbox', { name }).first()
const choose = async (page: Page, name: string, option: string) => {
  await page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name })).first().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('the platform makes a partner, a unit and a client; the month is billed, and the bill is mailed as a PDF', async ({
  portal,
  mails,
  browser,
}, info) => {
  test.slow()
  const staff = await portal.pageOf(people.platform, { unit: '' })
  const faults = [faultsOf(staff)]
  const add = () => staff.getByRole('button', { name: say('general.action.add'), exact: true }).click()

  await staff.goto(portal.url('/partners/add', ''))
  await field(staff, say('organisation.partners.field.name')).fill('Serra Dados')
  await staff.locator('input[name="subdomain"]').fill('serra')
  await add()
  await expect(staff.getByRole('link', { name: 'Serra Dados' })).toBeVisible()

  await staff.goto(portal.url('/companies/add', ''))
  await choose(staff, say('organisation.tenants.field.parceiro_id'), 'Serra Dados')
  await field(staff, say('organisation.tenants.field.name')).fill('Vinícola da Serra')
  await staff.locator('input[name="subdomain"]').fill('vinicola')
  await staff.locator('input[name="nome_usuario"]').fill('Iara Nunes')
  await staff.locator('input[name="email"]').fill('iara@vinicola.example')
  await add()
  await expect(staff.getByRole('status').filter({ hasText: /vinicola\./ })).toBeVisible()

  await staff.goto(portal.url('/client/add', ''))
  await field(staff, say('business.clients.field.name')).fill('Vinícola da Serra Ltda.')
  await field(staff, say('business.clients.field.cnpj_cpf')).fill('11222333000181')
  await choose(staff, say('business.clients.field.parceiro_id'), 'Serra Dados')
  await choose(staff, say('business.clients.field.units'), 'Vinícola da Serra')
  await staff.keyboard.press('Escape')
  await field(staff, say('business.clients.field.price')).fill('19,9')
  await field(staff, say('business.clients.field.email_invoice')).fill('contas@vinicola.example')
  await add()
  await expect(staff.getByRole('row', { name: /Vinícola da Serra Ltda\./ })).toContainText('R$ 19,90')

  // The administrator chooses a password by the link of the mail, and is active in the month.
  const invitation = await mails.mailTo('iara@vinicola.example', /./)
  const [, path = ''] = /https?:\/\/[^/]+(\/new\/password\/[\w-]+)/.exec(invitation.text ?? '') ?? []
  const iara = await (await browser.newContext({ locale: 'pt-BR' })).newPage()
  faults.push(faultsOf(iara))
  await iara.goto(portal.url(path, 'vinicola'))
  await iara.locator('input[name="password"]').fill('Uma-safra-boa-2026')
  await iara.locator('input[name="repeat"]').fill('Uma-safra-boa-2026')
  await iara.getByRole('button', { name: say('identity.passwords.set.submit') }).click()
  await expect(iara).toHaveURL(/\/signin$/)
  await iara.locator('input[name="email"]').fill('iara@vinicola.example')
  await iara.locator('input[name="password"]').fill('Uma-safra-boa-2026')
  await iara.locator('button[type="submit"]').click()
  await expect(iara).not.toHaveURL(/\/signin/)
  await expect(iara.getByRole('heading', { level: 1, name: /Iara/ })).toBeVisible()

  await staff.goto(portal.url('/billing', ''))
  await staff
    .getByRole('row', { name: /Vinícola da Serra Ltda\..*em andamento/ })
    .getByRole('link')
    .first()
    .click()
  await expect(staff.getByText(say('business.billing.bill.draftText'))).toBeVisible()
  await staff.getByRole('button', { name: say('business.billing.issue.action') }).click()
  const dialog = staff.getByRole('dialog', { name: say('business.billing.issue.title', { count: 1 }) })
  await dialog.getByRole('switch', { name: say('business.billing.field.send') }).check()
  await dialog.getByRole('button', { name: say('business.billing.issue.action') }).click()
  await expect(staff.getByRole('heading', { name: /^Fatura 1/ })).toBeVisible()
  await noViolations(staff, 'a bill')
  await takePicture(staff, info.outputPath('bill.png'), { fullPage: true })
  await staff.setViewportSize(phone)
  await fits(staff, 'a bill on a phone')
  await takePicture(staff, info.outputPath('bill-phone.png'), { fullPage: true })
  await staff.setViewportSize(desktop)

  const mail = await mails.mailTo('contas@vinicola.example', /Fatura/)
  const [attached] = mail.attachments
  expect([attached?.contentType, attached?.filename]).toEqual(['application/pdf', expect.stringMatching(/\.pdf$/)])
  const text = pdfText(attached?.content ?? Buffer.alloc(0)).replaceAll(/\s+/g, ' ')
  for (const part of ['Vinícola da Serra Ltda.', '11.222.333/0001-81', 'Serra Dados', '19,90']) {
    expect(text).toContain(part)
  }
  // The list of mails says that the server took it.
  await expect(async () => {
    await staff.reload()
    await expect(staff.getByRole('row', { name: /contas@vinicola\.example/ })).toContainText(
      say('business.billing.send.result.sent'),
      { timeout: 2_000 },
    )
  }).toPass({ timeout: 120_000 })
  await iara.context().close()
  expect(faults.flat()).toEqual([])
})

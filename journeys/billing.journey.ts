// Clients and billing: the platform's staff keep a client and issue its bill; of two masters only the billing administrator sees it.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { phrasesOf } from './phrase.ts'
import { faultsOf, fits, noViolations, people, test } from './portal.ts'

const say = phrasesOf('pt-BR')

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const platform = { unit: '' }
const partner = { unit: 'adventure-works' }

const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })
const choose = async (page: Page, name: string, option: string) => {
  await page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name })).first().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('the platform adds a client, marks who sold it, issues its bill, and the billing administrator sees it', async ({
  portal,
}) => {
  test.slow()
  // Somebody of the unit is active in the month.
  await portal.as(people.reader)
  const staff = await portal.pageOf(people.platform, platform)
  const faults = [faultsOf(staff)]

  await staff.goto(portal.url('/staff', ''))
  const own = staff.getByRole('row', { name: /Olívia/ })
  // Staff have no page of their own, so their rows are no links.
  await expect(own.getByRole('link')).toHaveCount(0)
  await own.getByRole('button', { name: say('general.action.more') }).click()
  await staff.getByRole('menuitem', { name: say('people.staff.action.seller') }).click()
  await expect(own.getByText(say('people.staff.field.seller'))).toBeVisible()

  await staff.goto(portal.url('/client', ''))
  await expect(staff.getByText(say('business.clients.empty'))).toBeVisible()
  await staff.getByRole('link', { name: say('business.clients.add') }).click()
  await field(staff, say('business.clients.field.name')).first().fill('Bicicletas do Vale')
  await field(staff, say('business.clients.field.cnpj_cpf')).fill('11222333000182')
  await expect(field(staff, say('business.clients.field.cnpj_cpf'))).toHaveValue('11.222.333/0001-82')
  await choose(staff, say('business.clients.field.parceiro_id'), 'Adventure Works Cycles')
  await choose(staff, say('business.clients.field.units'), 'Adventure Works Brasil')
  await staff.keyboard.press('Escape')
  await choose(staff, say('business.clients.field.seller'), 'Olívia Prado')
  await field(staff, say('business.clients.field.user_limit')).fill('5000')
  await field(staff, say('business.clients.field.price')).fill('19,9')
  await field(staff, say('business.clients.field.domain_fee')).fill('50')
  await field(staff, say('business.clients.field.email_invoice')).fill('contas@vale.example; dona@vale.example')
  // The postal code and the phone are formatted while they are typed.
  await field(staff, say('business.clients.field.cep')).pressSequentially('01310100')
  await expect(field(staff, say('business.clients.field.cep'))).toHaveValue('01310-100')
  await field(staff, say('business.clients.field.commercial_phone')).pressSequentially('1130301000')
  await expect(field(staff, say('business.clients.field.commercial_phone'))).toHaveValue('(11) 3030-1000')
  await noViolations(staff, 'the form of a client')
  await staff.getByRole('button', { name: say('general.action.add'), exact: true }).click()
  await expect(
    staff.getByText(say('general.field.invalid', { name: say('business.clients.field.cnpj_cpf') })).first(),
  ).toBeVisible()
  await field(staff, say('business.clients.field.cnpj_cpf')).fill('11222333000181')
  await staff.getByRole('button', { name: say('general.action.add'), exact: true }).click()
  const row = staff.getByRole('row', { name: /Bicicletas do Vale/ })
  await expect(row).toContainText('11.222.333/0001-81')
  await expect(row).toContainText('R$ 19,90')
  await noViolations(staff, 'the list of clients')

  await row.getByRole('button', { name: say('general.action.more') }).click()
  await staff.getByRole('menuitem', { name: say('business.clients.toBills') }).click()
  const draft = staff.getByRole('row', { name: /Bicicletas do Vale.*em andamento/ })
  await expect(draft).toContainText(say('business.billing.state.draft'))
  await noViolations(staff, 'the drafts')
  await draft.getByRole('link').first().click()
  await expect(staff.getByText(say('business.billing.bill.draftText'))).toBeVisible()
  await staff.getByRole('button', { name: say('business.billing.issue.action') }).click()
  const dialog = staff.getByRole('dialog', { name: say('business.billing.issue.title', { count: 1 }) })
  await expect(dialog.getByText(say('business.billing.issue.running'))).toBeVisible()
  await dialog.getByRole('switch', { name: say('business.billing.field.send') }).check()
  await dialog.getByRole('button', { name: say('business.billing.issue.action') }).click()
  // The bill that was issued is shown, and it is what a printer gets.
  await expect(staff.getByRole('heading', { name: /^Fatura \d+/ })).toBeVisible()
  const sheet = staff.getByRole('article')
  await expect(sheet).toContainText('11.222.333/0001-81')
  await noViolations(staff, 'a bill')
  // It is on its way to both addresses, and opens as a PDF.
  const sends = staff.getByRole('region', { name: say('business.billing.send.list') })
  await expect(sends.getByRole('row')).toHaveCount(2)
  await expect(sends.getByRole('row', { name: /dona@vale\.example/ })).toContainText('Olívia Prado')
  const [download] = await Promise.all([
    staff.waitForEvent('download'),
    staff.getByRole('button', { name: say('business.billing.bill.download') }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Fatura \d+\.pdf$/)
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  const address = new URL(staff.url()).pathname
  await staff.emulateMedia({ media: 'print' })
  await expect(sheet.getByText(/^Fatura \d+/)).toBeVisible()
  await expect(sheet.getByText('Bicicletas do Vale')).toBeVisible()
  await expect(sheet.getByRole('cell', { name: 'R$ 19,90' }).first()).toBeVisible()
  await expect(staff.getByRole('navigation').first()).toBeHidden()
  await expect(staff.getByRole('button', { name: say('business.billing.bill.print') })).toBeHidden()
  const printed = (await staff.pdf({ format: 'A4' })).toString('latin1')
  // A page without text has no font.
  expect([printed.match(/\/Type \/Page\b/g)?.length, printed.includes('/Type /Font')]).toEqual([1, true])
  await staff.emulateMedia({ media: 'screen' })

  await staff.goto(portal.url('/billing/summary', ''))
  await staff.getByText(say('business.billing.summary.client'), { exact: true }).click()
  await expect(staff.getByRole('row', { name: /Bicicletas do Vale/ })).toBeVisible()
  await staff.getByText(say('business.billing.summary.seller'), { exact: true }).click()
  await expect(staff.getByRole('row', { name: /Olívia/ })).toBeVisible()
  await noViolations(staff, 'the summary')

  // A master without the flag is refused; with it they see the bill and change nothing.
  const master = await portal.pageOf(people.partner, partner)
  faults.push(faultsOf(master))
  await expect(master.getByRole('link', { name: say('business.billing.title'), exact: true })).toBeHidden()
  await master.goto(portal.url(address, partner.unit))
  await expect(master.getByRole('article')).toBeHidden()
  await staff.goto(portal.url('/team', ''))
  await staff
    .getByRole('row', { name: /Tereza/ })
    .getByRole('link')
    .first()
    .click()
  await staff.getByRole('switch', { name: say('people.team.field.billing_administrator') }).check()
  await staff.getByRole('button', { name: say('general.action.save') }).click()
  await expect(staff.getByRole('row', { name: /Tereza/ })).toContainText(say('business.billing.title'))
  await master.goto(portal.url('/', partner.unit))
  await master.getByRole('link', { name: say('business.billing.title'), exact: true }).click()
  await master
    .getByRole('row', { name: /Emitida/ })
    .getByRole('link')
    .first()
    .click()
  await expect(master.getByRole('article')).toContainText('Bicicletas do Vale')
  await expect(master.getByRole('button', { name: say('business.billing.void.action') })).toBeHidden()

  // A wrong bill is voided with a reason, on a phone.
  const mobile = await portal.pageOf(people.platform, { ...platform, ...phone })
  faults.push(faultsOf(mobile))
  for (const path of ['/client', '/client/add', '/billing', address, '/billing/summary']) {
    await mobile.goto(portal.url(path, ''))
    await expect(mobile.getByRole('heading', { level: 1 })).toBeVisible()
    await fits(mobile)
  }
  await mobile.goto(portal.url(address, ''))
  await mobile.getByRole('button', { name: say('business.billing.void.action') }).click()
  const voiding = mobile.getByRole('dialog')
  await voiding.getByRole('textbox', { name: say('business.billing.field.reason') }).fill('O preço estava errado')
  await voiding.getByRole('button', { name: say('business.billing.void.action') }).click()
  await expect(mobile.getByText(/Anulada em .*: O preço estava errado/)).toBeVisible()
  expect(faults.flat()).toEqual([])
})

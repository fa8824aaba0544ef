// The help desk: a reader opens a ticket with files, an administrator takes and answers it, the reader answers, and it ends as resolved.
import { expect, type Page } from '@playwright/test'
import { readTicket, updateTicket } from '#features/help-desk/tickets/contract.ts'
import { listReports, readReport, updateReport } from '#features/reports/library/contract.ts'
import { sentenceOf } from '#apps/server/phrases.ts'
import { phrasesOf } from './phrase.ts'
import {
  card,
  chooseOffered,
  faultsOf,
  fits,
  noViolations,
  openScreen,
  people,
  reportIn,
  slice,
  takePicture,
  test,
} from './portal.ts'

const say = phrasesOf('pt-BR')

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const pdf = { name: 'contrato.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 contrato') }

const pictureOf = async (page: Page) => ({
  name: 'tela.png',
  mimeType: 'image/png',
  buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 180 } }),
})

/** Sends the answer without the seconds in which it can be taken back. */
async function sendNow(page: Page, button = say('helpDesk.tickets.answer.send')) {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('button', { name: say('helpDesk.tickets.answer.sendNow') }).click()
}

const answer = (page: Page) => page.getByRole('textbox', { name: say('helpDesk.tickets.answer.field') })

test('a reader opens a ticket with files; an administrator handles it; both answer until it is resolved', async ({
  portal,
}) => {
  const reader = await portal.pageOf(people.reader)
  const faults = [faultsOf(reader)]
  await openScreen(reader, 'help')
  await expect(reader.getByText(say('helpDesk.tickets.empty'))).toBeVisible()
  await reader.getByRole('link', { name: say('helpDesk.tickets.add') }).click()
  await reader.getByRole('textbox', { name: say('helpDesk.tickets.field.name') }).fill('O total de março está errado')
  await reader.getByRole('textbox', { name: say('helpDesk.tickets.field.text') }).fill('Falta um dia.\n<b>Dia 31.</b>')
  const input = reader.locator('input[type="file"]')
  const tooLarge = { name: 'filme.png', mimeType: 'image/png', buffer: Buffer.alloc(8 * 1024 * 1024 + 1) }
  await input.setInputFiles([tooLarge])
  await expect(reader.getByText(say('helpDesk.tickets.files.tooLarge', { name: 'filme.png', size: 8 }))).toBeVisible()
  await input.setInputFiles([await pictureOf(reader), pdf])
  await expect(
    reader.getByRole('button', { name: say('helpDesk.tickets.files.remove', { name: 'tela.png' }) }),
  ).toBeVisible()
  await expect(
    reader.getByRole('button', { name: say('helpDesk.tickets.files.remove', { name: 'contrato.pdf' }) }),
  ).toBeVisible()
  await expect(reader.getByText(say('helpDesk.tickets.files.tooLarge', { name: 'filme.png', size: 8 }))).toBeHidden()
  await noViolations(reader, 'a new ticket')

  // A text that is not sent is not lost by a wrong click.
  await reader.getByRole('link', { name: say('helpDesk.tickets.title'), exact: true }).click()
  const question = reader.getByRole('dialog', { name: say('general.form.leaveTitle') })
  await question.getByRole('button', { name: say('general.action.no') }).click()
  await reader.getByRole('button', { name: say('helpDesk.tickets.form.send'), exact: true }).click()
  await expect(reader.getByRole('heading', { name: '#1 O total de março está errado' })).toBeVisible()
  await expect(reader.getByText('<b>Dia 31.</b>')).toBeVisible()
  await expect(
    reader.getByRole('link', { name: say('helpDesk.tickets.files.show', { name: 'tela.png' }) }).locator('img'),
  ).toHaveJSProperty('naturalWidth', 320)
  const saving = reader.waitForEvent('download')
  await reader.getByRole('button', { name: /^contrato.pdf/ }).click()
  expect((await saving).suggestedFilename()).toBe('contrato.pdf')
  const address = reader.url()

  const admin = await portal.pageOf(people.admin)
  faults.push(faultsOf(admin))
  await admin.goto(portal.url('/help_desk'))
  await expect(admin.getByRole('row', { name: /O total de março/ })).toContainText(say('helpDesk.tickets.status.open'))
  await noViolations(admin, 'the list')
  await admin.getByRole('link', { name: /O total de março/ }).click()
  await admin.getByRole('button', { name: say('helpDesk.tickets.action.take') }).click()
  const handling = admin.getByRole('complementary', { name: say('helpDesk.tickets.handling.title') })
  await expect(handling.getByText(say('helpDesk.tickets.status.on_going'))).toBeVisible()
  await expect(handling.getByText('Ana Souza')).toBeVisible()
  await handling.getByLabel(say('helpDesk.tickets.field.priority')).selectOption(say('helpDesk.tickets.priority.high'))
  await handling.getByRole('textbox', { name: say('helpDesk.tickets.handling.day') }).fill('31/12/2030')
  await handling.getByLabel(say('helpDesk.tickets.handling.time')).fill('16:30')
  await handling.getByRole('button', { name: say('general.action.save') }).click()
  await expect(handling.getByRole('button', { name: say('general.action.save') })).toBeDisabled()
  await answer(admin).fill('Já vimos. Amanhã está certo.')
  const send = admin.getByRole('button', { name: say('helpDesk.tickets.answer.send'), exact: true })
  await send.click()
  await expect(admin.getByText(/A resposta será enviada em \d+ s/).last()).toBeVisible()
  await noViolations(admin, 'an answer that waits')
  await admin.getByRole('button', { name: say('helpDesk.tickets.answer.undo') }).click()
  await expect(answer(admin)).toHaveValue('Já vimos. Amanhã está certo.')
  await expect(admin.getByText(/Rascunho salvo às/)).toBeVisible()
  await admin.reload()
  await expect(answer(admin)).toHaveValue('Já vimos. Amanhã está certo.')
  await sendNow(admin)
  await expect(admin.getByRole('article').filter({ hasText: 'Já vimos.' })).toContainText(
    say('helpDesk.tickets.page.handlerSide'),
  )
  await expect(answer(admin)).toHaveValue('')
  await noViolations(admin, 'a ticket that one handles')

  // The notification brings the answer to the page that is open.
  await expect(reader.getByRole('article').filter({ hasText: 'Já vimos.' })).toBeVisible()
  await expect(reader.getByText('31/12/2030 16:30')).toBeVisible()
  await expect(reader.getByText(say('helpDesk.tickets.priority.high'), { exact: true })).toBeVisible()
  await expect(reader.getByText(say('helpDesk.tickets.page.gave.on_going', { person: 'Ana Souza' }))).toBeVisible()
  await answer(reader).fill('Agora está certo, obrigada.')
  await sendNow(reader)
  await expect(reader.getByRole('article').filter({ hasText: 'obrigada' })).toContainText(
    say('helpDesk.tickets.page.askingSide'),
  )

  await expect(admin.getByRole('article').filter({ hasText: 'obrigada' })).toBeVisible()
  // An internal note is another colour here, and does not exist for the reader.
  await admin.getByText(say('helpDesk.tickets.answer.note'), { exact: true }).click()
  await admin
    .getByRole('textbox', { name: say('helpDesk.tickets.answer.noteField') })
    .fill('Conferido com o financeiro.')
  await noViolations(admin, 'a note that is being written')
  await admin.keyboard.press('Control+Enter')
  await expect(admin.getByRole('article').filter({ hasText: 'Conferido' })).toContainText(
    say('helpDesk.tickets.page.noteSide'),
  )
  await noViolations(admin, 'a ticket with a note')
  await answer(admin).fill('Ótimo, fechamos aqui.')
  await sendNow(admin, say('helpDesk.tickets.answer.sendResolved'))
  await expect(admin.getByText(say('helpDesk.tickets.page.gave.closed', { person: 'Ana Souza' }))).toBeVisible()

  await expect(reader.getByText(say('helpDesk.tickets.page.gave.closed', { person: 'Ana Souza' }))).toBeVisible()
  await expect(reader.getByText(say('helpDesk.tickets.answer.reopens'))).toBeVisible()
  await expect(reader.getByText('Conferido com o financeiro.')).toHaveCount(0)

  const onPhone = await portal.pageOf(people.reader, { ...phone, colorScheme: 'dark' })
  faults.push(faultsOf(onPhone))
  await onPhone.goto(portal.url('/help_desk'))
  await expect(onPhone.getByText(say('helpDesk.tickets.status.closed')).first()).toBeVisible()
  await fits(onPhone, 'the list on a phone')
  await noViolations(onPhone, 'the list on a phone')
  await onPhone.goto(address)
  await expect(onPhone.getByText('Ótimo, fechamos aqui.')).toBeVisible()
  await fits(onPhone, 'a ticket on a phone')
  await noViolations(onPhone, 'a ticket on a phone')

  await admin.getByRole('button', { name: say('general.action.remove') }).click()
  const removal = admin.getByRole('dialog')
  await removal.getByRole('textbox').fill('#1 O total de março está errado')
  await removal.getByRole('button', { name: say('general.action.remove') }).click()
  await expect(admin.getByText(say('general.list.none'))).toBeVisible()
  await onPhone.reload()
  await expect(onPhone.getByRole('heading', { name: sentenceOf('ticket.missing', 'pt-BR') })).toBeVisible()
  expect(faults.flat()).toEqual([])
})

test('a ticket about a report begins in its menu; what another person changed meanwhile is not overwritten @all', async ({
  portal,
}) => {
  const admin = await portal.pageOf(people.admin)
  await admin.getByRole('link', { name: 'Desempenho de revendas' }).first().click()
  await admin.getByRole('button', { name: say('reports.view.tool.more') }).click()
  await admin.getByRole('menuitem', { name: say('reports.view.tool.ticket') }).click()
  await expect(
    admin.getByRole('button', { name: say('helpDesk.tickets.form.noReport', { name: 'Desempenho de revendas' }) }),
  ).toBeVisible()
  await admin.getByRole('textbox', { name: say('helpDesk.tickets.field.name') }).fill('Falta uma região')
  await admin.getByRole('textbox', { name: say('helpDesk.tickets.field.text') }).fill('O Norte não aparece.')
  await admin.getByRole('button', { name: say('helpDesk.tickets.form.send'), exact: true }).click()
  await expect(admin.getByRole('heading', { name: /Falta uma região/ })).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Desempenho de revendas' }).last()).toBeVisible()

  const ask = await portal.as(people.admin)
  const id = admin.url().split('/').at(-1) ?? ''
  const { version } = await ask(readTicket, { id })
  await ask(updateTicket, { id, version, priority: 'low' })
  const handling = admin.getByRole('complementary', { name: say('helpDesk.tickets.handling.title') })
  await expect(handling.getByLabel(say('helpDesk.tickets.field.priority'))).toHaveValue('medium')
  await handling.getByLabel(say('helpDesk.tickets.field.priority')).selectOption(say('helpDesk.tickets.priority.high'))
  await handling.getByRole('button', { name: say('general.action.save') }).click()
  await expect(handling.getByRole('alert')).toContainText(say('helpDesk.tickets.handling.reloaded'))
  await expect(handling.getByLabel(say('helpDesk.tickets.field.priority'))).toHaveValue('low')
  await chooseOffered(
    handling.getByRole('combobox', { name: say('helpDesk.tickets.field.handler') }),
    'Ana',
    'Ana Souza',
  )
  await handling.getByRole('button', { name: say('general.action.save') }).click()
  await expect(handling.getByRole('alert')).toBeHidden()
  await expect(handling.getByText('Ana Souza')).toBeVisible()
  await fits(admin, 'a ticket with its side panel')
})

test('a reader opens a ticket from a report; an administrator opens the very view, answers and resolves; the reader rates', async ({
  portal,
}, testInfo) => {
  const manage = await portal.as(people.admin)
  const [report] = (await manage(listReports, { search: 'Desempenho de revendas' })).data
  const { version: reportVersion } = await manage(readReport, { id: report?.id ?? '' })
  await manage(updateReport, { id: report?.id ?? '', version: reportVersion, export: 'S' })
  const seller = await portal.pageOf(people.seller)
  const faults = [faultsOf(seller)]
  await seller.getByRole('link', { name: 'Desempenho de revendas' }).first().click()
  await reportIn(seller).getByRole('tab', { name: 'Vendedores' }).click()
  await expect(card(seller, 'Vendas')).toContainText('US$', { timeout: 30_000 })
  await slice(seller, 'Ano', '2012')
  await expect(reportIn(seller).getByRole('button', { name: 'Ano: 2012', exact: true })).toBeVisible()
  await seller.getByRole('button', { name: say('reports.view.tool.more') }).click()
  await seller.getByRole('menuitem', { name: say('reports.view.tool.ticket') }).click()

  // What goes along is shown before it is sent.
  await expect(seller.getByRole('checkbox', { name: say('helpDesk.tickets.view.send') })).toBeChecked()
  await expect(seller.getByText('Vendedores', { exact: true })).toBeVisible()
  await expect(seller.getByText(/é um destes 2012$/)).toBeVisible()
  await seller.getByRole('button', { name: say('helpDesk.tickets.view.picture') }).click()
  await expect(seller.getByRole('button', { name: /^Remover .*\.png$/ })).toBeVisible({ timeout: 30_000 })
  await noViolations(seller, 'a ticket about a report')
  await takePicture(seller, testInfo.outputPath('form.png'))
  const admin = await portal.pageOf(people.admin)
  faults.push(faultsOf(admin))
  await admin.goto(portal.url('/help_desk'))
  await expect(admin.getByRole('heading', { name: say('helpDesk.tickets.title') })).toBeVisible()
  await seller.getByRole('textbox', { name: say('helpDesk.tickets.field.name') }).fill('O ano de 2012 está errado')
  await seller.getByRole('textbox', { name: say('helpDesk.tickets.field.text') }).fill('Faltam vendas.')
  await seller.getByRole('button', { name: say('helpDesk.tickets.form.send'), exact: true }).click()
  await expect(seller.getByRole('heading', { name: /O ano de 2012 está errado/ })).toBeVisible()
  await expect(seller.getByRole('link', { name: /\.webp|\.png/ }).locator('img')).toBeVisible()

  // The list of an administrator, open since before, has the new row without a reload.
  await expect(admin.getByRole('link', { name: /O ano de 2012 está errado/ })).toBeVisible()
  await admin.goto(seller.url())
  await expect(admin.getByText(/é um destes 2012$/)).toBeVisible()
  await noViolations(admin, 'a ticket with a view')
  await fits(admin, 'a ticket with a view')
  await takePicture(admin, testInfo.outputPath('ticket.png'))
  await admin.getByRole('link', { name: say('helpDesk.tickets.view.open') }).click()
  await expect(reportIn(admin).getByRole('button', { name: 'Ano: 2012', exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(reportIn(admin).getByRole('tab', { name: 'Vendedores', selected: true })).toBeVisible()
  await takePicture(admin, testInfo.outputPath('view.png'))
  await admin.goBack()
  await answer(admin).fill('As vendas de dezembro entram hoje.')
  await sendNow(admin, say('helpDesk.tickets.answer.sendResolved'))
  await expect(admin.getByText(say('helpDesk.tickets.page.gave.closed', { person: 'Ana Souza' }))).toBeVisible()

  const question = seller.getByRole('form', { name: say('helpDesk.tickets.rating.title') })
  await question.getByRole('radio', { name: say('helpDesk.tickets.ratings.good') }).check()
  await question.getByRole('textbox', { name: say('helpDesk.tickets.field.rating_comment') }).fill('Foi rápido.')
  await noViolations(seller, 'the question after a resolution')
  await takePicture(seller, testInfo.outputPath('rating.png'))
  await question.getByRole('button', { name: say('helpDesk.tickets.rating.send') }).click()
  await expect(question).toBeHidden()
  await expect(seller.getByText('Foi rápido.')).toBeVisible()
  await admin.goto(portal.url('/help_desk'))
  await expect(
    admin.getByText(say('helpDesk.tickets.rating.summary', { days: 90, share: 100, shown: 1 })),
  ).toBeVisible()
  await admin.getByRole('link', { name: /O ano de 2012 está errado/ }).click()
  await expect(admin.getByText('Foi rápido.')).toBeVisible()
  await fits(admin, 'a rated ticket')
  const small = await portal.pageOf(people.admin, { ...phone, colorScheme: 'dark' })
  await small.goto(admin.url())
  await expect(small.getByText('Foi rápido.')).toBeVisible()
  await fits(small, 'a rated ticket on a phone')
  await takePicture(small, testInfo.outputPath('phone.png'))
  expect(faults.flat()).toEqual([])
})

// A reader opens a ticket from a report. An agent answers with a reply to the mail, without the portal, and resolves the ticket there.
import { createTransport } from 'nodemailer'
import { expect } from '@playwright/test'
import { mailDomain, test } from './mail-world.ts'
import { setSettings } from './four-languages.ts'
import { phrasesOf } from './phrase.ts'
import { card, faultsOf, fits, noViolations, people, reportIn, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const subject = 'O ano de 2012 parece errado'

test('a reader opens a ticket from a report; an agent answers from the mail, and resolves it', async ({
  portal,
  mails,
}, info) => {
  await setSettings(portal, { enable_helpdesk: 'S', send_email_helpdesk: 'S' })
  const seller = await portal.pageOf(people.seller)
  const faults = [faultsOf(seller)]
  await seller.getByRole('link', { name: 'Desempenho de revendas' }).first().click()
  await reportIn(seller).getByRole('tab', { name: 'Vendedores' }).click()
  await expect(card(seller, 'Vendas')).toContainText('US$')
  await seller.getByRole('button', { name: say('reports.view.tool.more') }).click()
  await seller.getByRole('menuitem', { name: say('reports.view.tool.ticket') }).click()
  await seller.getByRole('textbox', { name: say('helpDesk.tickets.field.name') }).fill(subject)
  await seller.getByRole('textbox', { name: say('helpDesk.tickets.field.text') }).fill('Faltam vendas de dezembro.')
  await seller.getByRole('button', { name: say('helpDesk.tickets.form.send'), exact: true }).click()
  await expect(seller.getByRole('heading', { name: new RegExp(subject) })).toBeVisible()

  // The agent reads the mail and replies to it. The quote below the line does not belong to the answer.
  const asked = await mails.mailTo(people.admin, new RegExp(subject))
  const [replyTo] = asked.replyTo?.value ?? []
  expect(replyTo?.address).toMatch(new RegExp(`@${mailDomain}$`))
  const agent = createTransport({ host: '127.0.0.1', port: mails.receiverPort, ignoreTLS: true })
  await agent.sendMail({
    from: `Ana Souza <${people.admin}>`,
    to: replyTo?.address ?? '',
    subject: `Re: ${asked.subject ?? ''}`,
    inReplyTo: asked.messageId ?? '',
    references: asked.messageId ?? '',
    text: `Dezembro entra hoje à noite.\n\nEm qui., 26 de nov. de 2026, Vitrine escreveu:\n${(asked.text ?? '')
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n')}`,
  })
  const answer = seller.getByRole('article').filter({ hasText: 'Dezembro entra hoje à noite.' })
  await expect(answer).toBeVisible({ timeout: 120_000 })
  await expect(answer).toContainText(say('helpDesk.tickets.page.handlerSide'))
  await expect(answer).not.toContainText('escreveu:')
  await noViolations(seller, 'a ticket with an answer by mail')
  await takePicture(seller, info.outputPath('answered.png'), { fullPage: true })
  // The reader has the answer by mail too.
  await mails.mailTo(people.seller, new RegExp(subject))

  const admin = await portal.pageOf(people.admin, { ...phone, colorScheme: 'dark' })
  faults.push(faultsOf(admin))
  await admin.goto(seller.url())
  await expect(admin.getByRole('article').filter({ hasText: 'Dezembro entra hoje à noite.' })).toBeVisible()
  await fits(admin, 'a ticket with an answer by mail, on a phone')
  await takePicture(admin, info.outputPath('answered-phone.png'), { fullPage: true })
  await admin.getByRole('textbox', { name: say('helpDesk.tickets.answer.field') }).fill('Pronto, está certo.')
  await admin.getByRole('button', { name: say('helpDesk.tickets.answer.sendResolved'), exact: true }).click()
  await admin.getByRole('button', { name: say('helpDesk.tickets.answer.sendNow') }).click()
  await expect(seller.getByText(say('helpDesk.tickets.page.gave.closed', { person: 'Ana Souza' }))).toBeVisible()
  expect(faults.flat()).toEqual([])
})

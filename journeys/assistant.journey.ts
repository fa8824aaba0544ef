// The assistant: an administrator connects a language model, drafts a notification and a query with it, and a reader has a page explained.
// The model is a double that speaks the protocol of the services.
import { expect } from '@playwright/test'
import { startModelDouble } from '#testing/model-double.ts'
import { phrasesOf } from './phrase.ts'
import { card, chooseOffered, faultsOf, fits, noViolations, people, takePicture, test } from './portal.ts'

const say = phrasesOf('pt-BR')

const phone = { width: 390, height: 844 }
const query = 'EVALUATE ROW("Total", 7)'

test('a model is connected, drafts texts and queries, and explains a page', async ({ portal }) => {
  const model = await startModelDouble()
  const { host } = new URL(model.url)
  const sentTo = say('assistant.aiAccounts.sentTo', { host, model: 'llama' })
  const admin = await portal.pageOf(people.admin)
  const faults = [faultsOf(admin)]

  await test.step('nothing is displayed before', async () => {
    await admin.goto(portal.url('/notifications/messages/add'))
    await expect(admin.getByRole('textbox', { name: /^Título/ }).first()).toBeVisible()
    await expect(admin.getByText(say('messaging.messages.draft.title'))).toHaveCount(0)
  })

  await test.step('the account is tested, and switched on', async () => {
    await admin.goto(portal.url('/settings'))
    await admin
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${say('assistant.aiAccounts.title')}`) })
      .click()
    await admin.getByLabel(say('assistant.aiAccounts.field.provider')).selectOption('ollama')
    await admin.getByLabel(say('assistant.aiAccounts.field.base_url')).fill(model.url)
    await admin.getByRole('textbox', { name: say('assistant.aiAccounts.field.model'), exact: true }).fill('llama')
    const testIt = admin.getByRole('button', { name: say('assistant.aiAccounts.test'), exact: true })
    model.reply({ status: 404, body: {} })
    await testIt.click()
    await expect(admin.getByText(say('assistant.aiAccounts.choice.outcome.unknown_model'))).toBeVisible()
    model.reply({ text: 'ok' })
    await testIt.click()
    await expect(admin.getByText(say('assistant.aiAccounts.choice.outcome.answered'))).toBeVisible()
    await admin.getByRole('switch', { name: say('assistant.aiAccounts.field.enabled') }).click()
    await admin.getByRole('switch', { name: say('assistant.aiAccounts.field.sends_rows') }).click()
    await noViolations(admin, 'the AI account')
    await takePicture(admin, 'test-results/assistant-account.png', { fullPage: true })
    await admin.setViewportSize(phone)
    await fits(admin, 'the AI account')
    await admin.setViewportSize({ width: 1280, height: 900 })
    await admin.getByRole('button', { name: say('general.action.save'), exact: true }).click()
    await expect(admin.getByText(/ de 2.000.000 tokens/)).toBeVisible()
  })

  await test.step('a draft goes into the form, and can be undone', async () => {
    await admin.goto(portal.url('/notifications/messages/add'))
    const title = admin.getByRole('textbox', { name: /^Título/ }).first()
    await title.fill('Antes')
    await admin.getByRole('textbox', { name: say('messaging.messages.field.wish') }).fill('Pausa na sexta')
    await expect(admin.getByText(sentTo)).toBeVisible()
    model.reply({ text: 'Pausa na sexta\n\nNão há dados das 18h às 20h.\n\n- vendas\n- metas' })
    await admin.getByRole('button', { name: say('messaging.messages.draft.action') }).click()
    await expect(title).toHaveValue('Pausa na sexta')
    const text = admin.getByRole('textbox', { name: /^Texto · / }).first()
    await expect(text).toContainText('Não há dados das 18h às 20h.')
    await expect(text.locator('li')).toHaveCount(2)
    await noViolations(admin, 'a drafted notification')
    await admin
      .getByRole('button', { name: say('messaging.messages.draft.undo'), exact: true })
      .first()
      .click()
    await expect(title).toHaveValue('Antes')
    await expect(text).not.toContainText('Não há dados')
  })

  await test.step('a query is written, and checked by the report service', async () => {
    await admin.goto(portal.url('/auto_actions/add'))
    await chooseOffered(
      admin.getByRole('combobox', { name: say('automation.tasks.field.report_id'), exact: true }),
      'Visão geral',
      /Visão geral de vendas/,
    )
    await admin.getByRole('textbox', { name: say('reports.daxDrafts.field.wish') }).fill('Total de vendas')
    model.reply({ text: 'EVALUATE Nowhere' }, { text: query })
    await admin.getByRole('button', { name: say('reports.daxDrafts.action') }).click()
    await expect(admin.getByText(say('reports.daxDrafts.done', { rows: '1' }))).toBeVisible()
    await expect(admin.getByLabel(say('automation.tasks.field.dax'))).toContainText(query)
    await noViolations(admin, 'a drafted query')
  })

  await test.step('a reader has a page explained, after the note of what is sent', async () => {
    const seller = await portal.pageOf(people.seller)
    faults.push(faultsOf(seller))
    await seller.getByRole('link', { name: 'Desempenho de revendas' }).first().click()
    await expect(card(seller, 'Vendas')).toContainText('US$', { timeout: 30_000 })
    await seller.getByRole('button', { name: say('reports.view.tool.more') }).click()
    await seller.getByRole('menuitem', { name: say('reports.view.summary.tool') }).click()
    const panel = seller.getByRole('dialog', { name: say('reports.view.summary.title') })
    await expect(panel.getByText(say('reports.view.summary.sent', { host, model: 'llama' }))).toBeVisible()
    const before = model.asked.length
    model.reply({ text: 'Esta página mostra as vendas. <b>Total</b>: 987654321.' })
    await panel.getByRole('button', { name: say('reports.view.summary.explain_page') }).click()
    await expect(panel.getByText('<b>Total</b>')).toBeVisible()
    await expect(panel.getByText('987654321', { exact: true })).toHaveJSProperty('tagName', 'MARK')
    expect(model.asked.length).toBe(before + 1)
    await noViolations(seller, 'an explained page')
    await takePicture(seller, 'test-results/assistant-page.png')
  })

  await test.step('the log names who asked, and for what', async () => {
    await admin.goto(portal.url('/ia/calls'))
    const row = admin.getByRole('row', { name: new RegExp(say('assistant.aiAccounts.choice.purpose.explain_page')) })
    await expect(row).toContainText('Linda Mitchell')
    await noViolations(admin, 'the log of the model')
    await admin.setViewportSize(phone)
    await fits(admin, 'the log of the model')
  })
  await model.close()
  expect(faults.flat()).toEqual([])
})

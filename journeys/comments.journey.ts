// People talk about a report: a comment names a colleague, who is told and finds the comment.
import { expect, type Page } from '@playwright/test'
import { phrasesOf } from './phrase.ts'
import { card, people, test } from './portal.ts'

const say = phrasesOf('pt-BR')

const report = 'Desempenho de revendas'

async function open(page: Page): Promise<void> {
  await page.getByRole('link', { name: report }).first().click()
  await expect(card(page, 'Vendas')).toContainText('US$', { timeout: 30_000 })
}

test('a comment names a colleague, who follows the notification to it', async ({ portal }) => {
  const seller = await portal.pageOf(people.seller)
  await open(seller)
  await seller.getByRole('button', { name: say('reports.comments.title') }).click()
  const comments = seller.getByRole('dialog', { name: say('reports.comments.title') })
  await expect(comments.getByText(say('reports.comments.empty'))).toBeVisible()
  const field = comments.getByRole('textbox', { name: say('reports.comments.write') })
  await field.pressSequentially('Bati a meta, @Steph')
  await expect(comments.getByRole('option', { name: 'Stephen Jiang' })).toBeVisible()
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(field).toHaveValue('Bati a meta, @Stephen Jiang ')
  await comments.getByRole('checkbox', { name: say('reports.comments.ofPage', { page: 'Vendedores' }) }).check()
  await comments.getByRole('button', { name: say('reports.comments.send') }).click()
  const said = comments.getByRole('listitem').filter({ hasText: 'Bati a meta' })
  await expect(said.getByText('@Stephen Jiang')).toBeVisible()
  await expect(said.getByRole('button', { name: say('reports.comments.page', { page: 'Vendedores' }) })).toBeVisible()

  await field.fill('E a equipe também')
  await comments.getByRole('button', { name: say('reports.comments.send') }).click()
  await expect(comments.getByRole('listitem').filter({ hasText: 'E a equipe também' })).toBeVisible()
  await expect(field).toHaveValue('')

  const manager = await portal.pageOf(people.manager)
  await manager
    .getByRole('banner', { name: say('frame.bar') })
    .getByRole('link', { name: /Notificações/ })
    .click()
  await manager
    .getByText(say('messaging.notifications.type.comment_mentioned.title', { person: 'Linda Mitchell', report }))
    .first()
    .click()
  // One click leads to the report, and the notification is read.
  const found = manager.getByRole('dialog', { name: say('reports.comments.title') })
  await expect(found.getByText('Bati a meta')).toBeVisible({ timeout: 30_000 })
  await manager.goto(portal.url('/notifications'))
  const row = manager
    .getByRole('row', {
      name: new RegExp(
        say('messaging.notifications.type.comment_mentioned.title', { person: 'Linda Mitchell', report }),
      ),
    })
    .first()
  await expect(row).toBeVisible()
  await expect(row).not.toContainText(say('messaging.notifications.unread'))

  await said.getByRole('button', { name: /Mais ações do comentário/ }).click()
  await seller.getByRole('menuitem', { name: say('general.action.remove') }).click()
  await expect(said).toBeHidden()
})

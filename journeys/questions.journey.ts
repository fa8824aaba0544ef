// The frequently asked questions: an administrator orders them by keyboard and by drag, and people find one by its words.
import { expect, type Page } from '@playwright/test'
import { faqEntryCalls } from '#features/messaging/faq/contract.ts'
import { phrasesOf } from './phrase.ts'
import { fits, noViolations, people, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

const only = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })
const written = [
  ['Como entro no portal?', '<p>Com o e-mail da empresa.</p>'],
  ['Por que não vejo um relatório?', '<p>Peça o acesso no catálogo.</p>'],
  ['Quem me ajuda?', '<p>A administração da unidade.</p>'],
] as const

test('an administrator orders the questions by keyboard and by drag, and a reader finds one by its words', async ({
  portal,
}) => {
  const admin = await portal.as(people.admin)
  for (const [question, answer] of written)
    await admin(faqEntryCalls.add, { question: only(question), answer: only(answer) })
  const asked = (page: Page) => page.getByRole('main').locator('.mantine-Accordion-label')
  const [first, second, third] = written.map(([question]) => question)

  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/faq/entries'))
  const dialog = page.getByRole('dialog')
  const lines = dialog.getByRole('listitem')
  const open = async () => {
    await page.getByRole('button', { name: say('messaging.faq.order.open') }).click()
    await expect(lines).toHaveCount(3)
  }
  const save = async () => {
    await dialog.getByRole('button', { name: say('general.action.save') }).click()
    await expect(dialog).toHaveCount(0)
  }
  await open()
  await noViolations(page, 'order of the questions')
  await dialog.getByRole('button', { name: say('general.order.up', { name: third }) }).focus()
  await page.keyboard.press('Enter')
  await expect(lines.nth(1)).toContainText(third ?? '')
  // The focus stays on the arrow of the question, so the key works again.
  await page.keyboard.press('Enter')
  await expect(lines.first()).toContainText(third ?? '')
  await save()

  const reader = await portal.pageOf(people.seller)
  await reader.goto(portal.url('/faq'))
  await expect(asked(reader)).toHaveText([third, first, second].map(String))

  await open()
  await expect(lines.first()).toContainText(third ?? '')
  await lines.nth(2).dragTo(lines.first())
  await expect(lines.first()).toContainText(second ?? '')
  await takePicture(page, 'test-results/questions-order.png')
  await save()

  await reader.reload()
  await expect(asked(reader)).toHaveText([second, third, first].map(String))
  // Words of the answer count too, without accents and in any case.
  const search = reader.getByRole('searchbox', { name: say('messaging.faq.page.search') })
  await search.fill('ADMINISTRACAO')
  await expect(asked(reader)).toHaveText([String(third)])
  await asked(reader).first().click()
  await expect(reader.getByText('A administração da unidade.')).toBeVisible()
  await search.fill('nada disto')
  await expect(reader.getByText(say('general.list.empty'))).toBeVisible()
  await noViolations(reader, 'questions, nothing found')

  const small = await portal.pageOf(people.seller, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await small.goto(portal.url('/faq'))
  await expect(asked(small)).toHaveCount(3)
  await fits(small, 'questions')
  await takePicture(small, 'test-results/questions-phone.png', { fullPage: true })
  await small.getByRole('link', { name: say('messaging.faq.page.popup') }).click()
  await expect(small.getByRole('heading', { level: 1 })).toHaveText(say('identity.signIn.popup.title'))
})

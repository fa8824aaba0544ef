// An administrator and the people of a business unit: adding, finding, blocking, removing.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const password = process.env['DEMO_PASSWORD'] ?? ''
const admin = 'ana.souza@adventure-works.com'

const at = (baseURL: string | undefined, path: string) =>
  `http://aw-brasil.localhost:${new URL(baseURL ?? '').port}${path}`

async function signIn(page: Page, baseURL: string | undefined, email: string): Promise<void> {
  await page.goto(at(baseURL, '/signin'))
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[name="password"]').fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('button', { name: 'Sua conta' })).toBeVisible()
}

const rowOf = (page: Page, name: string) => page.getByRole('row', { name })

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Mais ações: ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('an administrator adds a person to a group, blocks them while they are in, and removes them', async ({
  browser,
  page,
  baseURL,
}) => {
  const [name, email] = ['Zélia Prado', 'zelia.prado@example.com']
  await signIn(page, baseURL, admin)
  await page.getByRole('link', { name: 'Usuários', exact: true }).first().click()
  await page.getByRole('link', { name: 'Novo usuário' }).click()
  await page.getByRole('button', { name: 'Adicionar' }).click()
  await expect(page.getByRole('alert')).toContainText('O campo Nome é obrigatório!')
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('E-mail').fill('linda3@adventure-works.com')
  await page.getByRole('button', { name: 'Adicionar' }).click()
  await expect(page.getByRole('alert')).toContainText('Este e-mail já existe')
  await page.getByLabel('E-mail').fill(email)
  await page.locator('input[name="password"]').fill(password)
  await page.getByPlaceholder('Busque um grupo').fill('vended')
  await page.getByRole('option', { name: /Vendedores/ }).click()
  await page.getByRole('button', { name: 'Adicionar' }).click()

  await expect(page).toHaveURL(/\/user$/)
  await page.keyboard.press('/')
  await page.keyboard.type('zelia')
  await expect(page).toHaveURL(/search=zelia/)
  await expect(rowOf(page, name)).toContainText('Vendedores')

  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, baseURL, email)
  await choose(page, name, 'Bloquear')
  await page.getByRole('button', { name: 'Sim' }).click()
  await expect(rowOf(page, name)).toContainText('Bloqueado')
  await expect(theirs).toHaveURL(/\/signin/)

  await choose(page, name, 'Excluir')
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Excluir' })
  await expect(confirm).toBeDisabled()
  await page.getByRole('dialog').getByRole('textbox').pressSequentially('zélia prado')
  await confirm.click()
  await expect(page.getByText('Nenhum registro encontrado!')).toBeVisible()
})

test('a form that somebody else changed meanwhile says so, and a changed one is not left by accident', async ({
  page,
  context,
  baseURL,
}) => {
  await signIn(page, baseURL, admin)
  await page.goto(at(baseURL, '/group_users'))
  await page.getByRole('link', { name: 'Produtos' }).click()
  await expect(page.getByLabel('Nome')).toHaveValue('Produtos')
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByLabel('Descrição').fill('Quem cuida do portfólio')
  await other.getByRole('button', { name: 'Salvar' }).click()
  await expect(other).toHaveURL(/\/group_users/)

  await page.getByLabel('Descrição').fill('Outra coisa')
  await page.getByRole('link', { name: 'Início' }).first().click()
  await page.getByRole('button', { name: 'Não' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('alert')).toContainText('Alguém alterou isto enquanto você editava')
  await page.getByRole('button', { name: 'Recarregar' }).click()
  await expect(page.getByLabel('Descrição')).toHaveValue('Quem cuida do portfólio')
})

for (const { name, width, scheme } of [
  { name: 'wide and light', width: 1366, scheme: 'light' },
  { name: 'narrow and dark', width: 360, scheme: 'dark' },
] as const) {
  test(`lists and forms can be used by everybody and fit, ${name}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await signIn(page, baseURL, admin)
    for (const path of ['/user', '/user/add', '/group_users', '/group_users/add']) {
      await page.goto(at(baseURL, path))
      await expect(page.locator('tbody a, input').first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze()
      expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    }
    await context.close()
  })
}

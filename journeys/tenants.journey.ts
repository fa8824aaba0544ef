import { expect, type Page } from '@playwright/test'
import { password, test } from './portal.ts'

const at = (baseURL: string | undefined, host: string, path = '/') =>
  `http://${host}.localhost:${new URL(baseURL ?? '').port}${path}`

async function signIn(page: Page, email: string): Promise<void> {
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[name="password"]').fill(password)
  // Its name depends on the default language of the business unit.
  await page.locator('button[type="submit"]').click()
  await expect(page).not.toHaveURL(/signin/)
}

test('a partner creates a business unit, deactivates it, and deletes it by typing its name', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto(at(baseURL, 'adventure-works'))
  await signIn(page, 'tereza.nogueira@adventure-works.com')
  await page.goto(at(baseURL, 'adventure-works', '/companies'))
  await page.getByRole('link', { name: 'Nova unidade' }).click()

  // One menu entry of staff and one of readers have this name.
  await expect(page.getByRole('checkbox', { name: 'Relatórios gerenciais', exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Adventure Works Norte')
  await page.getByLabel('Subdomínio').fill('reports')
  await page.getByRole('button', { name: 'Adicionar' }).click()
  await expect(page.getByRole('alert')).toContainText('Este subdomínio é reservado')
  await page.getByLabel('Subdomínio').fill('aw-norte')
  await page.getByLabel('Nome do administrador').fill('Nina Prado')
  await page.getByRole('button', { name: 'Adicionar' }).click()
  await expect(page.getByText('E-mail do administrador é obrigatório!')).toHaveCount(2)
  await page.getByLabel('E-mail do administrador').fill('nina.prado@adventure-works.com')
  await page.getByRole('button', { name: 'Adicionar' }).click()

  await expect(page.getByRole('status').filter({ hasText: /Unidade criada em aw-norte\./ })).toBeVisible()
  await expect(page.getByText('Nina Prado recebe em nina.prado@adventure-works.com um convite')).toBeVisible()
  await page.getByRole('button', { name: /^Unidade de negócio/ }).click()
  await expect(page.getByRole('option', { name: /Adventure Works Norte/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Entrar em Adventure Works Norte' }).click()
  await expect(page).toHaveURL(/\/\/aw-norte\./)
  await expect(page.getByText('Você está em Adventure Works Norte como administrador.')).toBeVisible()
  await page.getByRole('button', { name: 'Voltar', exact: true }).click()
  await expect(page).toHaveURL(/\/\/adventure-works\./)
  // The address changes before the session has moved: a page load in between would lose it.
  await expect(page.getByRole('button', { name: 'Sua conta' })).toBeVisible()
  await page.goto(at(baseURL, 'adventure-works', '/companies'))
  const visitor = await browser.newPage()
  await expect(page.getByRole('link', { name: 'Adventure Works Norte' })).toBeVisible()
  await visitor.goto(at(baseURL, 'aw-norte'))
  await expect(visitor).toHaveURL(/\/signin$/)
  await expect(visitor.getByText('Adventure Works Norte')).toBeVisible()

  await page.getByRole('link', { name: 'Adventure Works Norte' }).click()
  await page.getByRole('switch', { name: 'Unidade ativa' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('row', { name: /Adventure Works Norte/ })).toContainText('Desativada')

  await page.getByRole('button', { name: 'Mais ações: Adventure Works Norte' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').pressSequentially('adventure works norte')
  await dialog.getByRole('button', { name: 'Excluir' }).click()
  await expect(page.getByText('A exclusão de Adventure Works Norte começou.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Adventure Works Norte' })).toHaveCount(0)
  await expect(page.getByText('Adventure Works Norte foi excluída.')).toBeVisible()
  await visitor.goto(at(baseURL, 'aw-norte'))
  await expect(visitor).toHaveURL(/\/domain\/notfound/)
})

test('the connection test of an account shows each step, and a workspace is added from the account @all', async ({
  page,
  baseURL,
}) => {
  await page.goto(at(baseURL, 'adventure-works'))
  await signIn(page, 'tereza.nogueira@adventure-works.com')
  await page.goto(at(baseURL, 'adventure-works', '/powerbi'))
  await page.getByRole('main').getByRole('link', { name: 'Vitrine', exact: true }).click()
  await page.getByRole('button', { name: 'Testar conexão' }).click()
  await expect(page.getByText('A conta funciona.')).toBeVisible()
  await page.locator('input[name="secret"]').fill('another one')
  await expect(page.getByText('A conta funciona.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Testar conexão' }).click()
  await expect(page.getByRole('listitem').filter({ has: page.getByLabel('falhou') })).toContainText('AADSTS7000215')

  // Europe has no workspace yet. It cannot see the workspaces of other business units at the same account.
  await page.goto(at(baseURL, 'aw-europe'))
  await signIn(page, 'karen.novak@adventure-works.com')
  await page.goto(at(baseURL, 'aw-europe', '/powerbi/workspace'))
  await page.getByRole('button', { name: 'New workspace' }).first().click()
  await page.getByRole('button', { name: 'Add: Adventure Works Europe' }).click()
  await expect(page.getByRole('dialog').getByText('Added', { exact: true })).toHaveCount(1)
  await page.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'More actions: Adventure Works Europe' }).click()
  await page.getByRole('menuitem', { name: 'Reports at the service' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3)
})

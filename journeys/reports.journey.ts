import { expect, type Page } from '@playwright/test'
import { chooseOffered, password, test } from './portal.ts'

const at = (baseURL: string | undefined, path: string) =>
  `http://aw-brasil.localhost:${new URL(baseURL ?? '').port}${path}`

async function signIn(page: Page, email: string): Promise<void> {
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[name="password"]').fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).not.toHaveURL(/signin/)
}

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

test('an administrator publishes a report, grants it to a seller, and revokes the grant while the seller reads', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto(at(baseURL, '/reports'))
  await signIn(page, 'ana.souza@adventure-works.com')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Novo grupo' }).click()
  await dialog.getByLabel('Nome').fill('Metas')
  await dialog.getByRole('button', { name: 'Adicionar' }).click()
  await page.getByRole('region', { name: 'Metas' }).getByRole('button', { name: 'Novo subgrupo' }).click()
  await dialog.getByLabel('Nome').fill('Trimestre')
  await dialog.getByRole('button', { name: 'Adicionar' }).click()
  await expect(page.getByRole('link', { name: 'Trimestre', exact: true })).toBeVisible()

  await page.goto(at(baseURL, '/report/add'))
  await choose(page, 'Workspace', /Adventure Works Brasil/)
  await choose(page, 'Relatório do workspace', /Desempenho de revendas/)
  await expect(page.getByText('O modelo de dados tem funções')).toBeVisible()
  await page.getByRole('textbox', { name: 'Nome' }).fill('Metas das revendas')
  await choose(page, 'Subgrupo', 'Trimestre')
  await page.getByRole('button', { name: 'Adicionar', exact: true }).click()

  // After publishing, the portal asks who may read the report. A seller without a role would see no rows, so the form refuses it.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quem pode abrir Metas das revendas')
  await chooseOffered(page.getByRole('combobox', { name: 'Adicionar uma pessoa' }), 'Linda', /Linda Mitchell/)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('alert')).toContainText('precisa de pelo menos uma função')
  await page.getByRole('combobox', { name: 'Funções' }).fill('Salesperson')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('row', { name: /Linda Mitchell/ })).toContainText('Vê as linhas da função Salesperson')

  const reading = await browser.newContext()
  const reader = await reading.newPage()
  await reader.goto(at(baseURL, '/'))
  await signIn(reader, 'linda3@adventure-works.com')
  await reader
    .getByRole('link', { name: /Metas das revendas/ })
    .first()
    .click()
  await expect(reader.frameLocator('iframe').getByText('Vendas').first()).toBeVisible({ timeout: 30_000 })

  await page.getByRole('button', { name: 'Tirar o acesso de Linda Mitchell' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Ninguém recebeu este relatório ainda.')).toBeVisible()
  await expect(reader.getByText('Seu acesso a este relatório terminou')).toBeVisible()
  await reading.close()

  await page.goto(at(baseURL, '/report'))
  await page.getByRole('button', { name: 'Mais ações: Metas das revendas' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await dialog.getByRole('textbox').fill('METAS_DAS_REVENDAS')
  await dialog.getByRole('button', { name: 'Excluir' }).click()
  await expect(page.getByRole('link', { name: 'Metas das revendas' })).toHaveCount(0)

  // The group has no report left, so it can be deleted together with its empty subgroup.
  await page.goto(at(baseURL, '/reports'))
  await page.getByRole('button', { name: 'Mais ações: Metas' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await dialog.getByRole('textbox').fill('METAS')
  await dialog.getByRole('button', { name: 'Excluir' }).click()
  await expect(page.getByRole('region', { name: 'Metas' })).toHaveCount(0)
})

// The import of people from a file: an administrator sends 200 rows, mends two that are wrong, removes one, imports the others, and takes
// what failed along as a file.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { faultsOf, fits, noViolations, people, type Portal, test } from './portal.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** 200 people, of whom every twentieth row has a fault. */
const lines = Array.from({ length: 200 }, (_, at) => {
  const [name, email] = [`Pessoa ${String(at + 1)}`, `pessoa${String(at + 1)}@import.example`]
  return at % 20 === 0 ? `${name};sem-arroba-${String(at + 1)};Leitor` : `${name};${email};Leitor`
})
const file = {
  name: 'pessoas.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Nome completo;E-mail;Perfil', ...lines].join('\r\n'), 'latin1'),
}

/** The demo world lets a business unit have 50 people. */
async function allowPeople(portal: Portal, user_limit: number): Promise<void> {
  const ask = await portal.as(people.platform, '')
  const { body } = await ask({ method: 'GET', path: '/api/auth/companies/all?size=100' })
  const id =
    (body['data'] as { id: string; subdomain: string }[]).find((unit) => unit.subdomain === 'aw-brasil')?.id ?? ''
  const { body: unit } = await ask({ method: 'GET', path: `/api/auth/companies/get?id=${id}` })
  const change = { id, version: unit['version'], user_limit }
  expect((await ask({ method: 'PUT', path: '/api/auth/companies/update', body: change })).status).toBe(200)
}

const toImport = async (page: Page) => {
  await page.getByRole('link', { name: 'Usuários', exact: true }).click()
  await page.getByRole('link', { name: 'Importar', exact: true }).click()
  await expect(page.getByText('no máximo 5.000 pessoas')).toBeVisible()
}

test('an administrator imports 200 people, of whom ten rows are wrong at first', async ({ portal }) => {
  await allowPeople(portal, 500)
  const admin = await portal.pageOf(people.admin)
  const faults = [faultsOf(admin)]
  await toImport(admin)
  await noViolations(admin, 'the upload')
  for (const [name, text, fault] of [
    ['vazio.csv', '', 'O arquivo está vazio.'],
    ['foto.png', 'PNG', 'Só CSV ou XLSX.'],
  ] as const) {
    await admin.locator('input[type="file"]').setInputFiles({ ...file, name, buffer: Buffer.from(text) })
    await expect(admin.getByRole('alert').filter({ hasText: fault })).toBeVisible()
  }
  await admin
    .locator('input[type="file"]')
    .setInputFiles({ ...file, name: 'foto.csv', buffer: Buffer.from('Nome;E-mail') })
  await expect(
    admin.getByRole('alert').filter({ hasText: 'Arquivo de importação inválido ou com poucas linhas' }),
  ).toBeVisible()
  await admin.locator('input[type="file"]').setInputFiles(file)

  await expect(admin.getByLabel('Coluna Nome completo')).toHaveValue('nome_usuario')
  await expect(admin.getByLabel('Coluna E-mail')).toHaveValue('email')
  await noViolations(admin, 'the columns')
  await admin.getByRole('button', { name: 'Revisar os dados' }).click()

  await expect(admin.getByText('190 linhas prontas')).toBeVisible()
  await expect(admin.getByText('10 linhas com valores inválidos estão ocultas')).toBeVisible()
  await admin.getByRole('switch', { name: 'Mostrar só as linhas com valores inválidos' }).check()
  await expect(admin.getByText('O campo E-mail é inválido!')).toHaveCount(10)
  await noViolations(admin, 'the review')
  await fits(admin, 'the review')
  for (const [line, email] of [
    ['2', 'primeira@import.example'],
    ['22', 'segunda@import.example'],
  ] as const) {
    const cell = admin.getByRole('textbox', { name: `E-mail, linha ${line}`, exact: true })
    await cell.fill(email)
    await cell.press('Enter')
    await expect(cell).toBeHidden()
  }
  await expect(admin.getByText('192 linhas prontas')).toBeVisible()
  await admin.getByRole('checkbox', { name: 'Selecionar a linha 42', exact: true }).check()
  await admin.getByRole('button', { name: 'Remover 1 linha' }).click()
  await expect(admin.getByText('7 linhas com valores inválidos', { exact: true })).toBeVisible()

  const onPhone = await portal.pageOf(people.admin, { ...phone, colorScheme: 'dark' })
  faults.push(faultsOf(onPhone))
  await onPhone.goto(admin.url())
  await expect(onPhone.getByText('192 linhas prontas')).toBeVisible()
  await fits(onPhone, 'the review on a phone')
  await noViolations(onPhone, 'the review on a phone')

  await admin.getByRole('button', { name: 'Importar 192 pessoas' }).click()
  const question = admin.getByRole('dialog', { name: 'Importar 192 pessoas' })
  await expect(question.getByText('192 pessoas serão adicionadas a esta unidade de negócio.')).toBeVisible()
  await question.getByRole('button', { name: 'Sim' }).click()
  await expect(admin.getByRole('heading', { name: 'Importação concluída' })).toBeVisible({ timeout: 60_000 })
  await expect(admin.getByText('192 pessoas cadastradas')).toBeVisible()
  await expect(admin.getByText('7 usuários não foram cadastrados por causa dos erros identificados')).toBeVisible()
  await noViolations(admin, 'the results')
  const saving = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Baixar as linhas que falharam' }).click()
  await admin.getByRole('menuitem', { name: /CSV/ }).click()
  const text = await readFile(await (await saving).path(), 'utf8')
  const rows = text.trimEnd().split('\r\n')
  expect(rows).toHaveLength(8)
  expect(rows[0]).toBe('\uFEFFNome completo;E-mail;Perfil;Motivo')
  expect(rows[1]).toBe('Pessoa 61;sem-arroba-61;Leitor;O campo E-mail é inválido!')

  await onPhone.reload()
  await expect(onPhone.getByText('192 pessoas cadastradas')).toBeVisible()
  await fits(onPhone, 'the results on a phone')
  // What failed is shown to be corrected.
  await onPhone.getByRole('button', { name: 'Corrigir aqui' }).click()
  await expect(onPhone.getByText('O campo E-mail é inválido!')).toHaveCount(7)
  await admin.getByRole('link', { name: 'Ver usuários' }).click()
  await admin.getByRole('searchbox').fill('primeira@import.example')
  await expect(admin.getByRole('row', { name: /primeira@import.example/ })).toBeVisible()
  expect(faults.flat()).toEqual([])
})

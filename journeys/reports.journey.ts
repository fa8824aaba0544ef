import { expect, type Page } from '@playwright/test'
import { sentenceOf } from '#apps/server/phrases.ts'
import { phrasesOf } from './phrase.ts'
import { chooseOffered, password, reportIn, test } from './portal.ts'

const say = phrasesOf('pt-BR')

const at = (baseURL: string | undefined, path: string) =>
  `http://aw-brasil.localhost:${new URL(baseURL ?? '').port}${path}`

async function signIn(page: Page, email: string): Promise<void> {
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[name="password"]').fill(password)
  await page.getByRole('button', { name: say('identity.signIn.submit') }).click()
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
  await page.getByRole('button', { name: say('reports.groups.add') }).click()
  await dialog.getByLabel(say('reports.groups.field.name')).fill('Metas')
  await dialog.getByRole('button', { name: say('general.action.add') }).click()
  await page
    .getByRole('region', { name: 'Metas' })
    .getByRole('button', { name: say('reports.subgroups.add') })
    .click()
  await dialog.getByLabel(say('reports.groups.field.name')).fill('Trimestre')
  await dialog.getByRole('button', { name: say('general.action.add') }).click()
  await expect(page.getByRole('link', { name: 'Trimestre', exact: true })).toBeVisible()

  await page.goto(at(baseURL, '/report/add'))
  await choose(page, say('reports.library.field.workspace_id'), /Adventure Works Brasil/)
  await choose(page, say('reports.library.field.service_report_id'), /Desempenho de revendas/)
  await expect(page.getByText(say('reports.library.rows.secured'))).toBeVisible()
  await page.getByRole('textbox', { name: say('reports.library.field.name') }).fill('Metas das revendas')
  await choose(page, say('reports.library.field.subgroup_id'), 'Trimestre')
  await page.getByRole('button', { name: say('general.action.add'), exact: true }).click()

  // After publishing, the portal asks who may read the report. A seller without a role would see no rows, so the form refuses it.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    say('reports.access.title', { name: 'Metas das revendas' }),
  )
  await chooseOffered(
    page.getByRole('combobox', { name: say('reports.access.pick.person') }),
    'Linda',
    /Linda Mitchell/,
  )
  await page.getByRole('button', { name: say('general.action.save') }).click()
  await expect(page.getByRole('alert')).toContainText(sentenceOf('report_access.role_missing', 'pt-BR'))
  await page.getByRole('combobox', { name: say('reports.access.field.roles') }).fill('Salesperson')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: say('general.action.save') }).click()
  await expect(page.getByRole('row', { name: /Linda Mitchell/ })).toContainText('Vê o que a função Salesperson permite')

  const reading = await browser.newContext()
  const reader = await reading.newPage()
  await reader.goto(at(baseURL, '/'))
  await signIn(reader, 'linda3@adventure-works.com')
  await reader
    .getByRole('link', { name: /Metas das revendas/ })
    .first()
    .click()
  await expect(reportIn(reader).getByText('Vendas').first()).toBeVisible({ timeout: 30_000 })

  await page.getByRole('button', { name: say('reports.access.remove', { name: 'Linda Mitchell' }) }).click()
  await page.getByRole('button', { name: say('general.action.save') }).click()
  await expect(page.getByText(say('reports.access.readersNone'))).toBeVisible()
  await expect(reader.getByText(say('reports.view.ended.title'))).toBeVisible()
  await reading.close()

  await page.goto(at(baseURL, '/report'))
  await page.getByRole('button', { name: `${say('general.action.more')}: Metas das revendas` }).click()
  await page.getByRole('menuitem', { name: say('general.action.remove') }).click()
  await dialog.getByRole('textbox').fill('METAS_DAS_REVENDAS')
  await dialog.getByRole('button', { name: say('general.action.remove') }).click()
  await expect(page.getByRole('link', { name: 'Metas das revendas' })).toHaveCount(0)

  // The group has no report left, so it can be deleted together with its empty subgroup.
  await page.goto(at(baseURL, '/reports'))
  await page.getByRole('button', { name: `${say('general.action.more')}: Metas` }).click()
  await page.getByRole('menuitem', { name: say('general.action.remove') }).click()
  await dialog.getByRole('textbox').fill('METAS')
  await dialog.getByRole('button', { name: say('general.action.remove') }).click()
  await expect(page.getByRole('region', { name: 'Metas' })).toHaveCount(0)
})

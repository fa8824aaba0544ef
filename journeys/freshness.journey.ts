// How fresh the data is: an administrator plans refreshes and starts one, sees its end and the plan in the calendar.
import { expect } from '@playwright/test'
import { fits, noViolations, people, test } from './portal.ts'

test('an administrator refreshes a data set, plans its refreshes, and finds them in the calendar', async ({
  portal,
}, testInfo) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/powerbi/datasets'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conjuntos de dados')
  await page
    .getByRole('link', { name: /AdventureWorks|Desempenho|Visão|Produtos/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Atualizar agora' }).click()
  await expect(page.getByText('A atualização foi iniciada com sucesso!')).toBeVisible()
  const first = page.getByRole('table', { name: '' }).locator('tbody tr').first()
  await expect(first).toContainText('Concluída', { timeout: 60_000 })
  await expect(first).toContainText('Ana Souza')
  // What is left of the daily limit stands above the history, before somebody reaches it.
  await expect(page.getByText(/^Restam? \d atualiza.* hoje, do limite diário de 8 da conta/)).toBeVisible()
  await noViolations(page, 'data set')
  await page.screenshot({ path: testInfo.outputPath('limit.png'), fullPage: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page, 'data set')
  await page.screenshot({ path: testInfo.outputPath('limit-phone.png'), fullPage: true })
  await page.setViewportSize({ width: 1280, height: 720 })

  await page.getByRole('switch', { name: 'Atualizar nestes dias e horários' }).check()
  for (const day of ['segunda-feira', 'quarta-feira']) await page.getByRole('checkbox', { name: day }).check()
  await page.getByRole('button', { name: 'Adicionar horário' }).click()
  await expect(page.getByText('Este plano usa 1 das 8 atualizações por dia.')).toBeVisible()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Feito com sucesso!').first()).toBeVisible()

  await page.goto(portal.url('/powerbi/datasets/calendar?from=2026-11-23'))
  await expect(page.getByText('06:00').first()).toBeVisible()
  await noViolations(page, 'calendar')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await fits(page, 'calendar')
})

test('a reader without the toggle gets no data sets', async ({ portal }) => {
  const page = await portal.pageOf(people.seller)
  await page.goto(portal.url('/powerbi/datasets'))
  await expect(page.getByText('Você não tem permissão para acessar esta página')).toBeVisible()
})

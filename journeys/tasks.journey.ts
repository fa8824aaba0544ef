// Tasks: an administrator plans a time, asks the data of a report, tests the question, runs it, and a reader is told.
import { expect } from '@playwright/test'
import { chooseOffered, faultsOf, fits, noViolations, people, test, takePicture } from './portal.ts'

const phone = { width: 390, height: 844 }

test('an administrator makes a trigger and a task, tests and runs it, and a reader is told', async ({ portal }) => {
  const admin = await portal.pageOf(people.admin)
  const faults = [faultsOf(admin)]
  await admin.goto(portal.url('/auto_actions/triggers'))
  await admin.getByRole('link', { name: 'Novo gatilho' }).click()
  await admin.getByLabel('Nome').fill('Fechamento do mês')
  await admin.getByLabel('Frequência').selectOption('Todo mês')
  await admin.getByText('31', { exact: true }).click()
  await noViolations(admin, 'a trigger')
  await admin.setViewportSize(phone)
  await fits(admin, 'a trigger')
  await admin.setViewportSize({ width: 1280, height: 900 })
  await admin.getByRole('button', { name: 'Adicionar', exact: true }).click()
  await expect(admin.getByRole('row', { name: /Fechamento do mês/ })).toContainText('Nenhuma tarefa')

  await admin.getByRole('link', { name: 'Tarefas', exact: true }).click()
  await expect(admin.getByText('Crie a primeira tarefa')).toBeVisible()
  await admin.getByRole('link', { name: 'Nova tarefa' }).click()
  await admin.getByLabel('Nome', { exact: true }).fill('Lojas acima da meta')
  await chooseOffered(
    admin.getByRole('combobox', { name: 'Relatório', exact: true }),
    'Visão geral',
    /Visão geral de vendas/,
  )
  await admin
    .getByLabel('Consulta DAX')
    .fill('EVALUATE UNION(ROW("Loja", "Norte", "Total", 12.5), ROW("Loja", "Sul", "Total", {{meta}} + 1))')
  await admin.getByRole('button', { name: 'Adicionar variável' }).click()
  await admin.getByRole('textbox', { name: 'Nome' }).nth(1).fill('meta')
  await admin.getByLabel('Tipo da variável').selectOption('Número')
  await admin.getByRole('textbox', { name: 'Valor' }).first().fill('100')
  await admin.getByRole('button', { name: 'Adicionar variável' }).click()
  await admin.getByRole('textbox', { name: 'Nome' }).nth(2).fill('loja')
  await admin.getByRole('textbox', { name: 'Coluna', exact: true }).fill('Loja')
  await admin.getByLabel('Tipo', { exact: true }).selectOption('Uma lista: cada linha que atende')
  await admin.getByRole('textbox', { name: 'Coluna comparada' }).fill('Total')
  await admin.locator('input[name="value"]').fill('50')
  await admin.getByLabel(/^Mensagem · Português \(Brasil\)/).fill('{{loja}} vendeu {{value}}')
  await admin.getByRole('button', { name: 'Testar a consulta' }).click()
  await expect(admin.getByText('A condição vale: a tarefa avisaria.')).toBeVisible()
  await expect(admin.getByText('Sul vendeu 101')).toBeVisible()
  await expect(admin.getByRole('cell', { name: '12,5' })).toBeVisible()
  await noViolations(admin, 'a task')
  await takePicture(admin, 'test-results/tasks-form.png', { fullPage: true })
  await admin.setViewportSize(phone)
  await fits(admin, 'a task')
  await takePicture(admin, 'test-results/tasks-form-phone.png', { fullPage: true })
  await admin.setViewportSize({ width: 1280, height: 900 })
  await admin.getByRole('combobox', { name: /^Gatilhos/ }).click()
  await admin.getByRole('option', { name: 'Fechamento do mês' }).click()
  await admin.keyboard.press('Escape')
  await chooseOffered(admin.getByRole('combobox', { name: 'Avisar uma pessoa' }), people.reader, /beatriz/i)
  await admin.getByRole('button', { name: 'Adicionar', exact: true }).click()

  const row = admin.getByRole('row', { name: /Lojas acima da meta/ })
  await expect(row).toContainText('Nunca rodou')
  await noViolations(admin, 'the tasks')
  await row.getByRole('button', { name: /Mais/ }).click()
  await admin.getByRole('menuitem', { name: 'Executar agora' }).click()
  await expect(row).toContainText('Avisou', { timeout: 60_000 })
  await takePicture(admin, 'test-results/tasks-list.png')
  await row.getByRole('button', { name: /Mais/ }).click()
  await admin.getByRole('menuitem', { name: 'Histórico' }).click()
  await expect(admin.getByRole('row', { name: /Avisou/ })).toContainText('101')
  await noViolations(admin, 'the history')
  await takePicture(admin, 'test-results/tasks-runs.png')
  await admin.setViewportSize(phone)
  await fits(admin, 'the history')

  const reader = await portal.pageOf(people.reader)
  faults.push(faultsOf(reader))
  await reader.goto(portal.url('/notifications'))
  await expect(reader.getByText('Sul vendeu 101')).toBeVisible()
  expect(faults.flat()).toEqual([])
})

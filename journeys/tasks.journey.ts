// Tasks: an administrator plans a time, asks the data of a report, tests the question, runs it, and a reader is told.
import { expect } from '@playwright/test'
import { phrasesOf } from './phrase.ts'
import { chooseOffered, faultsOf, fits, noViolations, people, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

const phone = { width: 390, height: 844 }

test('an administrator makes a trigger and a task, tests and runs it, and a reader is told', async ({ portal }) => {
  const admin = await portal.pageOf(people.admin)
  const faults = [faultsOf(admin)]
  await admin.goto(portal.url('/auto_actions/triggers'))
  await admin.getByRole('link', { name: say('automation.triggers.add') }).click()
  await admin.getByLabel(say('automation.triggers.field.name')).fill('Fechamento do mês')
  await admin
    .getByLabel(say('automation.triggers.field.frequency'))
    .selectOption(say('automation.triggers.choice.frequency.monthly'))
  await admin.getByText(say('automation.triggers.lastDay'), { exact: true }).click()
  await noViolations(admin, 'a trigger')
  await admin.setViewportSize(phone)
  await fits(admin, 'a trigger')
  await admin.setViewportSize({ width: 1280, height: 900 })
  await admin.getByRole('button', { name: say('general.action.add'), exact: true }).click()
  await expect(admin.getByRole('row', { name: /Fechamento do mês/ })).toContainText(say('automation.triggers.noTasks'))

  await admin.getByRole('link', { name: say('automation.tasks.title'), exact: true }).click()
  await expect(admin.getByText(say('automation.tasks.empty'))).toBeVisible()
  await admin.getByRole('link', { name: say('automation.tasks.add') }).click()
  await admin.getByLabel(say('automation.tasks.field.name'), { exact: true }).fill('Lojas acima da meta')
  await chooseOffered(
    admin.getByRole('combobox', { name: say('automation.tasks.field.report_id'), exact: true }),
    'Visão geral',
    /Visão geral de vendas/,
  )
  await admin.getByRole('button', { name: say('automation.tasks.question.write') }).click()
  const query = admin.getByRole('textbox', { name: say('automation.tasks.field.dax'), exact: true })
  await query.fill('EVALUATE\nNowhere')
  await query.press('Control+Enter')
  await expect(admin.getByText(say('reports.daxQueries.errorAt', { line: '2', column: '1' }))).toBeVisible()
  await expect(query.locator('.cm-lintRange-error')).toHaveText('Nowhere')
  await noViolations(admin, 'a query with an error')
  await query.fill('EVALUATE ')
  await query.pressSequentially('COUNTRO')
  await expect(admin.getByRole('option', { name: 'COUNTROWS(' })).toBeVisible()
  await query.press('Escape')
  await query.fill("EVALUATE '")
  await query.press('Control+Space')
  await expect(admin.locator('.cm-tooltip-autocomplete')).toContainText(/'[\p{L} ]+'/u)
  await query.press('Escape')
  // Tab indents, and leaves after Escape.
  await query.press('Tab')
  await expect(query).toBeFocused()
  await query.press('Escape')
  await query.press('Tab')
  await expect(query).not.toBeFocused()
  await query.fill('EVALUATE UNION(ROW("Loja", "Norte", "Total", 12.5), ROW("Loja", "Sul", "Total", {{meta}} + 1))')
  await admin.getByRole('button', { name: say('automation.tasks.variable.add') }).click()
  await admin
    .getByRole('textbox', { name: say('automation.tasks.field.name') })
    .nth(1)
    .fill('meta')
  await admin
    .getByLabel(say('automation.tasks.field.substitution'))
    .selectOption(say('automation.tasks.choice.substitution.number'))
  await admin
    .getByRole('textbox', { name: say('automation.tasks.variable.value') })
    .first()
    .fill('100')
  await admin.getByRole('button', { name: say('automation.tasks.variable.add') }).click()
  await admin
    .getByRole('textbox', { name: say('automation.tasks.field.name') })
    .nth(2)
    .fill('loja')
  await admin.getByRole('textbox', { name: say('automation.tasks.variable.column'), exact: true }).fill('Loja')
  await admin
    .getByLabel(say('automation.tasks.field.type'), { exact: true })
    .selectOption(say('automation.tasks.choice.type.list'))
  await admin.getByRole('textbox', { name: say('automation.tasks.field.column_name') }).fill('Total')
  await admin.locator('input[name="value"]').fill('50')
  await admin.getByLabel(/^Mensagem · Português \(Brasil\)/).fill('{{loja}} vendeu {{value}}')
  await admin.getByRole('button', { name: say('automation.tasks.test.button') }).click()
  await expect(admin.getByText(say('automation.tasks.test.holds'))).toBeVisible()
  await expect(admin.getByText('Sul vendeu 101')).toBeVisible()
  await expect(admin.getByRole('cell', { name: '12,5' })).toBeVisible()
  await noViolations(admin, 'a task')
  await takePicture(admin, 'test-results/tasks-form.png', { fullPage: true })
  await admin.setViewportSize(phone)
  await fits(admin, 'a task')
  await takePicture(admin, 'test-results/tasks-form-phone.png', { fullPage: true })
  await admin.setViewportSize({ width: 1280, height: 900 })
  // A new alert begins with the trigger that runs next.
  await expect(admin.getByText('Fechamento do mês', { exact: true })).toBeVisible()
  await chooseOffered(
    admin.getByRole('combobox', { name: say('automation.tasks.addPerson') }),
    people.reader,
    /beatriz/i,
  )
  await admin.getByRole('button', { name: say('general.action.add'), exact: true }).click()

  const row = admin.getByRole('row', { name: /Lojas acima da meta/ })
  await expect(row).toContainText(say('automation.tasks.states.never'))
  await noViolations(admin, 'the tasks')
  await row.getByRole('button', { name: /Mais/ }).click()
  await admin.getByRole('menuitem', { name: say('automation.tasks.run') }).click()
  await expect(row).toContainText(say('automation.tasks.states.notified'), { timeout: 60_000 })
  await takePicture(admin, 'test-results/tasks-list.png')
  await row.getByRole('button', { name: /Mais/ }).click()
  await admin.getByRole('menuitem', { name: say('automation.tasks.runs.title') }).click()
  await expect(admin.getByRole('row', { name: say('automation.tasks.states.notified') })).toContainText('101')
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

// A manager makes an app with a report, a text page and a link; a reader finds it and opens what is in it, also on a phone.
import { expect } from '@playwright/test'
import { readUsage } from '#features/reports/usage/contract.ts'
import { phrasesOf } from './phrase.ts'
import { chooseOffered, faultsOf, fits, noViolations, people, reportIn, test } from './portal.ts'

const say = phrasesOf('pt-BR')

const report = 'Visão geral de vendas'

test('a manager makes an app, and a reader opens its report and its page', async ({ portal }) => {
  const admin = await portal.pageOf(people.admin)
  await admin.goto(portal.url('/apps/add'))
  const name = `Comercial ${Date.now()}`
  await admin.getByLabel(say('reports.apps.field.name'), { exact: true }).fill(name)
  await admin.getByLabel(say('reports.apps.field.icon')).selectOption({ label: say('reports.apps.choice.icon.store') })
  await admin.getByLabel(say('reports.apps.sectionTitle')).fill('Vendas')

  // Several reports, one after another, and a link by one line.
  const reports = admin.getByRole('combobox', { name: `${say('reports.apps.quick.reports')}: Vendas` })
  for (const each of [report, 'Produtos']) await chooseOffered(reports, each, each)
  await admin.keyboard.press('Escape')
  const link = admin.getByRole('textbox', { name: `${say('reports.apps.quick.link')}: Vendas` })
  await link.fill('Intranet')
  await link.press('Enter')
  await expect(admin.getByText(say('reports.apps.quick.linkWrong'))).toBeVisible()
  await link.fill('Intranet intranet.example.com')
  // A line that nobody has added yet is not lost by saving.
  await link.blur()
  for (const each of [report, 'Produtos', 'Intranet'])
    await expect(admin.getByRole('button', { name: say('reports.apps.change', { name: each }) })).toBeVisible()
  const dialog = admin.getByRole('dialog')

  await admin.getByRole('button', { name: say('reports.apps.addItemTo', { name: 'Vendas' }) }).click()
  await admin.getByRole('menuitem', { name: say('reports.apps.kind.html') }).click()
  // Imported HTML with a script is refused, with the reason; cleaned HTML comes into the editor, where the person goes on writing.
  await dialog.getByRole('button', { name: say('general.editor.import') }).click()
  const importing = admin.getByRole('dialog', { name: say('general.editor.import') })
  const html = importing.getByRole('textbox', { name: 'HTML' })
  const heading = '<h1 style="color: green">Metas do trimestre</h1>'
  await html.fill(`${heading}<script>1</script>`)
  await importing.getByRole('button', { name: say('general.editor.importAction') }).click()
  await expect(importing.getByRole('alert')).toContainText('script')
  await html.fill(heading)
  await importing.getByRole('button', { name: say('general.editor.importAction') }).click()
  const editor = dialog.getByRole('textbox', { name: say('reports.apps.item.html') })
  await expect(editor.getByRole('heading', { name: 'Metas do trimestre' })).toBeVisible()
  await editor.press('Control+End')
  await editor.press('Enter')
  await admin.keyboard.type('Até o fim de março.')
  await dialog.getByLabel(say('reports.apps.item.title')).fill('Metas')
  await dialog.getByRole('button', { name: say('general.action.add'), exact: true }).click()
  const person = admin.getByRole('combobox', { name: say('people.groups.grantees.person') })
  await chooseOffered(person, 'Beatriz', /Beatriz/)
  await expect(admin.getByRole('list', { name: say('people.groups.grantees.list') })).toContainText('Beatriz')
  await admin.getByRole('button', { name: say('general.action.add'), exact: true }).click()
  // The new app leads to its next steps.
  await expect(admin.getByRole('link', { name: say('reports.apps.open'), exact: true })).toBeVisible()

  // Opened again, an item says which report it shows, also where the first reports of a search do not hold it.
  await admin.route('**/api/auth/apps/contents/select*', (route) => route.fulfill({ json: [] }))
  await admin.reload()
  await admin.getByRole('button', { name: say('reports.apps.change', { name: report }) }).click()
  await expect(dialog.getByRole('combobox', { name: say('reports.apps.kind.report') })).toHaveValue(report)
  await dialog.getByRole('button', { name: say('general.action.cancel') }).click()

  for (const { width, colorScheme } of [
    { width: 1366, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const) {
    const options = { viewport: { width, height: 800 }, colorScheme } as const
    const reader = await portal.pageOf(people.reader, options)
    const faults = faultsOf(reader)
    await reader.goto(portal.url('/apps'))
    await reader.getByRole('link', { name }).click()
    await expect(reader.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(reportIn(reader).getByText('US$').first()).toBeVisible({ timeout: 30_000 })
    await fits(reader, 'an app')
    await reader.getByRole('button', { name: 'Metas' }).click()
    const written = reader.getByRole('article', { name: 'Metas' })
    await expect(written.getByRole('heading', { name: 'Metas do trimestre' })).toBeVisible()
    await expect(written.getByText('Até o fim de março.')).toBeVisible()
    expect(faults).toEqual([])
    await noViolations(reader, 'an app')
  }
  // The usage counts these views as those of an app.
  const ask = await portal.as(people.admin)
  const views = async () => (await ask(readUsage, { origin: 'app' })).views
  await expect.poll(views).toBeGreaterThan(0)
})

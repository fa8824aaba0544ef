// Editing a report in the browser, at the embedded service: two switches allow it, the editor changes and saves, and a reader sees it.
import { expect, type Page } from '@playwright/test'
import { addAccess } from '#features/reports/access/contract.ts'
import { duplicateReport, listReports } from '#features/reports/library/contract.ts'
import { listUsers } from '#features/people/users/contract.ts'
import { phrasesOf } from './phrase.ts'
import { noViolations, people, type Portal, reportIn, takePicture, test } from './portal.ts'

const say = phrasesOf('pt-BR')

/** A copy of a report that three people may open, with the path of its editor’s form. */
async function published(portal: Portal) {
  const admin = await portal.as(people.admin)
  const [original] = (await admin(listReports, { search: 'Produtos' })).data
  const { id } = await admin(duplicateReport, { id: original?.id ?? '' })
  const [editor] = (await admin(listUsers, { search: people.reader })).data
  const [reader] = (await admin(listUsers, { search: people.otherSeller })).data
  const [owner] = (await admin(listUsers, { search: people.admin })).data
  const grants = [editor, reader, owner].map((person) => ({
    user_id: person?.id ?? '',
    group_id: null,
    roles: ['Company'],
    identity: 'email' as const,
    identity_value: null,
    custom_data: null,
  }))
  await admin(addAccess, { report_id: id, grants })
  return { id, editorId: editor?.id ?? '' }
}

const visual = (page: Page) => reportIn(page).locator('[data-visual="porSubcategoria"]')
const edit = (page: Page) => page.getByRole('button', { name: say('reports.view.edit.tool'), exact: true })
const save = (page: Page) => page.getByRole('button', { name: say('reports.view.edit.save'), exact: true })
const panel = (page: Page) => reportIn(page).getByRole('complementary', { name: 'Edição do relatório' })

/** Turns a switch of a form on, and saves the form. */
async function turnOn(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('switch', { name }).click()
  await page.getByRole('button', { name: say('general.action.save'), exact: true }).click()
  await expect(page.getByText(say('general.toast.done'))).toBeVisible()
}

test('a publisher allows editing, an editor changes a title and a visual, and a reader sees it', async ({
  portal,
}, testInfo) => {
  const { id, editorId } = await published(portal)
  const path = portal.url(`/${id}/reports/view`)
  const editor = await portal.pageOf(people.reader)
  await editor.goto(path)
  await expect(visual(editor)).toBeVisible()
  await expect(edit(editor)).toHaveCount(0)

  const admin = await portal.pageOf(people.admin)
  await turnOn(admin, portal.url(`/report/${id}`), say('reports.library.field.allow_edit'))
  await turnOn(admin, portal.url(`/user/${editorId}`), say('people.users.field.edit_reports'))

  await editor.goto(path)
  await edit(editor).click()
  await expect(panel(editor)).toBeVisible()
  await expect(save(editor)).toBeDisabled()
  await visual(editor).click({ position: { x: 80, y: 60 } })
  const title = panel(editor).getByRole('textbox', { name: 'Título' })
  await expect(title).toHaveValue('Vendas por subcategoria')
  await title.fill('Subcategorias de 2013')
  await title.press('Enter')
  await expect(visual(editor).getByRole('heading', { name: 'Subcategorias de 2013' })).toBeVisible()
  await panel(editor).getByRole('combobox', { name: 'Tipo' }).selectOption({ label: 'Rosca' })
  await expect(visual(editor)).toHaveClass(/is-donutChart/)
  await takePicture(editor, testInfo.outputPath('editor.png'))
  await noViolations(editor)

  // Undo and redo, and the keys that move the visual.
  await panel(editor).getByRole('button', { name: 'Desfazer', exact: true }).click()
  await expect(visual(editor)).not.toHaveClass(/is-donutChart/)
  await panel(editor).getByRole('button', { name: 'Refazer' }).click()
  await expect(visual(editor)).toHaveClass(/is-donutChart/)
  const before = await visual(editor).boundingBox()
  await visual(editor).focus()
  await visual(editor).press('ArrowUp')
  await expect.poll(async () => (await visual(editor).boundingBox())?.y).toBeLessThan(before?.y ?? 0)

  await save(editor).click()
  await expect(editor.getByText(say('reports.view.edit.saved'))).toBeVisible()
  await expect(save(editor)).toBeDisabled()

  const reader = await portal.pageOf(people.otherSeller)
  await reader.goto(path)
  await expect(visual(reader).getByRole('heading', { name: 'Subcategorias de 2013' })).toBeVisible()
  await expect(visual(reader)).toHaveClass(/is-donutChart/)
  await expect(edit(reader)).toHaveCount(0)

  await editor.getByRole('button', { name: say('reports.view.edit.leave') }).click()
  await expect(edit(editor)).toBeVisible()
  await expect(panel(editor)).toHaveCount(0)
})

test('unsaved changes are asked for, and the second of two editors loses nothing', async ({ portal }, testInfo) => {
  const { id } = await published(portal)
  const admin = await portal.pageOf(people.admin)
  await turnOn(admin, portal.url(`/report/${id}`), say('reports.library.field.allow_edit'))
  const path = portal.url(`/${id}/reports/view`)
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const }
  const [first, second] = [await portal.pageOf(people.admin), await portal.pageOf(people.admin, phone)]
  for (const page of [first, second]) {
    await page.goto(path)
    await edit(page).click()
    const name = panel(page).getByRole('textbox', { name: 'Nome da página' })
    await name.fill(page === first ? 'Primeira' : 'Segunda')
    await name.press('Enter')
    await expect(save(page)).toBeEnabled()
  }
  await takePicture(second, testInfo.outputPath('editor-phone.png'))

  await first.getByRole('button', { name: say('reports.view.edit.leave') }).click()
  const question = first.getByRole('dialog')
  await expect(question).toContainText(say('general.form.leaveTitle'))
  await first.keyboard.press('Escape')
  await save(first).click()
  await expect(first.getByText(say('reports.view.edit.saved'))).toBeVisible()

  await save(second).click()
  await expect(second.getByText(say('reports.view.edit.conflict'))).toBeVisible()
  await expect(panel(second).getByRole('textbox', { name: 'Nome da página' })).toHaveValue('Segunda')
  await panel(second).getByRole('button', { name: 'Aplicar minhas mudanças sobre a versão salva' }).click()
  await expect(panel(second).getByRole('button', { name: /^Aplicar/ })).toHaveCount(0)
  await save(second).click()
  await expect(second.getByText(say('reports.view.edit.saved'))).toBeVisible()
})

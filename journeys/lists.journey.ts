// Features that every list has, tested with the people of a business unit: keyboard navigation, bulk actions, columns and saved views
// that follow a person to another device, and an export of the columns shown.
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { tagCalls } from '#features/reports/tags/contract.ts'
import { addManyPeople } from '#apps/server/testing/many-people.ts'
import { ownerUrlIn } from '#platform/server/machine/embedded-postgres.ts'
import { addUser, listUsers } from '#features/people/users/contract.ts'
import { countedRows } from '#catalogue/limits.ts'
import { phrasesOf } from './phrase.ts'
import { chooseOffered, noViolations, password, people, test } from './portal.ts'

const say = phrasesOf('pt-BR')
const sayInEnglish = phrasesOf('en-US')

test('an administrator selects two people by keyboard, disables both in one action and enables them again', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/user?search=alb'))
  const rows = page.getByRole('table', { name: say('people.users.title') }).locator('tbody tr')
  await expect(rows.first().getByRole('link')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('0@adventure')
  await expect(page).toHaveURL(/search=0/)
  await expect(rows.nth(1)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()

  for (const key of ['j', 'x', 'ArrowDown', 'x']) await page.keyboard.press(key)
  await expect(rows.nth(1).getByRole('link')).toBeFocused()
  const bar = page.getByRole('region', { name: say('general.bulk.bar') })
  await expect(bar).toContainText(say('general.bulk.selected', { count: 2 }))
  await noViolations(page)
  const names = await rows.locator('input:checked').evaluateAll((boxes) => boxes.map((box) => box.ariaLabel))
  expect(names).toHaveLength(2)

  await bar.getByRole('button', { name: say('people.users.action.disable') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('reports.library.yes') })
    .click()
  await expect(bar).toBeHidden()
  for (const at of [0, 1]) await expect(rows.nth(at)).toContainText(say('people.users.state.I'))
  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check()
  await bar.getByRole('button', { name: say('people.users.action.enable'), exact: true }).click()
  await expect(bar).toBeHidden()
  for (const at of [0, 1]) await expect(rows.nth(at)).toContainText(say('people.users.state.A'))

  await rows.nth(0).getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: say('general.keys.title') })).toBeVisible()
  await noViolations(page)
})

test('a list whose records are no longer counted says that there are more @all', async ({ portal }) => {
  const page = await portal.pageOf(people.admin)
  const ask = await portal.rawAs(people.admin)
  // The answer as it is on the wire.
  const { body } = await ask({ method: 'GET', path: `/api/${listUsers.path}?size=25` })
  await page.route(`**/api/${listUsers.path}?*`, (route) =>
    route.fulfill({ json: { ...body, total: countedRows + 1 } }),
  )
  await page.goto(portal.url('/user'))
  await expect(
    page.getByRole('main').getByText(say('general.list.countOfMany', { records: '10.000 pessoas' })),
  ).toBeVisible()
})

test('a bulk action changes the records that allow it and names the others @all', async ({ portal }) => {
  const ask = await portal.as(people.admin)
  const person = {
    email: 'ana.souza.filha@example.com',
    password,
    language: 'pt-BR',
    perfil_usuario: 'user',
    state: 'A',
    phone: '',
    department: '',
    edit_reports: 'N',
  } as const
  await ask(addUser, { ...person, group_ids: [], nome_usuario: 'Ana Souza Filha' })
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/user?search=ana%20souza'))
  const rows = page.getByRole('table', { name: say('people.users.title') }).locator('tbody tr')
  for (const name of ['Ana Souza', 'Ana Souza Filha']) {
    await rows.getByRole('checkbox', { name: say('general.bulk.select', { name }), exact: true }).check()
  }
  const bar = page.getByRole('region', { name: say('general.bulk.bar') })
  await bar.getByRole('button', { name: 'Inativar (1 de 2)' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('reports.library.yes') })
    .click()
  await expect(bar.getByRole('alert')).toContainText('Ana Souza Não permite esta ação.')
  await expect(bar).toContainText(say('general.bulk.selected', { count: 1 }))
  await expect(rows.filter({ hasText: 'Ana Souza Filha' })).toContainText(say('people.users.state.I'))
})

test('bulk deletion of tags asks to type their number, and names a tag that could not be deleted @all', async ({
  portal,
}) => {
  const ask = await portal.as(people.admin)
  for (const name of ['Junho', 'Julho', 'Agosto']) await ask(tagCalls.add, { name: `Mês de ${name}`, color: 'blue' })
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/tags?search=m%C3%AAs'))
  const boxes = page.locator('tbody').getByRole('checkbox')
  await boxes.nth(0).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await page
    .getByRole('region', { name: say('general.bulk.bar') })
    .getByRole('button', { name: say('general.action.remove') })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: say('general.action.remove') })).toBeDisabled()
  await expect(dialog).toContainText('só perdem a etiqueta. Todos os dados vinculados serão apagados.')
  await noViolations(page)
  await dialog.getByRole('textbox').fill('3_registros')
  // Another person deletes one of the tags first.
  const [other] = (await ask(tagCalls.list, { search: 'julho' })).data
  await ask(tagCalls.remove, { id: other?.id ?? '' })
  await dialog.getByRole('button', { name: say('general.action.remove') }).click()
  const bar = page.getByRole('region', { name: say('general.bulk.bar') })
  await expect(bar.getByRole('alert')).toContainText('1 registro ficou como estava e continua selecionado')
  await expect(bar.getByRole('alert')).toContainText('Mês de Julho Nenhum registro encontrado!')
  await expect(bar).toContainText(say('general.bulk.selected', { count: 1 }))
  await expect(page.getByText(say('reports.tags.counted', { count: 0 }), { exact: true })).toBeVisible()
})

test('a list of ten thousand people scrolls without pages, and a row in the middle is selected by keyboard', async ({
  portal,
  world,
}) => {
  // Creating ten thousand people takes most of this time.
  await addManyPeople(ownerUrlIn(world.dataDir), 'aw-us', 10_200)
  const page = await portal.pageOf(people.adminOfUs, { unit: 'aw-us' })
  await page.goto(portal.url('/user?search=row-', 'aw-us'))
  await page
    .getByLabel(sayInEnglish('general.list.perPage'))
    .getByRole('combobox')
    .selectOption({ label: sayInEnglish('general.list.scrolling') })
  const table = page.getByRole('table', { name: sayInEnglish('people.users.title') })
  await expect(table).toHaveAttribute('aria-rowcount', '10001')
  // The server counts no further than ten thousand.
  await expect(
    page.getByText(sayInEnglish('general.list.countOfMany', { records: '10,000 people' }), { exact: true }),
  ).toBeVisible()
  await expect(page.getByText(/^1–\d+ of more than 10,000$/)).toBeVisible()
  await expect(table.getByRole('link', { name: 'row-00001' })).toBeVisible()
  await noViolations(page)
  const middle = () =>
    page.evaluate(() => {
      const [first] = document.querySelectorAll<HTMLElement>('tbody tr[data-index]')
      scrollTo(0, (first?.offsetHeight ?? 0) * 5_000)
    })
  await middle()
  // Rows that are not loaded yet keep their space; they have the height of loaded rows.
  await expect(table.getByRole('link', { name: /^row-05[01]/ }).nth(8)).toBeVisible()
  await expect.poll(() => table.locator('tbody tr').count()).toBeLessThan(60)
  // The next row may still be loading. A row that is not loaded cannot take focus.
  const goDown = () =>
    expect(async () => {
      await page.keyboard.press('j')
      await expect(table.locator('tbody tr:focus-within a')).toBeFocused({ timeout: 500 })
    }).toPass()
  await goDown()
  await goDown()
  await page.keyboard.press('x')
  const row = table.locator('tr[data-selected]')
  await expect(row).toHaveCount(1)
  const place = Number(await row.getAttribute('aria-rowindex'))
  expect(place).toBeGreaterThan(4_900)
  await expect(row.getByRole('link')).toBeFocused()
  await expect(row).toContainText(`row-${String(place - 1).padStart(5, '0')}`)
  const bar = page.getByRole('region', { name: sayInEnglish('general.bulk.bar') })
  await expect(bar).toContainText(sayInEnglish('general.bulk.selected', { count: 1 }))

  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByText('These are the first 10,000 records.')).toBeVisible()
  await expect(bar).toContainText(sayInEnglish('general.bulk.selected', { count: 1 }))
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(table).toHaveAttribute('aria-rowcount', '10001')
})

test('columns and the default view of a list follow the person to another device, and the export has the columns shown @all', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/user?search=a&sort=email&order=desc'))
  const exported = async () => {
    await page.getByRole('button', { name: say('general.export.open') }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: say('general.export.csv') }).click(),
    ])
    return (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').split('\r\n')
  }
  // The department column is hidden by default, so the export does not have it.
  expect((await exported())[0]).toBe('Nome;E-mail;Perfil;Grupos;Situação;Último acesso')
  await page.getByRole('button', { name: say('general.list.columns') }).click()
  await page.getByRole('menuitemcheckbox', { name: say('people.users.field.group_ids') }).click()
  await expect(page.getByRole('columnheader', { name: say('people.users.field.group_ids') })).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: say('general.view.open') }).click()
  await page.getByRole('menuitem', { name: say('general.view.save') }).click()
  await page.getByLabel(say('general.view.name')).fill('Sem grupos')
  await page.getByLabel(say('general.view.first')).check()
  await noViolations(page)
  await page.getByRole('button', { name: say('general.action.save'), exact: true }).click()
  await expect(page.getByRole('button', { name: 'Sem grupos' })).toBeVisible()

  const [titles, first] = await exported()
  expect(titles).toBe('Nome;E-mail;Perfil;Situação;Último acesso')
  const shown = await page.locator('tbody tr').first().innerText()
  expect(shown).toContain(first?.split(';')[0])

  const other = await portal.pageOf(people.admin, { viewport: { width: 390, height: 844 } })
  await other.goto(portal.url('/user'))
  await expect(other).toHaveURL(/search=a/)
  await other.getByRole('button', { name: say('general.list.more') }).click()
  await expect(other.getByRole('button', { name: 'Sem grupos' })).toBeVisible()
  await noViolations(other)

  await page.getByRole('button', { name: 'Sem grupos' }).click()
  await page.getByRole('menuitem', { name: say('general.view.arrange') }).click()
  await page.getByRole('button', { name: say('general.view.remove', { name: 'Sem grupos' }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('general.action.save') })
    .click()
  await page.getByRole('button', { name: say('general.list.columns') }).click()
  await page.getByRole('menuitem', { name: say('general.list.allColumns') }).click()
  await page.goto(portal.url('/user'))
  await expect(page.getByRole('columnheader', { name: say('people.users.field.group_ids') })).toBeVisible()
})

test('on a phone one button opens the tools of a list, and active filters stay visible', async ({ portal }) => {
  const page = await portal.pageOf(people.admin, { viewport: { width: 390, height: 800 } })
  await page.goto(portal.url('/user'))
  const more = page.getByRole('button', { name: say('general.list.more') })
  const tops = await Promise.all([page.getByRole('searchbox'), more].map(async (part) => (await part.boundingBox())?.y))
  expect(tops[0]).toBe(tops[1])
  const [group, state] = [say('people.users.group'), say('people.users.field.state')].map((name) =>
    page.getByRole('button', { name, exact: false }).first(),
  )
  await expect(page.getByRole('button', { name: say('general.export.open') })).toBeHidden()
  await more.click()
  await expect(page.getByRole('button', { name: say('general.export.open') })).toBeVisible()
  await state?.click()
  await expect(page.getByRole('menuitemradio', { name: say('people.users.state.D') })).toHaveAccessibleDescription(
    /vínculo terminou/,
  )
  await page.getByRole('menuitemradio', { name: say('people.users.state.A'), exact: true }).click()
  await more.click()
  await expect(more).toHaveAccessibleName(say('general.list.moreActive', { count: 1 }))
  await expect(page.getByRole('button', { name: 'Situação: Ativo', exact: true })).toBeVisible()
  await expect(group ?? more).toBeHidden()
  await noViolations(page)
})

for (const width of [1280, 390]) {
  test(`a notification does not cover the buttons of a list, ${width} px wide @all`, async ({ portal }) => {
    const page = await portal.pageOf(people.admin, { viewport: { width, height: 800 } })
    await page.goto(portal.url('/user'))
    if (width < 768) await page.getByRole('button', { name: say('general.list.more') }).click()
    await page.getByRole('button', { name: say('general.export.open') }).click()
    await page.getByRole('menuitem', { name: say('general.export.csv') }).click()
    const said = page.getByRole('status').filter({ hasText: say('general.export.done') })
    await expect(said).toBeVisible()
    const top = (await said.boundingBox())?.y ?? 0
    for (const reached of [
      page.getByRole('link', { name: say('people.users.add') }),
      page.getByRole('button', { name: say('general.export.open') }),
    ]) {
      const box = await reached.boundingBox()
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(top)
    }
    // A click goes through the notification to the element below it.
    const beneath = await said.evaluate((toast) => {
      const { x, y, width, height } = toast.getBoundingClientRect()
      return toast.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
    expect(beneath).toBe(false)
  })
}

test('a tag beyond the first hundred is found in the report filter and in the report form @all', async ({ portal }) => {
  const ask = await portal.as(people.admin)
  for (let at = 1; at <= 101; at += 1) await ask(tagCalls.add, { name: `Zona ${at + 100}`, color: 'blue' })
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/report'))
  await page.getByRole('button', { name: say('reports.library.filter.tag_id'), exact: true }).click()
  const found = page.getByRole('listbox', { name: say('reports.library.filter.tag_id') })
  await expect(found.getByRole('option').first()).toBeVisible()
  await noViolations(page)
  await page.keyboard.type('zona 201')
  await expect(found.getByRole('option')).toHaveText(['Zona 201'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/tag_id=/)
  const chip = page.getByRole('button', { name: 'Etiqueta: Zona 201', exact: true })
  await expect(chip).toBeFocused()
  await page.reload()
  await expect(chip).toBeVisible()

  await page.goto(portal.url('/report/add'))
  await chooseOffered(page.getByRole('combobox', { name: say('reports.tags.title') }), 'zona 201', 'Zona 201')
  await expect(page.getByRole('combobox', { name: say('reports.tags.title') })).toHaveValue('')
  await expect(page.getByText('Zona 201')).toBeVisible()
})

// An administrator manages the people of a business unit: adds, finds, blocks and removes them.
import { expect, type Locator, type Page } from '@playwright/test'
import { chooseOffered, noViolations, password, people, test } from './portal.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row', { name })

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Mais ações: ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('an administrator adds a person to a group, blocks them while they are signed in, and removes them', async ({
  page,
  portal,
}) => {
  const [name, email] = ['Zélia Prado', 'zelia.prado@example.com']
  await portal.signIn(page, people.admin)
  await page.getByRole('link', { name: 'Usuários', exact: true }).first().click()
  await page.getByRole('link', { name: 'Novo usuário' }).click()
  await page.getByRole('button', { name: 'Adicionar' }).click()
  await expect(page.getByRole('alert')).toContainText('O campo Nome é obrigatório!')
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('E-mail').fill('linda3@adventure-works.com')
  await page.getByRole('button', { name: 'Adicionar' }).click()
  await expect(page.getByRole('alert')).toContainText('Este e-mail já existe')
  await page.getByLabel('E-mail').fill(email)
  await page.locator('input[name="password"]').fill(password)
  // A click scrolls the field from behind the bar with the buttons, where its options would stay hidden; `fill` does not.
  const groups = page.getByPlaceholder('Busque um grupo')
  await groups.click()
  await chooseOffered(groups, 'vended', /Vendedores/)
  await page.getByRole('button', { name: 'Adicionar' }).click()

  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('zelia')
  await expect(page).toHaveURL(/search=zelia/)
  await expect(rowOf(page, name)).toContainText('Vendedores')

  const theirs = await portal.pageOf(email)
  await choose(page, name, 'Bloquear')
  await page.getByRole('button', { name: 'Sim' }).click()
  await expect(rowOf(page, name)).toContainText('Bloqueado')
  await expect(theirs).toHaveURL(/\/signin/)

  await choose(page, name, 'Excluir')
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Excluir' })
  await expect(confirm).toBeDisabled()
  await page.getByRole('dialog').getByRole('textbox').pressSequentially('zélia prado')
  await confirm.click()
  await expect(page.getByText('Nenhum registro encontrado!')).toBeVisible()
})

test('a form reports a concurrent change, and asks before it discards unsaved input', async ({
  page,
  context,
  portal,
}) => {
  await portal.signIn(page, people.admin)
  await page.goto(portal.url('/group_users'))
  await page.getByRole('link', { name: 'Produtos' }).click()
  await expect(page.getByLabel('Nome')).toHaveValue('Produtos')
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByLabel('Nome').fill('Produtos e preços')
  await other.getByLabel('Descrição').fill('Quem cuida do portfólio')
  await other.getByRole('button', { name: 'Salvar' }).click()
  await expect(other).toHaveURL(/\/group_users/)

  await page.getByLabel('Descrição').fill('Outra coisa')
  await page.getByRole('link', { name: 'Início' }).first().click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const answer of ['Sim', 'Não']) {
      await page.getByRole('button', { name: answer }).hover()
      await noViolations(page, `${answer}, ${colorScheme}`)
    }
  }
  await page.getByRole('button', { name: 'Não' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('alert')).toContainText('Alguém alterou isto enquanto você editava')

  // No input is lost: the person sees the values that the other person saved and chooses which to keep.
  await page.getByRole('button', { name: 'Ver o que mudou' }).click()
  const merge = page.getByRole('dialog', { name: 'Outra pessoa salvou antes' })
  await expect(merge).toContainText('Produtos e preços')
  await expect(merge.getByRole('radio', { name: /O seu valor/ })).toBeChecked()
  await merge.getByRole('radio', { name: /O valor da outra pessoa/ }).click()
  await merge.getByRole('radio', { name: /O seu valor/ }).click()
  await merge.getByRole('button', { name: 'Continuar com isto' }).click()
  await expect(page.getByLabel('Nome')).toHaveValue('Produtos e preços')
  await expect(page.getByLabel('Descrição')).toHaveValue('Outra coisa')
  await page.getByLabel('Nome').fill('Produtos')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page).toHaveURL(/\/group_users/)
  await page.getByRole('link', { name: 'Produtos' }).click()
  await expect(page.getByLabel('Descrição')).toHaveValue('Outra coisa')
})

test('a merge shows dates in the local format, and the delete dialog lists what the person loses @all', async ({
  page,
  portal,
}) => {
  const ask = await portal.as(people.admin)
  const { body: found } = await ask({ method: 'GET', path: '/api/auth/users/all?search=beatriz' })
  const [person] = found['data'] as { id: string }[]
  await portal.signIn(page, people.admin)
  await page.goto(portal.url(`/user/${person?.id}`))
  await page.getByLabel('Bloquear a partir de').fill('2031-02-28')
  const { body: read } = await ask({ method: 'GET', path: `/api/auth/users/get?id=${person?.id}` })
  const change = { id: person?.id, version: read['version'], block_on: '2031-03-01' }
  expect((await ask({ method: 'PUT', path: '/api/auth/users/update', body: change })).status).toBe(200)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('button', { name: 'Ver o que mudou' }).click()
  const merge = page.getByRole('dialog', { name: 'Outra pessoa salvou antes' })
  await expect(merge.getByRole('radio', { name: /O seu valor/ })).toHaveAccessibleName(/28\/02\/2031/)
  await expect(merge.getByRole('radio', { name: /O valor da outra pessoa/ })).toHaveAccessibleName(/01\/03\/2031/)
  await merge.getByRole('button', { name: 'Cancelar' }).click()
  const undone = { id: person?.id, version: Number(read['version']) + 1, block_on: read['block_on'] }
  await ask({ method: 'PUT', path: '/api/auth/users/update', body: undone })

  await page.reload()
  await page.goto(portal.url('/user?search=beatriz'))
  await page.getByRole('button', { name: 'Mais ações: Beatriz Lima' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  const dialog = page.getByRole('dialog', { name: /^Excluir Beatriz/ })
  await expect(dialog).toContainText('perde grupos e relatórios liberados')
  await expect(dialog).toContainText('Todos os dados vinculados serão apagados. Não é possível desfazer.')
  await dialog.getByRole('textbox').fill('BEATRIZ_LIMA')
  await dialog.getByRole('button', { name: 'Excluir' }).hover()
  await noViolations(page)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
})

test('a number with a decimal comma keeps its decimals, and correcting a field clears its error', async ({
  page,
  portal,
}) => {
  const ask = await portal.as(people.admin)
  const field = {
    name: 'Horas por semana',
    kind: 'number',
    options: [],
    required: 'S',
    searchable: 'N',
    in_registration: 'N',
  }
  const { body: added } = await ask({ path: '/api/auth/custom_fields/add', body: field })
  const email = 'decio.vieira@example.com'
  await portal.signIn(page, people.admin)
  await page.goto(portal.url('/user/add'))
  await page.getByRole('button', { name: 'Adicionar' }).click()
  const [name, mail, hours] = ['Nome', 'E-mail', 'Horas por semana'].map((label) => page.getByLabel(label))
  if (!name || !mail || !hours) throw new Error('three fields')
  const isWrong = async (box: Locator, yes: boolean) =>
    yes ? expect(box).toHaveAttribute('aria-invalid', 'true') : expect(box).not.toHaveAttribute('aria-invalid', 'true')
  await isWrong(mail, true)
  await isWrong(name, true)
  await name.fill('Décio Vieira')
  await isWrong(name, false)
  await isWrong(mail, true)
  await mail.fill(email)
  await page.locator('input[name="password"]').fill(password)
  let asked = 0
  page.on('request', (request) => (asked += Number(request.url().includes('/users/add'))))
  await page.getByRole('button', { name: 'Adicionar' }).click()
  await isWrong(hours, true)
  // The form checks required fields itself and sends no request.
  expect(asked).toBe(0)
  await hours.pressSequentially('12,5')
  await expect(hours).toHaveValue('12,5')
  await isWrong(hours, false)
  await page.getByRole('button', { name: 'Adicionar' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()

  const { body: found } = await ask({ method: 'GET', path: `/api/auth/users/all?search=${email}` })
  const [person] = found['data'] as { id: string }[]
  const { body: read } = await ask({ method: 'GET', path: `/api/auth/users/get?id=${person?.id}` })
  expect(read['custom']).toEqual({ [String(added['id'])]: 12.5 })

  // Later journeys add people without this field.
  const path = `/api/auth/custom_fields/delete?id=${String(added['id'])}`
  expect((await ask({ method: 'DELETE', path })).status).toBe(200)
})

test('an allow-list of addresses without the author’s own address is stored only after confirmation @all', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.partner, { unit: 'aw-europe' })
  await page.goto(portal.url('/setting', 'aw-europe'))
  const address = page.getByRole('textbox', { name: 'Endereço ou faixa' })
  const save = page.getByRole('button', { name: 'Salvar' })
  const question = page.getByRole('dialog', { name: 'Salvar mesmo ficando de fora?' })
  await address.fill('203.0.113.0/24')
  await address.press('Enter')
  await save.click()
  await question.getByRole('button', { name: 'Não' }).click()
  await page.reload()
  await expect(page.getByText('203.0.113.0/24')).toHaveCount(0)

  await address.fill('203.0.113.0/24')
  await address.press('Enter')
  await save.click()
  await question.getByRole('button', { name: 'Sim' }).click()
  await expect(page.getByText('Feito com sucesso!')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Tirar 203.0.113.0/24' }).click()
  await save.click()
  await expect(page.getByText('Feito com sucesso!')).toBeVisible()
})

test('the settings offer mails about tickets only while there is a help desk @all', async ({ portal }) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/setting'))
  const helpDesk = page.getByRole('switch', { name: 'Receber chamados' })
  const mails = page.getByRole('switch', { name: 'Cópia dos avisos de chamados por e-mail' })
  const save = async () => {
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Feito com sucesso!').last()).toBeVisible()
    await page.reload()
  }
  await expect(mails).toBeChecked()
  await helpDesk.click()
  await expect(mails).toHaveCount(0)
  await save()
  await expect(helpDesk).not.toBeChecked()
  await helpDesk.click()
  await expect(mails).toBeChecked()
  await noViolations(page, 'settings of the help desk')
  await save()
  await expect(helpDesk).toBeChecked()
})

// An administrator manages the people of a business unit: adds, finds, blocks and removes them.
import { expect, type Locator, type Page } from '@playwright/test'
import { listUsers, readUser, updateUser } from '#features/people/users/contract.ts'
import { customFieldCalls } from '#features/organisation/custom-fields/contract.ts'
import { sentenceOf } from '#apps/server/phrases.ts'
import { phrasesOf } from './phrase.ts'
import { chooseOffered, noViolations, password, people, takePicture, test, openScreen } from './portal.ts'

const say = phrasesOf('pt-BR')

const rowOf = (page: Page, name: string) => page.getByRole('row', { name })

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `${say('general.action.more')}: ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('an administrator adds a person to a group, blocks them while they are signed in, and removes them', async ({
  page,
  portal,
}) => {
  const [name, email] = ['Zélia Prado', 'zelia.prado@example.com']
  await portal.signIn(page, people.admin)
  await openScreen(page, 'people')
  await page.getByRole('link', { name: say('people.users.add') }).click()
  await page.getByRole('button', { name: say('general.action.add') }).click()
  await expect(page.getByRole('alert')).toContainText(
    say('general.field.required', { name: say('people.users.field.nome_usuario') }),
  )
  await page.getByLabel(say('people.users.field.nome_usuario')).fill(name)
  await page.getByLabel(say('people.users.field.email')).fill('linda3@adventure-works.com')
  await page.getByRole('button', { name: say('general.action.add') }).click()
  await expect(page.getByRole('alert')).toContainText(sentenceOf('user.email_taken', 'pt-BR'))
  await page.getByLabel(say('people.users.field.email')).fill(email)
  await page.locator('input[name="password"]').fill(password)
  // A click scrolls the field from behind the bar with the buttons, where its options would stay hidden; `fill` does not.
  const groups = page.getByPlaceholder(say('people.users.findGroup'))
  await groups.click()
  await chooseOffered(groups, 'vended', /Vendedores/)
  await page.getByRole('button', { name: say('general.action.add') }).click()

  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('zelia')
  await expect(page).toHaveURL(/search=zelia/)
  await expect(rowOf(page, name)).toContainText('Vendedores')

  const theirs = await portal.pageOf(email)
  await choose(page, name, say('people.users.action.block'))
  await page.getByRole('button', { name: say('general.action.yes') }).click()
  await expect(rowOf(page, name)).toContainText(say('people.users.state.B'))
  await expect(theirs).toHaveURL(/\/signin/)

  await choose(page, name, say('general.action.remove'))
  const confirm = page.getByRole('dialog').getByRole('button', { name: say('general.action.remove') })
  await expect(confirm).toBeDisabled()
  await page.getByRole('dialog').getByRole('textbox').pressSequentially('zélia prado')
  await confirm.click()
  await expect(page.getByText(say('general.list.empty'))).toBeVisible()
})

test('an administrator changes the department and the groups of a chosen person, finds them by it, and ends their sessions', async ({
  page,
  portal,
}) => {
  await portal.signIn(page, people.admin)
  await openScreen(page, 'people')
  const rows = page.locator('tbody').getByRole('row')
  await page.getByRole('searchbox').fill('jae0')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: say('general.bulk.bar') })
  await bar.getByRole('button', { name: say('people.users.bulk.open') }).click()
  const dialog = page.getByRole('dialog', { name: say('people.users.bulk.title', { count: 1 }) })
  const change = dialog.getByRole('button', { name: say('people.users.bulk.change', { count: 1 }) })
  await expect(change).toBeDisabled()
  await dialog.getByRole('checkbox', { name: say('people.users.field.department') }).check()
  await dialog.getByRole('textbox', { name: say('people.users.field.department') }).fill('Frota própria')
  await dialog.getByRole('checkbox', { name: say('people.users.field.join_group_ids') }).check()
  await expect(change).toBeDisabled()
  const groups = dialog.getByPlaceholder(say('people.users.findGroup'))
  await groups.click()
  await chooseOffered(groups, 'vended', /Vendedores/)
  await noViolations(page, 'the change of several people')
  await takePicture(page, 'test-results/people-bulk.png')
  await change.click()
  await expect(page.getByText(say('general.bulk.done', { count: 1 }))).toBeVisible()

  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: say('people.users.field.department'), exact: true }).click()
  await page.getByRole('option', { name: 'Frota própria' }).click()
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/department=Frota/)
  await rows.getByRole('checkbox').check()
  await bar.getByRole('button', { name: say('people.users.action.logOut') }).click()
  const question = page.getByRole('dialog', { name: say('people.users.confirm.someLogOut', { count: 1 }) })
  await question.getByRole('button', { name: say('general.action.yes') }).click()
  await expect(page.getByText(say('general.bulk.done', { count: 1 })).last()).toBeVisible()
})

test('the links that were made before the connection broke are shown', async ({ page, portal }) => {
  await portal.signIn(page, people.admin)
  await openScreen(page, 'people')
  await page.getByRole('link', { name: say('people.users.invite.title') }).click()
  await page
    .getByLabel(say('people.users.invite.addresses'))
    .fill('lia.alves@example.com\nmel.alves@example.com\nnil.alves@example.com')
  let sent = 0
  await page.route('**/api/auth/users/add', async (route) => {
    sent++
    if (sent === 1) return route.continue()
    await page.context().setOffline(true)
    return route.abort('internetdisconnected')
  })
  await page.getByRole('button', { name: say('people.users.invite.send', { count: 3 }) }).click()
  const copy = page.getByRole('button', {
    name: say('people.users.invite.copyLink', { email: 'lia.alves@example.com' }),
  })
  await expect(copy).toBeVisible()
  await expect(page.getByRole('row', { name: /mel\.alves@/ })).toContainText(say('general.page.offline'))
  await expect(page.getByRole('row', { name: /nil\.alves@/ })).toContainText(say('people.users.invite.notReached'))
  expect(sent).toBe(2)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: say('people.users.invite.correct', { count: 2 }) }).click()
  await expect(page.getByLabel(say('people.users.invite.addresses'))).toHaveValue(
    'Mel Alves <mel.alves@example.com>\nNil Alves <nil.alves@example.com>',
  )
  // The link of the first round stays until the page is left, also beside the results of the next round.
  await expect(copy).toBeVisible()
  await page.unroute('**/api/auth/users/add')
  await page.getByRole('button', { name: say('people.users.invite.send', { count: 2 }) }).click()
  await expect(page.getByRole('row', { name: /nil\.alves@/ })).toBeVisible()
  await expect(copy).toBeVisible()
})

test('an administrator invites several people, reads who was not added, and finds the new rows marked', async ({
  page,
  portal,
}) => {
  await portal.signIn(page, people.admin)
  await openScreen(page, 'people')
  await page.getByRole('link', { name: say('people.users.invite.title') }).click()
  await page
    .getByLabel(say('people.users.invite.addresses'))
    .fill('Iara Nunes <iara.nunes@example.com>\nivo.prado@example.com, linda3@adventure-works.com')
  await page.getByRole('button', { name: say('people.users.invite.send', { count: 3 }) }).click()
  // The demo world has no mail server: each person has a link, shown once.
  await expect(page.getByText(say('people.users.invite.linksTitle'))).toBeVisible()
  const link = page.getByRole('button', {
    name: say('people.users.invite.copyLink', { email: 'ivo.prado@example.com' }),
  })
  await expect(link).toBeVisible()
  await expect(page.getByRole('row', { name: /linda3@/ })).toContainText(sentenceOf('user.email_taken', 'pt-BR'))
  // Leaving before the links were copied asks first.
  await page.getByRole('button', { name: say('people.users.invite.toList') }).click()
  await expect(page.getByRole('dialog')).toContainText(say('people.users.invite.leaveText'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('general.action.no') })
    .click()
  await page.getByRole('button', { name: say('people.users.invite.copyAll') }).click()
  await page.getByRole('button', { name: say('people.users.invite.toList') }).click()
  await expect(rowOf(page, 'Iara Nunes')).toContainText(say('general.list.added'))
  await expect(rowOf(page, 'Ana Souza')).not.toContainText(say('general.list.added'))
  await expect(page.getByRole('row', { name: /Ivo Prado/ })).toContainText(say('people.users.profile.user'))
})

test('a form reports a concurrent change, and asks before it discards unsaved input', async ({
  page,
  context,
  portal,
}) => {
  await portal.signIn(page, people.admin)
  await page.goto(portal.url('/group_users'))
  await page.getByRole('link', { name: 'Produtos' }).click()
  await expect(page.getByLabel(say('people.groups.field.name'))).toHaveValue('Produtos')
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByLabel(say('people.groups.field.name')).fill('Produtos e preços')
  await other.getByLabel(say('people.groups.field.description')).fill('Quem cuida do portfólio')
  await other.getByRole('button', { name: say('general.action.save') }).click()
  await expect(other).toHaveURL(/\/group_users/)

  await page.getByLabel(say('people.groups.field.description')).fill('Outra coisa')
  await page
    .getByRole('link', { name: say('home.shelves.title') })
    .first()
    .click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const answer of [say('general.action.yes'), say('general.action.no')]) {
      await page.getByRole('button', { name: answer }).hover()
      await noViolations(page, `${answer}, ${colorScheme}`)
    }
  }
  await page.getByRole('button', { name: say('general.action.no') }).click()
  await page.getByRole('button', { name: say('general.action.save') }).click()
  await expect(page.getByRole('alert')).toContainText(sentenceOf('call.stale_version', 'pt-BR'))

  // No input is lost: the person sees the values that the other person saved and chooses which to keep.
  await page.getByRole('button', { name: say('general.merge.open') }).click()
  const merge = page.getByRole('dialog', { name: say('general.merge.title') })
  await expect(merge).toContainText('Produtos e preços')
  await expect(merge.getByRole('radio', { name: say('general.merge.mine') })).toBeChecked()
  await merge.getByRole('radio', { name: say('general.merge.theirs') }).click()
  await merge.getByRole('radio', { name: say('general.merge.mine') }).click()
  await merge.getByRole('button', { name: say('general.merge.apply') }).click()
  await expect(page.getByLabel(say('people.groups.field.name'))).toHaveValue('Produtos e preços')
  await expect(page.getByLabel(say('people.groups.field.description'))).toHaveValue('Outra coisa')
  await page.getByLabel(say('people.groups.field.name')).fill('Produtos')
  await page.getByRole('button', { name: say('general.action.save') }).click()
  await expect(page).toHaveURL(/\/group_users/)
  await page.getByRole('link', { name: 'Produtos' }).click()
  await expect(page.getByLabel(say('people.groups.field.description'))).toHaveValue('Outra coisa')
})

test('a merge shows dates in the local format, and the delete dialog lists what the person loses @all', async ({
  page,
  portal,
}) => {
  const ask = await portal.as(people.admin)
  const id = (await ask(listUsers, { search: 'beatriz' })).data[0]?.id ?? ''
  await portal.signIn(page, people.admin)
  await page.goto(portal.url(`/user/${id}`))
  await page.getByLabel(say('people.users.field.block_on')).fill('2031-02-28')
  const { version, block_on } = await ask(readUser, { id })
  await ask(updateUser, { id, version, block_on: '2031-03-01' })
  await page.getByRole('button', { name: say('general.action.save') }).click()
  await page.getByRole('button', { name: say('general.merge.open') }).click()
  const merge = page.getByRole('dialog', { name: say('general.merge.title') })
  await expect(merge.getByRole('radio', { name: say('general.merge.mine') })).toHaveAccessibleName(/28\/02\/2031/)
  await expect(merge.getByRole('radio', { name: say('general.merge.theirs') })).toHaveAccessibleName(/01\/03\/2031/)
  await merge.getByRole('button', { name: say('general.action.cancel') }).click()
  await ask(updateUser, { id, version: version + 1, block_on })

  await page.reload()
  await page.goto(portal.url('/user?search=beatriz'))
  await page.getByRole('button', { name: `${say('general.action.more')}: Beatriz Lima` }).click()
  await page.getByRole('menuitem', { name: say('general.action.remove') }).click()
  const dialog = page.getByRole('dialog', { name: /^Excluir Beatriz/ })
  await expect(dialog).toContainText(say('people.users.deleteText'))
  await expect(dialog).toContainText(say('general.remove.warning'))
  await dialog.getByRole('textbox').fill('BEATRIZ_LIMA')
  await dialog.getByRole('button', { name: say('general.action.remove') }).hover()
  await noViolations(page)
  await dialog.getByRole('button', { name: say('general.action.cancel') }).click()
})

test('a number with a decimal comma keeps its decimals, and correcting a field clears its error', async ({
  page,
  portal,
}) => {
  const ask = await portal.as(people.admin)
  const field = {
    name: 'Horas por semana',
    kind: 'number',
    required: 'S',
    searchable: 'N',
    in_registration: 'N',
  } as const
  const added = await ask(customFieldCalls.add, { ...field, options: [] })
  const email = 'decio.vieira@example.com'
  await portal.signIn(page, people.admin)
  await page.goto(portal.url('/user/add'))
  await page.getByRole('button', { name: say('general.action.add') }).click()
  const [name, mail, hours] = [
    say('people.users.field.nome_usuario'),
    say('people.users.field.email'),
    'Horas por semana',
  ].map((label) => page.getByLabel(label))
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
  await page.getByRole('button', { name: say('general.action.add') }).click()
  await isWrong(hours, true)
  // The form checks required fields itself and sends no request.
  expect(asked).toBe(0)
  await hours.pressSequentially('12,5')
  await expect(hours).toHaveValue('12,5')
  await isWrong(hours, false)
  await page.getByRole('button', { name: say('general.action.add') }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()

  const [person] = (await ask(listUsers, { search: email })).data
  const { custom } = await ask(readUser, { id: person?.id ?? '' })
  expect(custom).toEqual({ [added.id]: 12.5 })

  // Later journeys add people without this field.
  await ask(customFieldCalls.remove, { id: added.id })
})

test('an allow-list of addresses without the author’s own address is stored only after confirmation @all', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.partner, { unit: 'aw-europe' })
  await page.goto(portal.url('/setting', 'aw-europe'))
  const address = page.getByRole('textbox', { name: say('organisation.settings.newAddress') })
  const save = page.getByRole('button', { name: say('general.action.save') })
  const question = page.getByRole('dialog', { name: say('organisation.settings.lockoutTitle') })
  await address.fill('203.0.113.0/24')
  await address.press('Enter')
  await save.click()
  await question.getByRole('button', { name: say('general.action.no') }).click()
  await page.reload()
  await expect(page.getByText('203.0.113.0/24')).toHaveCount(0)

  await address.fill('203.0.113.0/24')
  await address.press('Enter')
  await save.click()
  await question.getByRole('button', { name: say('general.action.yes') }).click()
  await expect(page.getByText(say('general.toast.done'))).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: say('organisation.settings.takeOut', { entry: '203.0.113.0/24' }) }).click()
  await save.click()
  await expect(page.getByText(say('general.toast.done'))).toBeVisible()
})

test('the settings offer mails about tickets only while there is a help desk @all', async ({ portal }) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/setting'))
  const helpDesk = page.getByRole('switch', { name: say('organisation.settings.field.enable_helpdesk') })
  const mails = page.getByRole('switch', { name: say('organisation.settings.field.send_email_helpdesk') })
  const save = async () => {
    await page.getByRole('button', { name: say('general.action.save') }).click()
    await expect(page.getByText(say('general.toast.done')).last()).toBeVisible()
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

// People of two business units: an administrator brings a person from another unit, who switches between both; a partner moves a group.
import { expect } from '@playwright/test'
import { listUserGroups } from '#features/people/groups/contract.ts'
import { listUsers, readUser, updateUser } from '#features/people/users/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { sentenceOf } from '#apps/server/phrases.ts'
import { phrasesOf } from './phrase.ts'
import { faultsOf, fits, noViolations, people, type Portal, takePicture, test } from './portal.ts'

const say = phrasesOf('pt-BR')
const inEnglish = phrasesOf('en-US')

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const brasil = 'Adventure Works Brasil'
const us = 'Adventure Works US'

/** A partner allows the import, in the settings of the unit and by the toggle of its administrator. */
async function allowImport(portal: Portal): Promise<void> {
  const ask = await portal.as(people.partner, 'aw-us')
  const { version } = await ask(readSettings, {})
  await ask(updateSettings, { version, user_import: 'S' })
  const [admin] = (await ask(listUsers, { search: people.adminOfUs })).data
  const id = admin?.id ?? ''
  await ask(updateUser, { id, version: (await ask(readUser, { id })).version, import_users: 'S' })
}

test('an administrator brings a person of another unit, who switches between both', async ({ portal }, info) => {
  await allowImport(portal)
  const admin = await portal.pageOf(people.adminOfUs, { unit: 'aw-us' })
  const faults = [faultsOf(admin)]
  await admin.goto(portal.url('/user', 'aw-us'))
  await admin.getByRole('link', { name: inEnglish('people.fromUnits.open'), exact: true }).click()
  await admin.getByRole('combobox', { name: inEnglish('people.fromUnits.unit') }).click()
  await admin.getByRole('option', { name: brasil, exact: true }).click()
  await admin.getByRole('searchbox').fill('Beatriz')
  await admin.getByRole('checkbox', { name: /Beatriz/ }).check()
  await noViolations(admin, 'people of another unit')
  await fits(admin, 'people of another unit')
  await takePicture(admin, info.outputPath('from-units.png'))
  await admin.getByRole('button', { name: inEnglish('people.fromUnits.import', { count: 1 }) }).click()
  await expect(admin.getByRole('row', { name: /Beatriz/ })).toContainText(inEnglish('people.fromUnits.added'))

  const person = await portal.pageOf(people.reader, phone)
  faults.push(faultsOf(person))
  await person.getByRole('banner').locator('button[aria-haspopup="listbox"]').click()
  await takePicture(person, info.outputPath('switcher-phone.png'))
  await person.getByRole('option', { name: new RegExp(us) }).click()
  await expect(person).toHaveURL(/\/\/aw-us\./)
  await expect(person.getByRole('heading', { level: 1, name: /Beatriz/ })).toBeVisible()
  await fits(person, 'the other unit on a phone')
  await noViolations(person, 'the other unit on a phone')
  await takePicture(person, info.outputPath('other-unit-phone.png'))
  // Nothing of the other unit is granted yet, and the way back is open.
  await expect(person.getByRole('link', { name: 'Visão geral de vendas' })).toHaveCount(0)
  await person.getByRole('banner').locator('button[aria-haspopup="listbox"]').click()
  await person.getByRole('option', { name: new RegExp(brasil) }).click()
  await expect(person).toHaveURL(/\/\/aw-brasil\./)
  await expect(person.getByRole('link', { name: 'Visão geral de vendas' }).first()).toBeVisible()
  expect(faults.flat()).toEqual([])
})

test('a partner moves a group to another unit, after a look at what stays behind', async ({ portal }, info) => {
  const ask = await portal.as(people.admin)
  const [group] = (await ask(listUserGroups, { search: 'Produtos' })).data
  const name = group?.name ?? ''
  const master = await portal.pageOf(people.partner)
  const faults = [faultsOf(master)]
  const openMove = async (of: string) => {
    await master.goto(portal.url('/group_users'))
    const listed = master.getByRole('row', { name: new RegExp(of) })
    await listed.getByRole('button', { name: say('general.action.more') }).click()
    await master.getByRole('menuitem', { name: say('people.groupMoves.open') }).click()
    await expect(master.getByRole('heading', { name: say('people.groupMoves.title', { name: of }) })).toBeVisible()
    await master.getByRole('combobox', { name: say('people.groupMoves.unit') }).click()
    await master.getByRole('option', { name: us, exact: true }).click()
  }
  // The only administrator of the unit is in this group: the plan says why it stays.
  await openMove('Diretoria')
  await expect(master.getByRole('alert')).toContainText(sentenceOf('user.last_administrator', 'pt-BR'))
  await expect(master.getByRole('button', { name: /^Mover o grupo/ })).toHaveCount(0)
  await takePicture(master, info.outputPath('refused.png'))

  await openMove(name)
  await expect(master.getByRole('heading', { name: say('people.groupMoves.moves') })).toBeVisible()
  await expect(master.getByRole('heading', { name: say('people.groupMoves.stays') })).toBeVisible()
  await noViolations(master, 'the plan of a move')
  await takePicture(master, info.outputPath('plan.png'), { fullPage: true })
  const size = master.viewportSize() ?? { width: 1280, height: 720 }
  await master.setViewportSize(phone.viewport)
  await fits(master, 'the plan of a move on a phone')
  await takePicture(master, info.outputPath('plan-phone.png'), { fullPage: true })
  await master.setViewportSize(size)
  // Nothing moves before the name of the group is typed.
  const move = master.getByRole('button', { name: /^Mover o grupo/ })
  await expect(move).toBeDisabled()
  await master.getByRole('main').getByRole('textbox').last().fill(typedName(name))
  await move.click()
  await expect(master).toHaveURL(/\/group_users$/)
  await expect(master.getByText(say('people.groupMoves.done', { name, unit: us }))).toBeVisible()
  await expect(master.getByRole('row', { name: new RegExp(name) })).toHaveCount(0)

  const other = await portal.as(people.partner, 'aw-us')
  const [moved] = (await other(listUserGroups, { search: name })).data
  expect(moved?.name).toBe(name)
  expect(faults.flat()).toEqual([])
})

// An administrator uses the portal as a reader who authorizes it; the reader sees it, and ends it.
import { expect, type Page } from '@playwright/test'
import { listUsers, readUser, updateUser } from '#features/people/users/contract.ts'
import { phrasesOf } from './phrase.ts'
import { fits, noViolations, people, type Portal, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

const reason = 'O relatório de vendas não abre'

/** The partner gives the administrator the toggle. */
async function grantToggle(portal: Portal) {
  const partner = await portal.as(people.partner)
  const { data } = await partner(listUsers, { search: people.admin })
  const id = data[0]?.id ?? ''
  const { version } = await partner(readUser, { id })
  await partner(updateUser, { id, version, remote_access: 'S' })
}

test('an administrator asks a reader for remote access; the reader authorizes it on a phone, sees who is there, and ends it', async ({
  portal,
}, testInfo) => {
  await grantToggle(portal)
  const look = async (page: Page, what: string) => {
    await noViolations(page, what)
    await fits(page, what)
    await takePicture(page, testInfo.outputPath(`${what}.png`))
  }
  const admin = await portal.pageOf(people.admin)
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const
  const reader = await portal.pageOf(people.reader, phone)

  await admin.goto(portal.url('/user?search=beatriz'))
  await admin.getByRole('button', { name: `${say('general.action.more')}: Beatriz Lima` }).click()
  await admin.getByRole('menuitem', { name: say('people.users.action.access') }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText(
    say('identity.remoteAccess.request.title', { name: 'Beatriz Lima' }),
  )
  await look(admin, 'form')
  await admin.getByRole('textbox', { name: say('identity.remoteAccess.request.reason') }).fill(reason)
  await admin.getByRole('button', { name: say('identity.remoteAccess.request.send') }).click()
  await expect(admin).toHaveURL(/\/authorization\//)
  await expect(admin.getByRole('heading', { name: say('identity.remoteAccess.wait.title') })).toBeVisible()

  const prompt = reader.getByRole('dialog', {
    name: say('identity.remoteAccess.prompt.title', { requester: 'Ana Souza' }),
  })
  await expect(prompt).toContainText(reason)
  await look(admin, 'waiting')
  await look(reader, 'question on the phone')
  await prompt.getByRole('button', { name: say('identity.remoteAccess.prompt.authorize') }).click()

  const banner = admin.getByRole('region', { name: say('identity.remoteAccess.strip') })
  await expect(banner).toContainText(
    say('identity.remoteAccess.acting', { requester: 'Ana Souza', person: 'Beatriz Lima' }),
  )
  await expect(admin.getByRole('button', { name: /^Sua conta: Beatriz Lima/ })).toBeVisible()
  await look(admin, 'as the reader')

  const told = reader.getByRole('region', { name: say('identity.remoteAccess.strip') })
  await expect(told).toContainText(say('identity.remoteAccess.actingAsYou', { requester: 'Ana Souza', reason }))
  await look(reader, 'strip on the phone')
  const notice = expect(admin.getByText(say('identity.remoteAccess.ended'))).toBeVisible()
  await told.getByRole('button', { name: say('identity.remoteAccess.endNow') }).click()
  await notice
  await expect(told).toHaveCount(0)

  await expect(banner).toHaveCount(0)
  await expect(admin.getByRole('button', { name: /^Sua conta: Ana Souza/ })).toBeVisible()

  await reader.goto(portal.url('/profile'))
  await reader.getByRole('link', { name: say('identity.remoteAccess.list.all') }).click()
  await expect(reader.getByRole('listitem').filter({ hasText: reason })).toContainText(
    say('identity.remoteAccess.answer.authorized'),
  )
  await look(reader, 'list on the phone')
})

test('with a standing consent the access begins at once, and the administrator ends it @all', async ({ portal }) => {
  await grantToggle(portal)
  const reader = await portal.pageOf(people.reader)
  await reader.goto(portal.url('/profile'))
  await reader.getByLabel(say('identity.remoteAccess.list.consent')).click()
  await expect(reader.getByLabel(say('identity.remoteAccess.list.consent'))).toBeChecked()
  const admin = await portal.pageOf(people.admin)
  await admin.goto(portal.url('/user?search=beatriz'))
  await admin.getByRole('button', { name: `${say('general.action.more')}: Beatriz Lima` }).click()
  await admin.getByRole('menuitem', { name: say('people.users.action.access') }).click()
  await admin.getByRole('textbox', { name: say('identity.remoteAccess.request.reason') }).fill(reason)
  await admin.getByRole('button', { name: say('identity.remoteAccess.request.start'), exact: true }).click()
  const banner = admin.getByRole('region', { name: say('identity.remoteAccess.strip') })
  await expect(banner).toContainText(
    say('identity.remoteAccess.acting', { requester: 'Ana Souza', person: 'Beatriz Lima' }),
  )
  await banner.getByRole('button', { name: say('identity.remoteAccess.endNow') }).click()
  await expect(admin).toHaveURL(/\/user\//)
  await expect(admin.getByRole('button', { name: /^Sua conta: Ana Souza/ })).toBeVisible()
  await reader.getByLabel(say('identity.remoteAccess.list.consent')).click()
  await expect(reader.getByLabel(say('identity.remoteAccess.list.consent'))).not.toBeChecked()
})

test('a reader refuses remote access; the administrator reads it, and the refusal stands among the past accesses @all', async ({
  portal,
}, testInfo) => {
  await grantToggle(portal)
  const admin = await portal.pageOf(people.admin)
  const reader = await portal.pageOf(people.otherSeller)
  await admin.goto(portal.url('/user?search=jae0'))
  await admin.getByRole('button', { name: new RegExp(`^${say('general.action.more')}: `) }).click()
  await admin.getByRole('menuitem', { name: say('people.users.action.access') }).click()
  await admin.getByRole('textbox', { name: say('identity.remoteAccess.request.reason') }).fill(reason)
  await admin.getByRole('button', { name: say('identity.remoteAccess.request.send') }).click()
  const prompt = reader.getByRole('dialog', {
    name: say('identity.remoteAccess.prompt.title', { requester: 'Ana Souza' }),
  })
  await prompt.getByRole('button', { name: say('identity.remoteAccess.prompt.refuse') }).click()
  await expect(prompt).toHaveCount(0)
  await expect(admin.getByText(say('identity.remoteAccess.wait.refusedText'))).toBeVisible()
  await expect(admin.getByRole('button', { name: /^Sua conta: Ana Souza/ })).toBeVisible()
  await noViolations(admin, 'refused')
  await takePicture(admin, testInfo.outputPath('refused.png'))
  await reader.goto(portal.url('/remote/authorization'))
  await expect(reader.getByRole('listitem').filter({ hasText: reason })).toContainText(
    say('identity.remoteAccess.answer.refused'),
  )
  await admin.getByRole('button', { name: say('identity.remoteAccess.wait.back') }).click()
  await expect(admin).toHaveURL(portal.url('/'))
})

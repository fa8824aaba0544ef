// An administrator uses the portal as a reader who authorizes it; the reader sees it, and ends it.
import { expect, type Page } from '@playwright/test'
import { listUsers, readUser, updateUser } from '#features/people/users/contract.ts'
import { fits, noViolations, people, type Portal, test, takePicture } from './portal.ts'

const reason = 'O relatório de vendas não abre'

/** The partner gives the administrator the toggle. */
async function grantToggle(portal: Portal) {
  const partner = await portal.as(people.partner)
  const { body } = await partner({ method: 'GET', path: `/api/${listUsers.path}?search=${people.admin}` })
  const [admin] = body['data'] as { id: string }[]
  const { body: read } = await partner({ method: 'GET', path: `/api/${readUser.path}?id=${admin?.id}` })
  const change = { id: admin?.id, version: read['version'], remote_access: 'S' }
  expect(await partner({ method: 'PUT', path: `/api/${updateUser.path}`, body: change })).toMatchObject({ status: 200 })
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
  await admin.getByRole('button', { name: 'Mais ações: Beatriz Lima' }).click()
  await admin.getByRole('menuitem', { name: 'Acessar como usuário' }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Acessar como Beatriz Lima')
  await look(admin, 'form')
  await admin.getByRole('textbox', { name: 'Motivo' }).fill(reason)
  await admin.getByRole('button', { name: 'Pedir acesso' }).click()
  await expect(admin).toHaveURL(/\/authorization\//)
  await expect(admin.getByRole('heading', { name: 'Aguardando autorização' })).toBeVisible()

  const prompt = reader.getByRole('dialog', { name: 'Ana Souza pede acesso remoto' })
  await expect(prompt).toContainText(reason)
  await look(admin, 'waiting')
  await look(reader, 'question on the phone')
  await prompt.getByRole('button', { name: 'Autorizar' }).click()

  const banner = admin.getByRole('region', { name: 'Acesso remoto em curso' })
  await expect(banner).toContainText('Ana Souza está usando o portal como Beatriz Lima.')
  await expect(admin.getByRole('button', { name: /^Sua conta: Beatriz Lima/ })).toBeVisible()
  await look(admin, 'as the reader')

  const told = reader.getByRole('region', { name: 'Acesso remoto em curso' })
  await expect(told).toContainText(`Ana Souza está usando o portal como você: ${reason}`)
  await look(reader, 'strip on the phone')
  const notice = expect(admin.getByText('O acesso remoto terminou. Você voltou à sua conta.')).toBeVisible()
  await told.getByRole('button', { name: 'Encerrar agora' }).click()
  await notice
  await expect(told).toHaveCount(0)

  await expect(banner).toHaveCount(0)
  await expect(admin.getByRole('button', { name: /^Sua conta: Ana Souza/ })).toBeVisible()

  await reader.goto(portal.url('/profile'))
  await reader.getByRole('link', { name: 'Ver os acessos remotos' }).click()
  await expect(reader.getByRole('listitem').filter({ hasText: reason })).toContainText('Autorizado')
  await look(reader, 'list on the phone')
})

test('with a standing consent the access begins at once, and the administrator ends it @all', async ({ portal }) => {
  await grantToggle(portal)
  const reader = await portal.pageOf(people.reader)
  await reader.goto(portal.url('/profile'))
  await reader.getByLabel('Permitir acesso remoto sem perguntar').click()
  await expect(reader.getByLabel('Permitir acesso remoto sem perguntar')).toBeChecked()
  const admin = await portal.pageOf(people.admin)
  await admin.goto(portal.url('/user?search=beatriz'))
  await admin.getByRole('button', { name: 'Mais ações: Beatriz Lima' }).click()
  await admin.getByRole('menuitem', { name: 'Acessar como usuário' }).click()
  await admin.getByRole('textbox', { name: 'Motivo' }).fill(reason)
  await admin.getByRole('button', { name: 'Acessar', exact: true }).click()
  const banner = admin.getByRole('region', { name: 'Acesso remoto em curso' })
  await expect(banner).toContainText('Ana Souza está usando o portal como Beatriz Lima.')
  await banner.getByRole('button', { name: 'Encerrar agora' }).click()
  await expect(admin).toHaveURL(/\/user\//)
  await expect(admin.getByRole('button', { name: /^Sua conta: Ana Souza/ })).toBeVisible()
  await reader.getByLabel('Permitir acesso remoto sem perguntar').click()
  await expect(reader.getByLabel('Permitir acesso remoto sem perguntar')).not.toBeChecked()
})

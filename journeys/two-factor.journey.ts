// From an invitation to a second factor: the mail, the first password, the authenticator app, the recovery codes, a passkey.
import { expect, type Page } from '@playwright/test'
import { listUsers, removeUser } from '#features/people/users/contract.ts'
import { codeOf } from '#testing/authenticator.ts'
import { faultsOf, fits, noViolations, people, signOut, test, takePicture } from './portal.ts'

const [name, email] = ['Pessoa convidada', 'pessoa.convidada@example.com']
const secretWord = 'Uma-senha-de-convidada-42'
const phone = { width: 390, height: 844 }

type Outbox = { data: { id: string; to_address: string; purpose: string }[] }

async function enterPassword(page: Page): Promise<void> {
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[name="password"]').fill(secretWord)
  await page.locator('button[type="submit"]').click()
}

/** Looks at the page on a desktop and on a phone, and keeps both pictures. */
async function look(page: Page, what: string): Promise<void> {
  await noViolations(page, what)
  await takePicture(page, `test-results/two-factor-${what}.png`)
  await page.setViewportSize(phone)
  await fits(page, what)
  await takePicture(page, `test-results/two-factor-${what}-phone.png`)
  await page.setViewportSize({ width: 1280, height: 720 })
}

test('an invited person chooses a password, sets up an app, and signs in with a code, a recovery code and a passkey', async ({
  page,
  portal,
}) => {
  const admin = await portal.pageOf(people.admin)
  const ask = await portal.as(people.admin)
  const faults = faultsOf(page)
  await admin.goto(portal.url('/user/add'))
  await admin.getByLabel('Nome').fill(name)
  await admin.getByLabel('E-mail').fill(email)
  await admin.getByRole('button', { name: 'Adicionar' }).click()

  // The demo world sends no mails: its outbox shows them.
  const invited = async () => {
    const { body } = await ask({ method: 'GET', path: `/api/auth/mails/all?search=${encodeURIComponent(email)}` })
    return (body as unknown as Outbox).data.find(({ to_address: to }) => to === email)
  }
  await expect.poll(async () => (await invited())?.purpose).toBe('user.invited')
  const { body } = await ask({ method: 'GET', path: `/api/auth/mails/get?id=${(await invited())?.id ?? ''}` })
  const [, path = ''] = /https?:\/\/[^/]+(\/new\/password\/[\w-]+)/.exec(String(body['body_text'])) ?? []
  await page.goto(portal.url(path))
  await expect(page.getByText(`Para ${email}.`)).toBeVisible()
  await page.locator('input[name="password"]').fill(secretWord)
  await page.locator('input[name="repeat"]').fill(secretWord)
  await look(page, 'invitation')
  await page.getByRole('button', { name: 'Salvar a senha' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await enterPassword(page)
  await expect(page).not.toHaveURL(/\/signin/)

  await page.goto(portal.url('/profile'))
  await page.getByRole('button', { name: 'Configurar o aplicativo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[name="current_password"]').fill(secretWord)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(dialog.getByRole('img', { name: /Código QR/ })).toBeVisible()
  const secret = (await dialog.getByText(/^(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).innerText()).replaceAll(' ', '')
  await look(page, 'set-up')
  const used = codeOf(secret)
  await dialog.locator('input[name="code"]').fill(used)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  const codes = dialog.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.first().innerText()
  await look(page, 'recovery-codes')
  await dialog.getByRole('button', { name: 'Já guardei, continuar' }).click()
  await expect(page.getByText('Restam 10 códigos de recuperação.')).toBeVisible()
  await signOut(page)

  // A code is valid once: the same one is refused, also when its step of 30 s is over by now.
  await enterPassword(page)
  await page.locator('input[name="code"]').fill(used)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: /código/i })).toBeVisible()
  await look(page, 'code')
  await page.locator('input[name="code"]').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page).not.toHaveURL(/\/signin/)
  await signOut(page)

  await enterPassword(page)
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click()
  await page.locator('input[name="recovery"]').fill(recovery)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page).not.toHaveURL(/\/signin/)
  await page.goto(portal.url('/profile'))
  await expect(page.getByText('Restam 9 códigos de recuperação.')).toBeVisible()

  // A passkey of a virtual authenticator signs in without the password.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click()
  await dialog.locator('input[name="name"]').fill('Notebook')
  await dialog.locator('input[name="current_password"]').fill(secretWord)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Nunca usada')).toBeVisible()
  await look(page, 'passkey')
  await signOut(page)
  await page.getByRole('button', { name: 'Usar uma chave de acesso' }).click()
  await expect(page).not.toHaveURL(/\/signin/)
  await expect(page.getByRole('button', { name: 'Sua conta' })).toBeVisible()
  expect(faults).toEqual([])

  const { body: found } = await ask({ method: 'GET', path: `/api/${listUsers.path}?search=${email}` })
  const { data } = found as unknown as { data: { id: string; email: string }[] }
  const id = data.find((one) => one.email === email)?.id ?? ''
  expect((await ask({ method: 'DELETE', path: `/api/${removeUser.path}?id=${id}` })).status).toBe(200)
})

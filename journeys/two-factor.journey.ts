// From an invitation to a second factor: the mail, the first password, the authenticator app, the recovery codes, a passkey.
import { expect, type Page } from '@playwright/test'
import { listMails, readMail } from '#features/messaging/outbox/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { listUsers, removeUser } from '#features/people/users/contract.ts'
import { codeOf } from '#testing/authenticator.ts'
import { phrasesOf } from './phrase.ts'
import { faultsOf, fits, noViolations, people, signOut, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

const [name, email] = ['Pessoa convidada', 'pessoa.convidada@example.com']
const secretWord = 'Uma-senha-de-convidada-42'
const phone = { width: 390, height: 844 }

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
  const partner = await portal.as(people.partner)
  const { version } = await partner(readSettings, {})
  await partner(updateSettings, { version, mfa_trusted_browser: 'S' })
  const faults = faultsOf(page)
  await admin.goto(portal.url('/user/add'))
  await admin.getByLabel(say('people.users.field.nome_usuario')).fill(name)
  await admin.getByLabel(say('people.users.field.email')).fill(email)
  await admin.getByRole('button', { name: say('general.action.add') }).click()

  // The demo world sends no mails: its outbox shows them.
  const invited = async () => {
    const { data } = await ask(listMails, { search: email })
    return data.find(({ to_address: to }) => to === email)
  }
  await expect.poll(async () => (await invited())?.purpose).toBe('user.invited')
  const { body_text } = await ask(readMail, { id: (await invited())?.id ?? '' })
  const [, path = ''] = /https?:\/\/[^/]+(\/new\/password\/[\w-]+)/.exec(body_text ?? '') ?? []
  await page.goto(portal.url(path))
  await expect(page.getByText(say('identity.passwords.set.text', { email }))).toBeVisible()
  await page.locator('input[name="password"]').fill(secretWord)
  await page.locator('input[name="repeat"]').fill(secretWord)
  await look(page, 'invitation')
  await page.getByRole('button', { name: say('identity.passwords.set.submit') }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await enterPassword(page)
  await expect(page).not.toHaveURL(/\/signin/)

  await page.goto(portal.url('/profile'))
  await page.getByRole('button', { name: say('identity.mfa.own.setUp') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[name="current_password"]').fill(secretWord)
  await dialog.getByRole('button', { name: say('identity.mfa.do.setUp') }).click()
  await expect(dialog.getByRole('img', { name: /Código QR/ })).toBeVisible()
  const secret = (await dialog.getByText(/^(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).innerText()).replaceAll(' ', '')
  await look(page, 'set-up')
  const used = codeOf(secret)
  await dialog.locator('input[name="code"]').fill(used)
  await dialog.getByRole('button', { name: say('identity.mfa.setup.confirm') }).click()
  const codes = dialog.getByRole('list', { name: say('identity.mfa.recovery.title') }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.first().innerText()
  await look(page, 'recovery-codes')
  await dialog.getByRole('button', { name: say('identity.mfa.recovery.kept') }).click()
  await expect(page.getByText(say('identity.mfa.own.left', { count: 10 }))).toBeVisible()
  await signOut(page)

  // A code is valid once: the same one is refused, also when its step of 30 s is over by now.
  await enterPassword(page)
  await page.locator('input[name="code"]').fill(used)
  await page.getByRole('button', { name: say('identity.mfa.submit.totp'), exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: /código/i })).toBeVisible()
  await look(page, 'code')
  await page.locator('input[name="code"]').fill(codeOf(secret, 1))
  await page.getByRole('checkbox', { name: say('identity.mfa.trust') }).check()
  await page.getByRole('button', { name: say('identity.mfa.submit.totp'), exact: true }).click()
  await expect(page).not.toHaveURL(/\/signin/)
  await signOut(page)

  // In the trusted browser the password is enough, until the person forgets the trusted browsers.
  await enterPassword(page)
  await expect(page).not.toHaveURL(/\/signin/)
  await page.goto(portal.url('/profile'))
  await expect(page.getByText(say('identity.mfa.own.trusted', { count: 1 }))).toBeVisible()
  await page.getByRole('button', { name: say('identity.mfa.own.forget') }).click()
  await dialog.locator('input[name="current_password"]').fill(secretWord)
  await look(page, 'forget')
  await dialog.getByRole('button', { name: say('identity.mfa.do.forget'), exact: true }).click()
  await expect(page.getByText(say('identity.mfa.own.trusted', { count: 1 }))).toHaveCount(0)
  await signOut(page)

  await enterPassword(page)
  await page.getByRole('button', { name: say('identity.mfa.use.recovery') }).click()
  await page.locator('input[name="recovery"]').fill(recovery)
  await page.getByRole('button', { name: say('identity.mfa.submit.totp'), exact: true }).click()
  await expect(page).not.toHaveURL(/\/signin/)
  await page.goto(portal.url('/profile'))
  await expect(page.getByText(say('identity.mfa.own.left', { count: 9 }))).toBeVisible()

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
  await page.getByRole('button', { name: say('identity.mfa.own.addPasskey') }).click()
  await dialog.locator('input[name="name"]').fill('Notebook')
  await dialog.locator('input[name="current_password"]').fill(secretWord)
  await dialog.getByRole('button', { name: say('identity.mfa.do.passkey') }).click()
  await expect(page.getByText(say('identity.mfa.own.neverUsed'))).toBeVisible()
  await look(page, 'passkey')
  await signOut(page)
  await page.getByRole('button', { name: say('identity.signIn.passkey.use') }).click()
  await expect(page).not.toHaveURL(/\/signin/)
  await expect(page.getByRole('button', { name: say('frame.profile.menu') })).toBeVisible()
  expect(faults).toEqual([])

  const { data } = await ask(listUsers, { search: email })
  const id = data.find((one) => one.email === email)?.id ?? ''
  await ask(removeUser, { id })
})

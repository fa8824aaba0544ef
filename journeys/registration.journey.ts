import { expect } from '@playwright/test'
import { listMails, readMail } from '#features/messaging/outbox/contract.ts'
import { listTenants, readTenant, updateTenant } from '#features/organisation/tenants/contract.ts'
import { setSettings } from './four-languages.ts'
import { errorSentence } from '#catalogue/phrases/sentence.ts'
import { phrasesOf } from './phrase.ts'
import { codeOf } from '#testing/authenticator.ts'
import { type Ask, people, type Portal, takePicture, test } from './portal.ts'

const say = phrasesOf('pt-BR')
const addressRefused = errorSentence('sign_in.address_refused', 'pt-BR', { address: '127.0.0.1' })

/** Lets people register at the first business unit. */
async function allowRegistration(portal: Portal): Promise<void> {
  const partner = await portal.as(people.partner, 'adventure-works')
  const { data: units } = await partner(listTenants, { size: 100 })
  const id = units.find(({ subdomain }) => subdomain === 'aw-brasil')?.id ?? ''
  const { version } = await partner(readTenant, { id })
  await partner(updateTenant, { id, version, registration_enabled: 'S' })
}

/** Waits for the mail of a registration and returns the path of its link. */
async function linkFor(asAdmin: Ask, email: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const [first] = (await asAdmin(listMails, { search: email })).data
      if (!first) return ''
      const { body_text } = await asAdmin(readMail, { id: first.id })
      link = /\/register\/verify\/[\w-]+/.exec(body_text ?? '')?.[0] ?? ''
      return link
    })
    .not.toBe('')
  return link
}

test('a person registers, confirms, and waits for an administrator who approves', async ({
  page,
  portal,
}, testInfo) => {
  const picture = (of: typeof page, name: string) =>
    takePicture(of, testInfo.outputPath(`${name}.png`), { fullPage: true })
  await allowRegistration(portal)
  const admin = await portal.pageOf(people.admin)
  await admin.goto(portal.url('/setting'))
  await admin.locator('input[name="enable_auto_register"]').check()
  await admin.locator('input[name="registration_approval"]').check()
  await picture(admin, 'settings')
  const saved = admin.waitForResponse(/config.update/)
  await admin.getByRole('button', { name: say('general.action.save') }).click()
  expect((await saved).status()).toBe(200)
  await page.goto(portal.url('/signin'))
  await page.getByRole('link', { name: say('identity.signIn.register.link') }).click()
  await page.locator('input[name="nome_usuario"]').fill('Nova Pessoa')
  await picture(page, 'register')
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, 'register-phone')
  await page.locator('input[name="email"]').fill('nova.pessoa@adventure-works.com')
  await page.locator('input[name="password"]').fill('Quiet-river-71')
  await page.locator('button[type="submit"]').click()
  await expect(page.getByText(say('identity.registration.sent'))).toBeVisible()
  await picture(page, 'sent-phone')
  const link = await linkFor(await portal.as(people.admin), 'nova.pessoa@adventure-works.com')
  await page.goto(portal.url(link))
  await page.locator('input[name="password"]').fill('Quiet-river-71')
  await picture(page, 'verify-phone')
  await page.locator('button[type="submit"]').click()
  await expect(page.getByText(say('identity.registration.verify.waiting'))).toBeVisible()
  await admin.goto(portal.url('/user'))
  await expect(admin.getByText(say('identity.registration.queue.title', { count: 1 }))).toBeVisible()
  await picture(admin, 'queue')
  await admin
    .getByRole('button', { name: say('identity.registration.queue.approveOne', { name: 'Nova Pessoa' }) })
    .click()
  await expect(admin.getByText(say('identity.registration.queue.title', { count: 1 }))).toHaveCount(0)
  await page.goto(portal.url('/signin'))
  await page.locator('input[name="email"]').fill('nova.pessoa@adventure-works.com')
  await page.locator('input[name="password"]').fill('Quiet-river-71')
  await page.locator('button[type="submit"]').click()
  await expect(page).not.toHaveURL(/signin/)
})

test('a registration leads into the set-up of a mandatory second factor; outside the IP list the page refuses it at once', async ({
  page,
  portal,
}, testInfo) => {
  const email = 'outra.pessoa@adventure-works.com'
  await allowRegistration(portal)
  const asAdmin = await portal.as(people.admin)
  const set = (change: object) => setSettings(portal, change)
  await set({ enable_auto_register: 'S', registration_approval: 'N', listIp: ['192.0.2.0/24'] })
  await page.goto(portal.url('/register'))
  await expect(page.getByText(addressRefused)).toBeVisible()
  await expect(page.locator('input')).toHaveCount(0)
  await takePicture(page, testInfo.outputPath('refused.png'))
  await set({ listIp: [] })
  await page.reload()
  await page.locator('input[name="nome_usuario"]').fill('Outra Pessoa')
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[name="password"]').fill('Quiet-river-71')
  await page.locator('button[type="submit"]').click()
  await expect(page.getByText(say('identity.registration.sent'))).toBeVisible()
  const link = await linkFor(asAdmin, email)
  await set({ listIp: ['192.0.2.0/24'] })
  await page.goto(portal.url(link))
  await expect(page.getByText(addressRefused)).toBeVisible()
  await expect(page.locator('input')).toHaveCount(0)
  // The duty ends the sessions without a second factor, so it comes last.
  await set({ listIp: [], mfa_master: 'S' })
  await page.reload()
  await page.locator('input[name="password"]').fill('Quiet-river-71')
  await page.locator('button[type="submit"]').click()
  await expect(page).toHaveURL(/\/config\/2fa\/[\w-]+$/)
  await takePicture(page, testInfo.outputPath('set-up.png'))
  const secret = ((await page.getByText(/^(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).textContent()) ?? '').replaceAll(/\s/g, '')
  await page.locator('input[name="code"]').fill(codeOf(secret))
  await page.getByRole('button', { name: say('identity.mfa.setup.confirm') }).click()
  await page.getByRole('button', { name: say('identity.mfa.recovery.kept') }).click()
  await expect(page).not.toHaveURL(/\/config\/2fa/)
})

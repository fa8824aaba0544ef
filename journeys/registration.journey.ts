import { expect } from '@playwright/test'
import { listMails, readMail } from '#features/messaging/outbox/contract.ts'
import { listTenants, readTenant, updateTenant } from '#features/organisation/tenants/contract.ts'
import { phrasesOf } from './phrase.ts'
import { people, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

test('a person registers, confirms, and waits for an administrator who approves', async ({
  page,
  portal,
}, testInfo) => {
  const picture = (of: typeof page, name: string) =>
    takePicture(of, testInfo.outputPath(`${name}.png`), { fullPage: true })
  const partner = await portal.as(people.partner, 'adventure-works')
  const { data: units } = await partner(listTenants, { size: 100 })
  const id = units.find(({ subdomain }) => subdomain === 'aw-brasil')?.id ?? ''
  const { version } = await partner(readTenant, { id })
  await partner(updateTenant, { id, version, registration_enabled: 'S' })
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
  const asAdmin = await portal.as(people.admin)
  let link = ''
  await expect
    .poll(async () => {
      const [first] = (await asAdmin(listMails, {})).data
      if (!first) return ''
      const { body_text } = await asAdmin(readMail, { id: first.id })
      link = /\/register\/verify\/[\w-]+/.exec(body_text ?? '')?.[0] ?? ''
      return link
    })
    .not.toBe('')
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

// Single sign-on in a browser: with a real OpenID provider, and with a SAML identity provider of our own.
import { inflateRawSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { errorPhrases } from '#catalogue/phrases/sentence.ts'
import { type Language, languages } from '#catalogue/languages.ts'
import { errors, type GeneralCode } from '#catalogue/errors.ts'
import { certificate, encoded, entityId, responseOf, sign } from '#testing/identity-provider.ts'
import { openidClient, testOpenidProvider } from '#testing/openid-provider.ts'
import { noViolations, people, type Portal, test } from './portal.ts'

const openid = (issuer: string, more: object = {}) => ({
  name: 'Conta da empresa',
  kind: 'other',
  icon: 'building',
  issuer,
  ...openidClient,
  scopes: 'openid profile email',
  attributes: {},
  create_users: 'S',
  link_users: 'N',
  domains: [],
  directories: [],
  status: 'S',
  ...more,
})

/** Adds a record as the partner in the unit, and answers how it is removed. */
async function added(portal: Portal, noun: 'openid' | 'saml', body: object) {
  const ask = await portal.as(people.partner)
  const { body: answer, status } = await ask({ method: 'POST', path: `/api/auth/${noun}/add`, body })
  expect(status).toBe(200)
  const { id } = answer as { id: string }
  return { id, remove: () => ask({ method: 'DELETE', path: `/api/auth/${noun}/delete?id=${id}` }) }
}

test('somebody signs in with a cloud account, is added, and comes back to the page they wanted', async ({
  page,
  portal,
}, testInfo) => {
  const provider = await testOpenidProvider({ redirectUris: [portal.url('/ms_auth/redirect')] })
  provider.accounts.set('n', { sub: 'n', email: 'nina@example.com', email_verified: true, name: 'Nina Nova' })
  provider.accounts.set('u', { sub: 'u', email: 'unproven@example.com', email_verified: false, name: 'Ulf Unbekannt' })
  const { remove } = await added(portal, 'openid', openid(provider.issuer))
  await page.goto(portal.url('/signin?redirect=%2Fsetting'))
  const button = page.getByRole('button', { name: 'Entrar com Conta da empresa' })
  await expect(button).toBeVisible()
  await noViolations(page, 'sign-in with a provider')
  await page.screenshot({ path: testInfo.outputPath('sign-in.png') })
  await button.click()
  await page.getByRole('button', { name: 'Nina Nova' }).click()
  await expect(page).toHaveURL(portal.url('/setting'))
  await expect(page.getByRole('main')).toBeVisible()
  // The code is gone from the history.
  await page.goBack()
  expect(page.url()).not.toContain('code=')

  const other = await page.context().browser()?.newContext()
  const stranger = await other?.newPage()
  if (!stranger) throw new Error('no browser')
  await stranger.goto(portal.url('/signin'))
  await stranger.getByRole('button', { name: 'Entrar com Conta da empresa' }).click()
  await stranger.getByRole('button', { name: 'Ulf Unbekannt' }).click()
  await expect(stranger.getByRole('alert')).toHaveText(errorPhrases['pt-BR']['sign_in.wrong_credentials'])
  await noViolations(stranger, 'refused by a provider')
  await stranger.setViewportSize({ width: 390, height: 844 })
  await stranger.emulateMedia({ colorScheme: 'dark' })
  await stranger.screenshot({ path: testInfo.outputPath('refused-phone-dark.png') })
  await other?.close()
  await remove()
  await provider.close()
})

test('the partner sets a provider up in its form', async ({ portal }, testInfo) => {
  const page = await portal.pageOf(people.partner)
  await page.goto(portal.url('/azure/openid'))
  await page.screenshot({ path: testInfo.outputPath('empty-list.png') })
  await page.goto(portal.url('/azure/openid/add'))
  await page.screenshot({ path: testInfo.outputPath('form.png'), fullPage: true })
  await page.locator('select[name="kind"]').selectOption('google')
  await expect(page.locator('input[name="issuer"]')).toHaveValue('https://accounts.google.com')
  await page.locator('input[name="name"]').fill('Google')
  await page.locator('input[name="client_id"]').fill('portal.apps.example')
  await page.locator('input[name="client_secret"]').fill('a secret of the journey')
  await noViolations(page, 'form of a provider')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: testInfo.outputPath('form-phone-dark.png'), fullPage: true })
  await page.setViewportSize({ width: 1366, height: 800 })
  await page.locator('button[type="submit"]').click()
  await page.getByText('Google', { exact: true }).first().click()
  // What is kept is never shown.
  await expect(page.locator('input[name="client_id"]')).toHaveValue('portal.apps.example')
  await expect(page.locator('input[name="client_secret"]')).toHaveValue('')
  const ask = await portal.as(people.partner)
  const { body } = await ask({ method: 'GET', path: '/api/auth/openid/all' })
  for (const { id } of (body as { data: { id: string }[] }).data)
    await ask({ method: 'DELETE', path: `/api/auth/openid/delete?id=${id}` })
})

/** Plays the identity provider: answers the request of the portal with a signed response for this person. */
async function playSaml(page: Page, portal: Portal, appId: string, mail: () => string): Promise<void> {
  await page.route('https://idp.example/**', async (route) => {
    const request = new URL(route.request().url()).searchParams.get('SAMLRequest') ?? ''
    const xml = inflateRawSync(Buffer.from(request, 'base64')).toString()
    const acsUrl = /AssertionConsumerServiceURL="([^"]+)"/.exec(xml)?.[1] ?? ''
    const response = sign(
      responseOf({
        acsUrl,
        audience: portal.url(`/api/saml/metadata/${appId}`),
        inResponseTo: /ID="([^"]+)"/.exec(xml)?.[1] ?? '',
        subject: mail(),
        attributes: { mail: mail(), name: 'Sara Samel' },
      }),
    )
    await route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><form method="post" action="${acsUrl}"><input name="SAMLResponse" value="${encoded(response)}"></form><script>document.forms[0].submit()</script>`,
    })
  })
}

/** The words of the status table with a sentence of their own. */
const table: GeneralCode[] = [
  'sign_in.wrong_credentials',
  'sign_in.without_tenant',
  'sign_in.user_deactivated',
  'sign_in.user_blocked',
  'sign_in.user_inactive',
  'sign_in.domain_refused',
  'sign_in.hour_refused',
  'sign_in.provider_without_tenant',
  'sign_in.trial_ended',
  'sign_in.maintenance',
  'sign_in.provider_failed',
]

test('SAML: a whole sign-in, and each status has the sentence of the specification in four languages', async ({
  browser,
  portal,
}, testInfo) => {
  const app = { name: 'Provedor', entity_id: entityId, login_url: 'https://idp.example/sso', logout_url: '' }
  const rules = { create_users: 'S', idp_initiated: 'N', status: 'S', name_id_format: 'persistent' }
  const attributes = { email: 'mail', nome_usuario: 'name' }
  const { id, remove } = await added(portal, 'saml', { ...app, ...rules, certificates: [certificate], attributes })
  const ask = await portal.as(people.partner)
  let mail = 'sara@example.com'
  for (const language of languages) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await playSaml(page, portal, id, () => mail)
    await choose(page, portal, language)
    mail = 'sara@example.com'
    await enter(page)
    await expect(page).toHaveURL(portal.url('/'))
    await context.close()

    // The provider names somebody who has a password here.
    const refused = await (await browser.newContext()).newPage()
    await playSaml(refused, portal, id, () => mail)
    await choose(refused, portal, language)
    mail = people.reader
    await enter(refused)
    await expect(refused.getByRole('alert')).toHaveText(errorPhrases[language]['sign_in.wrong_credentials'])
    for (const code of table) {
      await go(refused, `/redirect?status=${errors[code].status}`)
      await expect(refused.getByRole('alert')).toHaveText(errorPhrases[language][code])
    }
    await go(refused, '/redirect?status=never_heard_of')
    await expect(refused.getByRole('alert')).toHaveText('Error ao autenticar!')
    if (language === 'pt-BR') await refused.screenshot({ path: testInfo.outputPath('saml-refused.png') })
    await refused.context().close()
  }
  expect((await ask({ method: 'GET', path: `/api/auth/saml/get?id=${id}` })).body).toMatchObject({ people: 1 })
  await remove()
})

/** Opens the sign-in page in a language. */
async function choose(page: Page, portal: Portal, language: Language): Promise<void> {
  await page.goto(portal.url('/signin'))
  // The portal has set its default language by then.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
  await page.reload()
}

const enter = (page: Page) => page.getByRole('button', { name: /Provedor/ }).click()

/** Navigates inside the single-page application, without a page load. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

// Single sign-on in a browser: with a real OpenID provider, and with a SAML identity provider of our own.
import { expect } from '@playwright/test'
import { errorPhrases } from '#catalogue/phrases/sentence.ts'
import { languages } from '#catalogue/languages.ts'
import { openidCalls } from '#features/identity/openid/contract.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { openidClient, testOpenidProvider } from '#testing/openid-provider.ts'
import { phrasesOf } from './phrase.ts'
import { noViolations, people, type Portal, test, takePicture } from './portal.ts'
import { type Claims, connectSaml, enterBySaml, openSignIn, playSaml } from './saml-provider.ts'

const say = phrasesOf('pt-BR')

const openid = (
  issuer: string,
  more: Partial<SentOf<typeof openidCalls.add>> = {},
): SentOf<typeof openidCalls.add> => ({
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

/** Adds a provider as the partner in the unit. Answers how it is removed. */
async function added(portal: Portal, provider: SentOf<typeof openidCalls.add>) {
  const ask = await portal.as(people.partner)
  const { id } = await ask(openidCalls.add, provider)
  return { id, remove: () => ask(openidCalls.remove, { id }) }
}

test('somebody signs in with a cloud account, is added, and comes back to the page they wanted', async ({
  page,
  portal,
}, testInfo) => {
  const provider = await testOpenidProvider({ redirectUris: [portal.url('/ms_auth/redirect')] })
  provider.accounts.set('n', { sub: 'n', email: 'nina@example.com', email_verified: true, name: 'Nina Nova' })
  provider.accounts.set('u', { sub: 'u', email: 'unproven@example.com', email_verified: false, name: 'Ulf Unbekannt' })
  const { remove } = await added(portal, openid(provider.issuer))
  await page.goto(portal.url('/signin?redirect=%2Fsetting'))
  const button = page.getByRole('button', { name: say('identity.signIn.enterWith', { name: 'Conta da empresa' }) })
  await expect(button).toBeVisible()
  await noViolations(page, 'sign-in with a provider')
  await takePicture(page, testInfo.outputPath('sign-in.png'))
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
  await stranger.getByRole('button', { name: say('identity.signIn.enterWith', { name: 'Conta da empresa' }) }).click()
  await stranger.getByRole('button', { name: 'Ulf Unbekannt' }).click()
  await expect(stranger.getByRole('alert')).toHaveText(errorPhrases['pt-BR']['sign_in.wrong_credentials'])
  await noViolations(stranger, 'refused by a provider')
  await stranger.setViewportSize({ width: 390, height: 844 })
  await stranger.emulateMedia({ colorScheme: 'dark' })
  await takePicture(stranger, testInfo.outputPath('refused-phone-dark.png'))
  await other?.close()
  await remove()
  await provider.close()
})

test('the partner sets a provider up in its form @all', async ({ portal }, testInfo) => {
  const page = await portal.pageOf(people.partner)
  await page.goto(portal.url('/azure/openid'))
  await takePicture(page, testInfo.outputPath('empty-list.png'))
  await page.goto(portal.url('/azure/openid/add'))
  await takePicture(page, testInfo.outputPath('form.png'), { fullPage: true })
  // The name that the form proposes is free, and follows the kind until somebody types one.
  await expect(page.locator('input[name="name"]')).toHaveValue(say('identity.openid.choice.kind.entra'))
  await page.locator('select[name="kind"]').selectOption('google')
  await expect(page.locator('input[name="name"]')).toHaveValue(say('identity.openid.choice.kind.google'))
  await expect(page.locator('input[name="issuer"]')).toHaveValue('https://accounts.google.com')
  await page.locator('input[name="name"]').fill('Google')
  await page.locator('input[name="client_id"]').fill('portal.apps.example')
  await page.locator('input[name="client_secret"]').fill('a secret of the journey')
  await noViolations(page, 'form of a provider')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await takePicture(page, testInfo.outputPath('form-phone-dark.png'), { fullPage: true })
  await page.setViewportSize({ width: 1366, height: 800 })
  await page.locator('button[type="submit"]').click()
  await page.getByText(say('identity.openid.choice.kind.google'), { exact: true }).first().click()
  // What is kept is never shown.
  await expect(page.locator('input[name="client_id"]')).toHaveValue('portal.apps.example')
  await expect(page.locator('input[name="client_secret"]')).toHaveValue('')
  const ask = await portal.as(people.partner)
  for (const { id } of (await ask(openidCalls.list, {})).data) await ask(openidCalls.remove, { id })
})

test('SAML: somebody signs in, is added once, and an unknown status has the general sentence', async ({
  browser,
  portal,
}) => {
  const saml = await connectSaml(portal)
  const claims: Claims = { subject: 'sara', attributes: { mail: 'sara@example.com', name: 'Sara Samel' } }
  for (const language of languages) {
    const page = await (await browser.newContext()).newPage()
    await playSaml(page, portal, saml.id, () => claims)
    await openSignIn(page, portal, language)
    await enterBySaml(page)
    await expect(page).toHaveURL(portal.url('/'))
    await expect(page.getByRole('main')).toBeVisible()
    await page.context().close()
    const stranger = await (await browser.newContext()).newPage()
    await openSignIn(stranger, portal, language)
    await stranger.goto(portal.url('/redirect?status=never_heard_of'))
    await expect(stranger.getByRole('alert')).toHaveText(say('identity.openid.failed'))
    await stranger.context().close()
  }
  expect(await saml.read()).toMatchObject({ people: 1 })
  await saml.remove()
})

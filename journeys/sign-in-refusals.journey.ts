// The status table of sign-in (specification, section 8): each status is reached by the state that causes it, with a password and with
// SAML, and its sentence is read on the page in four languages. The sentences are told-sentences/sign-in-refusals.ts.
import { type Browser, expect, type Page } from '@playwright/test'
import { type Language, languages } from '#catalogue/languages.ts'
import {
  addReader,
  alert,
  close,
  done,
  enter,
  look,
  openPages,
  type Pages,
  type Person,
  readings,
  removePerson,
  secret,
} from './four-languages.ts'
import { people, type Portal, test } from './portal.ts'
import { type Cause, causes, inState, nothing, specified, type Status } from './refusals.ts'
import { type Claims, connectSaml, enterBySaml, openSignIn, playSaml } from './saml-provider.ts'

const company = 'Erro ao realizar login!'

/** A browser for each language, at the sign-in page. */
async function openSignIns(browser: Browser, portal: Portal): Promise<Pages> {
  const pages = await openPages(browser)
  for (const language of languages) await openSignIn(pages[language], portal, language)
  return pages
}

const folder = 'sign-in-refusals'

test('each status that refuses a password has its sentence in four languages', async ({ browser, portal }) => {
  const ofCauses = Object.entries(causes) as [Status, Cause][]
  const rows: { status: Status; cause: Cause; unit?: string; typed?: string }[] = [
    { status: 'error_user_or_password', cause: nothing, typed: 'another password' },
    ...ofCauses.map(([status, cause]) => ({ status, cause })),
    { status: 'domain_not_allowed', cause: nothing, unit: 'aw-us' },
    // Their only business unit has deactivated the person, and this is another one.
    { status: 'not_found_companies', cause: inState('D'), unit: 'aw-us' },
  ]
  const pages = await openSignIns(browser, portal)
  const { note, print } = readings('sign-in with a password')
  for (const { status, cause, unit, typed = secret } of rows) {
    // A person of its own for each row: the attempts of one person are limited.
    const email = `${status.replaceAll('_', '-')}@adventure-works.com`
    const person = await addReader(portal, 'Novo Recusado', 'pt-BR', { email })
    const undo = await cause(portal, person)
    for (const language of languages) {
      const page = pages[language]
      if (unit && !page.url().includes(unit)) await openSignIn(page, portal, language, unit)
      const answered = page.waitForResponse(/\/api\/login$/)
      await enter(page, email, typed)
      const said = (await (await answered).json()) as { status: string }
      expect(said.status).toBe(status)
      // The address that was refused stands in parentheses.
      const sentence = `${specified[status][language]}${status === 'ip_not_allowed' ? ' (127.0.0.1)' : ''}`
      await expect(alert(page)).toHaveText(sentence)
      note(status, language, sentence)
    }
    if (status === 'ip_not_allowed') await look(pages['pt-BR'], folder, status)
    await undo?.()
    await removePerson(portal, person)
  }
  print()
  await close(pages)
})

test('each status of the SAML table has its sentence in four languages @all', async ({ browser, portal }) => {
  const saml = await connectSaml(portal)
  const claimsOf = (subject: string, mail = `${subject}@example.com`): Claims => ({
    subject,
    attributes: { mail, name: 'Novo Recusado' },
  })
  let claims = claimsOf('sam')
  const pages = await openSignIns(browser, portal)
  const arriving = await (await browser.newContext()).newPage()
  for (const page of [arriving, ...Object.values(pages)]) await playSaml(page, portal, saml.id, () => claims)
  await openSignIn(arriving, portal, 'pt-BR')
  await enterBySaml(arriving)
  await expect(arriving).toHaveURL(portal.url('/'))
  await expect(arriving.getByRole('main')).toBeVisible()
  await arriving.context().close()
  const found = await done(portal, people.admin, 'GET', `auth/users/all?search=sam%40example.com`)
  const [person] = found['data'] as Person[]
  if (!person) throw new Error('the person of the provider was not added')

  const { note, print } = readings('sign-in with SAML')
  const reads = async (page: Page, language: Language, status: Status, after = '') => {
    const sentence = `${specified[status][language]}${after}`
    await expect(alert(page)).toHaveText(sentence)
    note(status, language, sentence)
  }
  /** Each language presses the button of the provider and reads why it does not get in. */
  const refused = async (status: Status) => {
    for (const language of languages) {
      const page = pages[language]
      // After a refusal, its page leads back to sign-in.
      if (!page.url().endsWith('/signin')) await page.locator('a[href="/signin"]').click()
      await enterBySaml(page)
      const after = status === 'ip_not_allowed' ? '127.0.0.1' : ''
      await expect(page).toHaveURL(portal.url(`/redirect?status=${status}${after && `&address=${after}`}`))
      await reads(page, language, status, after && ` (${after})`)
    }
  }
  for (const [status, cause] of Object.entries(causes) as [Status, Cause][]) {
    const undo = await cause(portal, person)
    await refused(status)
    if (status === 'ip_not_allowed') await look(pages['pt-BR'], folder, 'saml-address')
    await undo?.()
  }
  // Somebody who has a password here.
  claims = claimsOf('reader', people.reader)
  await refused('error_user_or_password')
  claims = { ...claimsOf('stranger'), issuer: 'https://other.example/metadata' }
  await refused('error')
  claims = claimsOf('stranger')
  await saml.set({ create_users: 'N' })
  await refused('error_azure_not_companies')
  await look(pages['pt-BR'], folder, 'saml')
  // The callback answers these two only while the business unit changes its address or is removed.
  for (const status of ['not_found_companies', 'domain_not_allowed'] as const) {
    for (const language of languages) {
      await pages[language].goto(portal.url(`/redirect?status=${status}`))
      await reads(pages[language], language, status)
    }
  }
  print()
  await removePerson(portal, person)
  await saml.remove()
  await close(pages)
})

test('a wait after wrong passwords, a spent hand-over and a provider that is gone have their sentences @all', async ({
  browser,
  portal,
}) => {
  const saml = await connectSaml(portal)
  const pages = await openSignIns(browser, portal)
  for (const page of Object.values(pages)) await expect(page.getByRole('button', { name: /Provedor/ })).toBeVisible()
  await saml.remove()
  for (const language of languages) {
    await enterBySaml(pages[language])
    await expect(pages[language].getByText(specified.error[language])).toBeVisible()
  }
  for (const language of languages) {
    await pages[language].goto(portal.url('/change/company/no-such-token'))
    await expect(pages[language].getByText(company)).toBeVisible()
    await expect(pages[language]).toHaveURL(portal.url('/signin'))
  }
  const email = 'nobody.waits@adventure-works.com'
  for (const page of Object.values(pages)) await page.reload()
  const answers = await pages['pt-BR'].evaluate(
    async (typed) => {
      const told: number[] = []
      for (let tries = 0; tries < 10; tries++) {
        const headers = { 'content-type': 'application/json' }
        told.push((await fetch('/api/login', { method: 'POST', headers, body: JSON.stringify(typed) })).status)
      }
      return told
    },
    { email, password: 'another password' },
  )
  expect(answers).toEqual(Array.from({ length: 10 }, () => 401))
  for (const language of languages) {
    const page = pages[language]
    await enter(page, email, 'another password')
    await expect(alert(page)).toContainText(specified.throttled[language])
  }
  await look(pages['pt-BR'], folder, 'throttled')
  await close(pages)
})

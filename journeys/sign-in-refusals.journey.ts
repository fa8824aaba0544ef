// The status table of sign-in (specification, section 8): each status is reached by the state that causes it, with a password and with
// SAML, and its sentence is read on the page. The sentences are told-sentences/sign-in-refusals.ts.
import { type Browser, expect, type Page } from '@playwright/test'
import { listUsers } from '#features/people/users/contract.ts'
import { sentenceOf } from '#apps/server/phrases.ts'
import type { Language } from '#catalogue/languages.ts'
import {
  addReader,
  addReaders,
  alert,
  begin,
  close,
  done,
  enter,
  look,
  openPages,
  type Pages,
  readings,
  removePeople,
  removePerson,
  secret,
  signInAt,
  walked,
} from './four-languages.ts'
import { people, type Portal, test } from './portal.ts'
import { type Cause, causes, inState, nothing, specified, type Status } from './refusals.ts'
import { type Claims, connectSaml, enterBySaml, openSignIn, playSaml } from './saml-provider.ts'
import { inLanguages } from './told-sentences/in-languages.ts'
import { sessionSentences } from './told-sentences/session-statuses.ts'

const company = sentenceOf('sign_in.hand_over_failed', 'pt-BR')

async function toSignIn(page: Page, portal: Portal, unit?: string): Promise<void> {
  await page.goto(portal.url('/signin', unit))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** A browser for each walked language, at the sign-in page. */
async function openSignIns(browser: Browser, portal: Portal): Promise<Pages> {
  const pages = await openPages(browser)
  for (const page of pages.all) await toSignIn(page, portal)
  return pages
}

const folder = 'sign-in-refusals'

type Refused = { status: Status; cause: Cause; unit?: string; typed?: string }

async function refuse(browser: Browser, portal: Portal, rows: readonly Refused[]): Promise<void> {
  const pages = await openSignIns(browser, portal)
  const { note, print } = readings('sign-in with a password')
  for (const { status, cause, unit, typed = secret } of rows) {
    // A person of its own for each row: the attempts of one person are limited.
    const email = `${status.replaceAll('_', '-')}@adventure-works.com`
    const person = await addReader(portal, 'Novo Recusado', 'pt-BR', { email })
    const undo = await cause(portal, person)
    for (const language of walked) {
      const page = pages.in(language)
      if (unit && !page.url().includes(unit)) await toSignIn(page, portal, unit)
      const answered = page.waitForResponse(/\/api\/login$/)
      await enter(page, email, typed)
      const said = (await (await answered).json()) as { status: string }
      expect(said.status).toBe(status)
      // The address that was refused stands in parentheses.
      const sentence = `${specified[status][language]}${status === 'ip_not_allowed' ? ' (127.0.0.1)' : ''}`
      await expect(alert(page)).toHaveText(sentence)
      note(status, language, sentence)
    }
    if (status === 'ip_not_allowed') await look(pages.in('es'), folder, status)
    await undo?.()
    await removePerson(portal, person)
  }
  print()
  await close(pages)
}

const ofCauses = Object.entries(causes).map(([status, cause]) => ({ status: status as Status, cause }))
/** The page shows the sentence of the answer, whatever its status: these two, and the address, show that it does. */
const isOfEveryRun = ({ status }: Refused) => status === 'blocked' || status === 'ip_not_allowed'

test('a refused password has the sentence of its status', ({ browser, portal }) =>
  refuse(browser, portal, [
    { status: 'error_user_or_password', cause: nothing, typed: 'another password' },
    ...ofCauses.filter(isOfEveryRun),
  ]))

test('a refusal ends a running session with its sentence', async ({ browser, portal }) => {
  const { page: noPermission } = inLanguages(sessionSentences)
  const { pages, read, each, print } = await begin(browser, 'a running session', {
    specified: { ...specified, noPermission },
  })
  const readers = await addReaders(portal, 'Novo Encerrado')
  await each(async (page, language) => {
    const person = readers.in(language)
    await signInAt(page, portal, person)
    await page.goto(portal.url('/audit'))
    await read(page, language, 'noPermission')
    // A message says it for some seconds, so the wait begins before the change.
    const told = read(page, language, 'blocked')
    await causes.blocked?.(portal, person)
    await told
    await expect(page).toHaveURL(/\/signin\?redirect=/)
  })
  print()
  await removePeople(portal, readers)
  await close(pages)
})

// That a state of the person has its status and sentence is proven by calls: features/identity/sign-in/server/service.db.test.ts.
test('each other status that refuses a password has its sentence @all', ({ browser, portal }) =>
  refuse(browser, portal, [
    ...ofCauses.filter((row) => !isOfEveryRun(row)),
    { status: 'domain_not_allowed', cause: nothing, unit: 'aw-us' },
    // Their only business unit has deactivated the person, and this is another one.
    { status: 'not_found_companies', cause: inState('D'), unit: 'aw-us' },
  ]))

test('each status of the SAML table has its sentence @all', async ({ browser, portal }) => {
  const saml = await connectSaml(portal)
  const claimsOf = (subject: string, mail = `${subject}@example.com`): Claims => ({
    subject,
    attributes: { mail, name: 'Novo Recusado' },
  })
  let claims = claimsOf('sam')
  const pages = await openSignIns(browser, portal)
  const arriving = await (await browser.newContext()).newPage()
  for (const page of [arriving, ...pages.all]) await playSaml(page, portal, saml.id, () => claims)
  await openSignIn(arriving, portal, 'pt-BR')
  await enterBySaml(arriving)
  await expect(arriving).toHaveURL(portal.url('/'))
  await expect(arriving.getByRole('main')).toBeVisible()
  await arriving.context().close()
  const [person] = (await done(portal, people.admin, listUsers, { search: 'sam@example.com' })).data
  if (!person) throw new Error('the person of the provider was not added')

  const { note, print } = readings('sign-in with SAML')
  const reads = async (page: Page, language: Language, status: Status, after = '') => {
    const sentence = `${specified[status][language]}${after}`
    await expect(alert(page)).toHaveText(sentence)
    note(status, language, sentence)
  }
  /** Each language presses the button of the provider and reads why it does not get in. */
  const refused = async (status: Status) => {
    for (const language of walked) {
      const page = pages.in(language)
      // After a refusal, its page leads back to sign-in.
      if (!page.url().endsWith('/signin')) await page.locator('a[href="/signin"]').click()
      await enterBySaml(page)
      const after = status === 'ip_not_allowed' ? '127.0.0.1' : ''
      await expect(page).toHaveURL(portal.url(`/redirect?status=${status}${after && `&address=${after}`}`))
      await reads(page, language, status, after && ` (${after})`)
    }
  }
  for (const { status, cause } of ofCauses) {
    const undo = await cause(portal, person)
    await refused(status)
    if (status === 'ip_not_allowed') await look(pages.in('es'), folder, 'saml-address')
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
  await look(pages.in('es'), folder, 'saml')
  // The callback answers these two only while the business unit changes its address or is removed.
  for (const status of ['not_found_companies', 'domain_not_allowed'] as const) {
    for (const language of walked) {
      await pages.in(language).goto(portal.url(`/redirect?status=${status}`))
      await reads(pages.in(language), language, status)
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
  for (const page of pages.all) await expect(page.getByRole('button', { name: /Provedor/ })).toBeVisible()
  await saml.remove()
  for (const language of walked) {
    await enterBySaml(pages.in(language))
    await expect(pages.in(language).getByText(specified.error[language])).toBeVisible()
  }
  for (const page of pages.all) {
    await page.goto(portal.url('/change/company/no-such-token'))
    await expect(page.getByText(company)).toBeVisible()
    await expect(page).toHaveURL(portal.url('/signin'))
  }
  const email = 'nobody.waits@adventure-works.com'
  for (const page of pages.all) await page.reload()
  const answers = await pages.in('es').evaluate(
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
  for (const language of walked) {
    const page = pages.in(language)
    await enter(page, email, 'another password')
    await expect(alert(page)).toContainText(specified.throttled[language])
  }
  await look(pages.in('es'), folder, 'throttled')
  await close(pages)
})

// The statuses of sign-in that are no refusal, and the public pages of its links: each is reached by what causes it, and its sentence is
// read on the page. The refusals are in sign-in-refusals.journey.ts.
import { type Browser, expect, type Page } from '@playwright/test'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { openidCalls } from '#features/identity/openid/contract.ts'
import type { Language } from '#catalogue/languages.ts'
import { askDatabase } from '#apps/server/testing/portal-history.ts'
import { ownerUrlIn } from '#platform/server/machine/embedded-postgres.ts'
import { acceptTerm, publishTerm, userTermCalls } from '#features/organisation/user-terms/contract.ts'
import { codeOf, wrongCodeOf } from '#testing/authenticator.ts'
import { openidClient, testOpenidProvider } from '#testing/openid-provider.ts'
import {
  addReader,
  addReaders,
  alert,
  begin,
  close,
  done,
  enter,
  look,
  removePeople,
  removePerson,
  setSettings,
  setUnit,
} from './four-languages.ts'
import { phrasesOf } from './phrase.ts'
import { type Ask, people, type Portal, test } from './portal.ts'
import { inLanguages } from './told-sentences/in-languages.ts'
import { refusalSentences } from './told-sentences/sign-in-refusals.ts'
import { stepSentences } from './told-sentences/sign-in-steps.ts'
import { openWorld } from './world.ts'

const say = phrasesOf('pt-BR')
const specified = inLanguages({ ...stepSentences, blocked: refusalSentences.blocked })
type Step = keyof typeof specified

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const folder = 'sign-in-steps'

const start = (browser: Browser, title: string) => begin(browser, title, { specified, exact: true })

const openAt = (portal: Portal, path: string, unit?: string) => async (page: Page) => {
  await page.goto(portal.url(path, unit))
}

test('user_change_password leads to the page of a new password, and its link works once', async ({
  browser,
  portal,
}) => {
  const { pages, read, each, print } = await start(browser, 'a password that must change')
  const readers = await addReaders(portal, 'Nova Senha')
  await setSettings(portal, { enable_password: 'S', min_character: 20 })
  await each(async (page, language) => {
    await page.goto(portal.url('/signin'))
    const answered = page.waitForResponse(/\/api\/login$/)
    await enter(page, readers.in(language).email)
    expect((await (await answered).json()) as object).toMatchObject({ status: 'user_change_password' })
    await read(page, language, 'rules')
    await expect(page).toHaveURL(/\/new\/password\//)
    await expect(heading(page)).toHaveText(specified.choose[language])
    const link = page.url()
    const long = 'Twenty-quiet-rivers-and-71'
    await page.locator('input[name="password"]').fill(long)
    await page.locator('input[name="repeat"]').fill(long)
    await page.locator('button[type="submit"]').click()
    await read(page, language, 'saved')
    await expect(page).toHaveURL(/\/signin$/)
    await page.goto(link)
    await expect(heading(page)).toHaveText(specified.linkLost[language])
    await read(page, language, 'linkSpent')
  })
  await look(pages.in('es'), folder, 'link-spent')
  print()
  await setSettings(portal, { enable_password: 'N', min_character: 8 })
  await removePeople(portal, readers)
  await close(pages)
})

test('user_change_password says that a password is too old @all', async ({ browser, portal, world }) => {
  const { pages, read, each, print } = await start(browser, 'a password that is too old')
  const readers = await addReaders(portal, 'Velha Senha')
  await setSettings(portal, { enable_password: 'S', expiry_time_password: 90 })
  const ids = readers.all.map(({ id }) => id)
  const aged = `update users set password_changed_at = now() - interval '91 days' where id = any ($1)`
  await askDatabase(ownerUrlIn(world.dataDir), aged, [ids])
  await each(async (page, language) => {
    await page.goto(portal.url('/signin'))
    const answered = page.waitForResponse(/\/api\/login$/)
    await enter(page, readers.in(language).email)
    expect((await (await answered).json()) as object).toMatchObject({ status: 'user_change_password' })
    await read(page, language, 'passwordExpired')
    await expect(page).toHaveURL(/\/new\/password\//)
    await expect(heading(page)).toHaveText(specified.choose[language])
  })
  await look(pages.in('es'), folder, 'password-expired')
  print()
  await setSettings(portal, { enable_password: 'N', expiry_time_password: 0 })
  await removePeople(portal, readers)
  await close(pages)
})

async function demandTwoFactor(staff: Ask, mfa_master: 'S' | 'N'): Promise<void> {
  const { version } = await staff(readSettings, {})
  await staff(updateSettings, { version, confirm: 'S', mfa_master })
}

/** The key that the page shows for typing it into an app. */
const shownKey = async (page: Page) =>
  (await page.getByText(/^(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).innerText()).replaceAll(' ', '')

test('redirect_two_factor leads to the set-up of an app, and two_factor asks for its code', async ({
  browser,
  portal,
}) => {
  const { pages, read, each, print } = await start(browser, 'the second factor')
  const readers = await addReaders(portal, 'Novo Fator')
  const keys = new Map<Language, string>()
  // The partner has no second factor either: the session that turns it off begins before it is on.
  const staff = await portal.as(people.partner)
  await demandTwoFactor(staff, 'S')
  await each(async (page, language) => {
    await page.goto(portal.url('/config/2fa/no-such-token'))
    await expect(heading(page)).toHaveText(specified.setUp[language])
    await read(page, language, 'codeExpired')
  })
  await each(async (page, language) => {
    await page.goto(portal.url('/signin'))
    const answered = page.waitForResponse(/\/api\/login$/)
    await enter(page, readers.in(language).email)
    expect((await (await answered).json()) as object).toMatchObject({ status: 'redirect_two_factor' })
    await expect(page).toHaveURL(/\/config\/2fa\//)
    await expect(heading(page)).toHaveText(specified.setUp[language])
    await read(page, language, 'setUpRequired')
    const key = await shownKey(page)
    await page.locator('input[name="code"]').fill(wrongCodeOf(key))
    await page.locator('button[type="submit"]').click()
    await read(page, language, 'codeWrong')
    if (language === 'es') await look(page, folder, 'set-up')
    await page.locator('input[name="code"]').fill(codeOf(key))
    await page.locator('button[type="submit"]').click()
    await read(page, language, 'recoveryCodes')
    keys.set(language, key)
  })
  await look(pages.in('es'), folder, 'recovery-codes')
  await each(async (page, language) => {
    await page.goto(portal.url('/signin'))
    const answered = page.waitForResponse(/\/api\/login$/)
    await enter(page, readers.in(language).email)
    expect((await (await answered).json()) as object).toMatchObject({ status: 'two_factor' })
    await read(page, language, 'code')
    await page.locator('input[name="code"]').fill(wrongCodeOf(keys.get(language) ?? ''))
    await page.locator('button[type="submit"]').click()
    await expect(alert(page)).toHaveText(specified.codeWrong[language])
    await page.getByRole('button', { name: specified.toRecovery[language] }).click()
    await read(page, language, 'recovery')
  })
  await look(pages.in('es'), folder, 'recovery')
  // The first wrong code was above. The fifth one ends the sign-in: the right one comes too late.
  await each(async (page, language) => {
    const key = keys.get(language) ?? ''
    await page.goto(portal.url('/signin'))
    await enter(page, readers.in(language).email)
    await read(page, language, 'code')
    const send = async (code: string) => {
      const answered = page.waitForResponse(/\/api\/login\/2fa$/)
      await page.locator('input[name="code"]').fill(code)
      await page.locator('button[type="submit"]').click()
      return (await answered).status()
    }
    for (let tries = 2; tries <= 5; tries++) expect(await send(wrongCodeOf(key))).toBe(401)
    await expect(alert(page)).toHaveText(specified.codeWrong[language])
    expect(await send(codeOf(key))).toBe(401)
    await read(page, language, 'codeExpired')
  })
  await look(pages.in('es'), folder, 'fifth-wrong-code')
  print()
  await demandTwoFactor(staff, 'N')
  await removePeople(portal, readers)
  await close(pages)
})

test('config/2fa/{token} sets up the app where its link is opened, and signs the person in there @all', async ({
  browser,
  portal,
}) => {
  const reader = await addReader(portal, 'Novo Aparelho')
  const staff = await portal.as(people.partner)
  await demandTwoFactor(staff, 'S')
  const page = await (await browser.newContext()).newPage()
  await page.goto(portal.url('/signin'))
  await enter(page, reader.email)
  await expect(page).toHaveURL(/\/config\/2fa\//)
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(page.url())
  await expect(heading(elsewhere)).toHaveText(specified.setUp['pt-BR'])
  await expect(elsewhere.getByRole('img', { name: /Código QR/ })).toBeVisible()
  await elsewhere.locator('input[name="code"]').fill(codeOf(await shownKey(elsewhere)))
  await elsewhere.locator('button[type="submit"]').click()
  await expect(
    elsewhere.getByRole('list', { name: say('identity.mfa.recovery.title') }).getByRole('listitem'),
  ).toHaveCount(10)
  await elsewhere.getByRole('button', { name: say('identity.mfa.recovery.kept') }).click()
  await expect(elsewhere).toHaveURL(portal.url('/'))
  await expect(elsewhere.getByRole('button', { name: /^Sua conta: Novo Aparelho/ })).toBeVisible()
  // The link works once.
  await page.reload()
  await expect(page.getByText(specified.codeExpired['pt-BR'])).toBeVisible()
  await demandTwoFactor(staff, 'N')
  await removePerson(portal, reader)
  await Promise.all([page.context().close(), elsewhere.context().close()])
})

test('a mandatory term is asked for after the sign-in, and other calls wait for it @all', async ({
  browser,
  portal,
}) => {
  const { pages, read, each, print } = await start(browser, 'a mandatory term')
  const readers = await addReaders(portal, 'Novo Termo')
  const said = (text: string) => ({ 'pt-BR': text, 'en-US': text, es: text, 'pt-PT': text })
  const term = { name: 'Novo sigilo', title: said('Sigilo'), body: said('42'), condition: 'mandatory' } as const
  const { id } = await done(portal, people.admin, userTermCalls.add, {
    ...term,
    place: 'after_login',
    active: 'S',
    report_id: null,
  })
  await done(portal, people.admin, publishTerm, { id, version: 1 })
  await each(async (page, language) => {
    await page.goto(portal.url('/signin'))
    const entered = page.waitForResponse(/\/api\/login$/)
    await enter(page, readers.in(language).email)
    const { token } = (await (await entered).json()) as { token: string }
    await expect(page.getByRole('dialog', { name: 'Sigilo' })).toBeVisible()
    await read(page, language, 'terms')
    const [status, sentence] = await page.evaluate(
      async ([bearer, lang]) => {
        const headers = { authorization: `Bearer ${bearer}`, lang }
        const answer = await fetch('/api/auth/reports/all', { headers })
        return [answer.status, ((await answer.json()) as { message: string }).message] as const
      },
      [token, language] as const,
    )
    expect([status, sentence]).toEqual([403, specified.termsDue[language]])
  })
  await look(pages.in('es'), folder, 'term')
  print()
  // The administrator is under the term too.
  const admin = await portal.as(people.admin)
  await admin(acceptTerm, { id, version: 1 })
  await admin(userTermCalls.remove, { id })
  await removePeople(portal, readers)
  await close(pages)
})

test('the public pages of links, screens and other sites say what is wrong with theirs', async ({
  browser,
  portal,
}) => {
  const { pages, read, each, print } = await start(browser, 'public pages')
  const visits: [path: string, steps: Step[], unit?: string][] = [
    ['/new/password/no-such-token', ['linkLost', 'linkSpent']],
    ['/embedded/no-such-token', ['company', 'embeddedAgain']],
    ['/embedded/ended', ['embeddedEnded', 'embeddedAgain']],
    ['/auth/playlist/no-such-token', ['unauthorized', 'playlistRevoked']],
    ['/ms_auth/redirect?error=access_denied', ['providerRefused']],
    ['/redirect?status=blocked', ['blocked']],
    ['/redirect?status=ip_not_allowed&address=127.0.0.1', ['address']],
    ['/ip/notallowed', ['address']],
    ['/popup_blocked', ['popup']],
  ]
  for (const [path, steps] of visits) {
    await each(async (page, language) => {
      await openAt(portal, path)(page)
      for (const step of steps) await read(page, language, step)
    })
    // screens.journey.ts looks at the others.
    if (path.startsWith('/embedded/')) await look(pages.in('es'), folder, path.slice(1).replaceAll('/', '-'))
  }
  await each(async (page, language) => {
    await openAt(portal, '/signin', 'nobody-here')(page)
    await expect(page).toHaveURL(/\/domain\/notfound$/)
    await expect(page.getByText(specified.nobodysHost[language])).toBeVisible()
    // The page of an approval needs a session.
    await openAt(portal, '/authorization/no-such-token')(page)
    await expect(page).toHaveURL(/\/signin\?redirect=/)
  })
  print()
  await close(pages)
})

test('registration: where it is off it leads to sign-in, and where it is on it says that a mail was sent @all', async ({
  browser,
  portal,
}) => {
  const { pages, read, each, print } = await start(browser, 'registration')
  await each(async (page) => {
    await page.goto(portal.url('/register'))
    await expect(page).toHaveURL(/\/signin/)
  })
  await setUnit(portal, { registration_enabled: 'S' })
  await setSettings(portal, { enable_auto_register: 'S' })
  await each(async (page, language) => {
    await page.goto(portal.url('/register'))
    await page.locator('input[name="nome_usuario"]').fill('Nova Pessoa')
    await page.locator('input[name="email"]').fill(`nova.pessoa.${language.toLowerCase()}@adventure-works.com`)
    await page.locator('input[name="password"]').fill('Quiet-river-71')
    await page.locator('button[type="submit"]').click()
    await read(page, language, 'registered')
    await page.goto(portal.url('/register/verify/no-such-token'))
    await page.locator('input[name="password"]').fill('Quiet-river-71')
    await page.locator('button[type="submit"]').click()
    await read(page, language, 'registrationSpent')
  })
  await look(pages.in('es'), folder, 'registration-spent')
  print()
  await setSettings(portal, { enable_auto_register: 'N' })
  await setUnit(portal, { registration_enabled: 'N' })
  await close(pages)
})

test('a cloud provider’s people are refused with the sentence of their status @all', async ({ browser, portal }) => {
  const { pages, read, each, print } = await start(browser, 'a cloud provider')
  const provider = await testOpenidProvider({ redirectUris: [portal.url('/ms_auth/redirect')] })
  provider.accounts.set('s', { sub: 's', email: 'stranger@example.com', email_verified: true, name: 'Sam Stranger' })
  provider.accounts.set('u', { sub: 'u', email: 'unproven@example.com', email_verified: false, name: 'Ulf Unbekannt' })
  const { id } = await done(portal, people.partner, openidCalls.add, {
    name: 'Conta da empresa',
    kind: 'other',
    icon: 'building',
    issuer: provider.issuer,
    ...openidClient,
    scopes: 'openid profile email',
    attributes: {},
    create_users: 'N',
    link_users: 'N',
    domains: [],
    directories: [],
    status: 'S',
  })
  await each(async (page, language) => {
    for (const [name, step] of [
      ['Sam Stranger', 'azure'],
      ['Ulf Unbekannt', 'credentials'],
    ] as const) {
      await page.goto(portal.url('/signin'))
      await page.getByRole('button', { name: /Conta da empresa/ }).click()
      await page.getByRole('button', { name }).click()
      await expect(page).toHaveURL(portal.url('/ms_auth/redirect'))
      await expect(heading(page)).toHaveText(specified.providerRefused[language])
      await read(page, language, step)
      // The provider remembers who signed in last.
      await page.context().clearCookies()
    }
  })
  print()
  await done(portal, people.partner, openidCalls.remove, { id })
  await provider.close()
  await close(pages)
})

test('a forgotten password: the mail was sent, or it cannot be sent @all', async ({ browser }) => {
  const { pages, read, each, print } = await start(browser, 'a forgotten password')
  const ask = async (page: Page, url: string, language: Language) => {
    await page.goto(url)
    await page.locator('input[name="email"]').fill(`nobody.${language.toLowerCase()}@adventure-works.com`)
    await page.locator('button[type="submit"]').click()
  }
  const openAs = (variables: Record<string, string>) => openWorld(process.env['JOURNEY_WORLDS'] ?? '', variables)
  // Nobody of these addresses has an account, so the server of this portal gets no mail.
  const server = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'portal@vitrine.example' }
  const sending = await openAs({ DEMO_WORLD: '0', ...server })
  await each(async (page, language) => {
    await ask(page, `http://aw-brasil.localhost:${sending.port}/forgot`, language)
    await read(page, language, 'mailSent')
  })
  await look(pages.in('es'), folder, 'mail-sent')
  await sending.close()
  // Outside of the demo world, nobody reads an outbox, and this portal has no mail server.
  const world = await openAs({ DEMO_WORLD: '0' })
  await each(async (page, language) => {
    await ask(page, `http://aw-brasil.localhost:${world.port}/forgot`, language)
    await expect(alert(page)).toHaveText(specified.mailFailed[language])
  })
  await look(pages.in('es'), folder, 'mail-failed')
  print()
  await close(pages)
  await world.close()
})

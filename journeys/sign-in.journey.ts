import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { sentenceOf } from '#apps/server/phrases.ts'
import { phrasesOf } from './phrase.ts'
import { password, test } from './portal.ts'

const say = phrasesOf('pt-BR')
const sayInEnglish = phrasesOf('en-US')
const sayInSpanish = phrasesOf('es')

const admin = 'ana.souza@adventure-works.com'

/** An address at a business unit, on the port of this run. */
const at = (baseURL: string | undefined, unit: string, path = '/') => {
  const { port } = new URL(baseURL ?? '')
  return `http://${unit}.localhost:${port}${path}`
}

async function signIn(page: Page, email = admin): Promise<void> {
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[name="password"]').fill(password)
  await page.getByRole('button', { name: say('identity.signIn.submit') }).click()
}

/** Data that the browser stores: names of the vault's entries (without their content), and localStorage as text. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const open = indexedDB.open('vitrine')
      open.addEventListener('success', () => resolve(open.result))
    })
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      const ask = database.transaction('entries').objectStore('entries').getAllKeys()
      ask.addEventListener('success', () => resolve(ask.result))
    })
    database.close()
    return { entries: keys.map(String), local: JSON.stringify(localStorage) }
  })

const noViolations = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

/** Collects page errors: exceptions, and styles or scripts that the browser refused. A failed API request does not count. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  return faults
}

test('a signed-out person is sent to sign-in, sees errors, and returns to the requested page', async ({
  page,
  baseURL,
}) => {
  const faults = faultsOf(page)
  await page.goto(at(baseURL, 'aw-brasil', '/'))
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('identity.signIn.title'))
  await expect(page.getByText('Adventure Works Brasil')).toBeVisible()
  await expect(page.locator('input[name="email"]')).toBeFocused()
  expect(await page.evaluate(() => [localStorage.getItem('language'), document.documentElement.lang])).toEqual([
    'pt-BR',
    'pt-BR',
  ])

  await page.getByRole('button', { name: say('identity.signIn.submit') }).click()
  await expect(
    page.getByText(say('general.field.required', { name: say('identity.signIn.field.email') })),
  ).toBeVisible()

  await page.locator('input[name="email"]').fill(admin)
  await page.locator('input[name="password"]').fill('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText(sentenceOf('sign_in.wrong_credentials', 'pt-BR'))).toBeVisible()

  await signIn(page)
  await expect(page).toHaveURL(at(baseURL, 'aw-brasil', '/'))
  await expect(page.getByRole('button', { name: say('frame.profile.menu') })).toBeVisible()
  await expect(page).toHaveTitle('Vitrine')
  expect(faults).toEqual([])
})

test('the button stays where it is when the options of the sign-in arrive, so a click is not lost @all', async ({
  page,
  baseURL,
}) => {
  const options = page.waitForResponse('**/api/login/config*')
  await page.goto(at(baseURL, 'aw-brasil', '/signin'))
  const { theme, ...door } = (await (await options).json()) as { theme: object }
  await expect(page.getByRole('link', { name: say('identity.signIn.forgot') })).toBeVisible()
  // As at the first visit: the browser has stored no theme.
  await page.evaluate(() => indexedDB.deleteDatabase('vitrine'))
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/login/config*', async (route) => {
    await held
    // A background of its own puts the form on a card.
    await route.fulfill({ json: { ...door, theme: { ...theme, color_login_background: '#12324a' } } })
  })
  await page.reload()
  const button = page.getByRole('button', { name: say('identity.signIn.submit') })
  await expect(button).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const before = await button.boundingBox()
  expect(before).not.toBeNull()
  // What stands below the options comes with them, because it would move.
  const passkey = page.getByRole('button', { name: say('identity.signIn.passkey.use') })
  await expect(passkey).toHaveCount(0)
  release()
  await expect(page.getByRole('link', { name: say('identity.signIn.forgot') })).toBeVisible()
  await expect(page.locator('[data-grounded]')).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
  await expect(passkey).toBeVisible()
})

test('the first visit shows and stores the default language of the business unit; later visits keep the stored one @all', async ({
  page,
  baseURL,
}) => {
  const seen = () => page.evaluate(() => [localStorage.getItem('language'), document.documentElement.lang])
  await page.goto(at(baseURL, 'aw-us', '/signin'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sayInEnglish('identity.signIn.title'))
  expect(await seen()).toEqual(['en-US', 'en-US'])
  await page.evaluate(() => localStorage.setItem('language', 'es'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sayInSpanish('identity.signIn.title'))
  expect(await seen()).toEqual(['es', 'es'])
})

test('the keyboard reaches the button that shows the password @all', async ({ page, baseURL }) => {
  await page.goto(at(baseURL, 'aw-brasil', '/signin'))
  const password = page.locator('input[name="password"]')
  await password.focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: say('identity.signIn.showPassword') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(password).toHaveAttribute('type', 'text')
})

test('a reload keeps the session; the browser stores nothing in plain text; signing out clears the storage in every tab', async ({
  context,
  baseURL,
}) => {
  const page = await context.newPage()
  await page.goto(at(baseURL, 'aw-brasil'))
  await signIn(page)
  await expect(page.getByRole('button', { name: say('frame.profile.menu') })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: say('frame.profile.menu') })).toBeVisible()
  const kept = await stored(page)
  expect(kept.entries).toEqual(expect.arrayContaining(['entry:user', 'entry:config']))
  expect(kept.local).not.toContain('adventure-works.com')

  const other = await context.newPage()
  await other.goto(at(baseURL, 'aw-brasil', '/signin'))
  await expect(other.getByRole('button', { name: say('frame.profile.menu') })).toBeVisible()
  await page.getByRole('button', { name: say('frame.profile.menu') }).click()
  await page.getByRole('menuitem', { name: say('frame.signOut') }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await expect(other).toHaveURL(/\/signin/)
  // The theme belongs to the host, not to the person. The sign-in page has just loaded it again.
  expect((await stored(page)).entries.filter((name) => name !== 'entry:theme')).toEqual(['key'])
})

test('a person who leaves the first page at once stays signed in, even if the browser stores slowly', async ({
  page,
  baseURL,
}) => {
  // Every stored value is encrypted first, so slow encryption means slow storage.
  await page.addInitScript(() => {
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
    crypto.subtle.encrypt = async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      return encrypt(...args)
    }
  })
  await page.goto(at(baseURL, 'aw-brasil'))
  await signIn(page)
  await expect(page).not.toHaveURL(/signin/)
  await page.goto(at(baseURL, 'aw-brasil', '/user'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('people.users.title'))
})

test('an open page goes to sign-in with a message when its session ends elsewhere', async ({
  browser,
  page,
  baseURL,
}) => {
  let token = ''
  // Requests to the report service have a token of their own.
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/')) token = request.headers()['authorization'] ?? token
  })
  await page.goto(at(baseURL, 'aw-brasil'))
  await signIn(page)
  await expect(page.getByRole('button', { name: say('frame.profile.menu') })).toBeVisible()
  const elsewhere = await browser.newPage()
  await elsewhere.goto(at(baseURL, 'aw-brasil', '/signin'))
  const ended = await elsewhere.evaluate(async (authorization) => {
    const headers = { authorization, 'content-type': 'application/json' }
    return (await fetch('/api/logout', { method: 'POST', headers, body: '{}' })).status
  }, token)
  expect(ended).toBe(200)
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByText(say('identity.sessions.expired'))).toBeVisible()
  expect((await stored(page)).entries).not.toContain('entry:user')
})

test('a redirect parameter to another site leads to the start page @all', async ({ page, baseURL }) => {
  for (const redirect of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)']) {
    await page.goto(at(baseURL, 'aw-brasil', `/signin?redirect=${encodeURIComponent(redirect)}`))
    await signIn(page)
    await expect(page).toHaveURL(at(baseURL, 'aw-brasil', '/'))
    await page.getByRole('button', { name: say('frame.profile.menu') }).click()
    await page.getByRole('menuitem', { name: say('frame.signOut') }).click()
    await expect(page).toHaveURL(/\/signin$/)
  }
})

test('an unknown host has its own page; an unknown path shows "not found" to a signed-in person @all', async ({
  page,
  baseURL,
}) => {
  await page.goto(at(baseURL, 'nobody-lives-here'))
  await expect(page).toHaveURL(/\/domain\/notfound$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('identity.signIn.domain.title'))
  await page.goto(at(baseURL, 'aw-brasil', '/no/such/page'))
  await expect(page).toHaveURL(/\/signin$/)
  await signIn(page)
  await expect(page.getByRole('button', { name: say('frame.profile.menu') })).toBeVisible()
  await page.goto(at(baseURL, 'aw-brasil', '/no/such/page'))
  await expect(page.getByText(say('general.page.notFoundTitle'))).toBeVisible()
})

for (const { name, width, scheme } of [
  { name: 'wide and light', width: 1366, scheme: 'light' },
  { name: 'narrow and dark', width: 360, scheme: 'dark' },
] as const) {
  test(`sign-in and the page frame are accessible and fit the screen, ${name}`, async ({ browser, baseURL }) => {
    const context: BrowserContext = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme: scheme,
    })
    const page = await context.newPage()
    const faults = faultsOf(page)
    await page.goto(at(baseURL, 'aw-brasil'))
    for (const language of ['English', 'Español', 'Português (Portugal)', 'Português (Brasil)']) {
      await page.getByRole('button', { name: /: (Português|English|Español)/ }).click()
      await page.getByRole('menuitemradio', { name: language }).click()
      await expect(page.getByRole('menu')).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await noViolations(page)
    }
    await signIn(page)
    await expect(page.getByRole('button', { name: say('frame.profile.menu') })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await noViolations(page)
    if (width < 768) {
      await page.getByRole('button', { name: say('frame.openNavigation') }).click()
      await expect(page.getByRole('dialog').getByRole('navigation', { name: say('frame.navigation') })).toBeVisible()
      await noViolations(page)
    }
    expect(faults).toEqual([])
    await context.close()
  })
}

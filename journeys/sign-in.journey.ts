import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'

const password = process.env['DEMO_PASSWORD'] ?? ''
const admin = 'ana.souza@adventure-works.com'

/** The address of a business unit on the port of this run. */
const at = (baseURL: string | undefined, unit: string, path = '/') => {
  const { port } = new URL(baseURL ?? '')
  return `http://${unit}.localhost:${port}${path}`
}

async function signIn(page: Page, email = admin): Promise<void> {
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[name="password"]').fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

/** What lies in the browser: names of the vault's entries (not what is in them), and localStorage as text. */
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

/** Faults that a page reports: refused styles or scripts, exceptions. A refused call is none. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  return faults
}

test('a person is led to sign in, told what is wrong, and brought where they wanted to go', async ({
  page,
  baseURL,
}) => {
  const faults = faultsOf(page)
  await page.goto(at(baseURL, 'aw-brasil', '/'))
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Entrar')
  await expect(page.getByText('Adventure Works Brasil')).toBeVisible()
  await expect(page.locator('input[name="email"]')).toBeFocused()
  expect(await page.evaluate(() => [localStorage.getItem('language'), document.documentElement.lang])).toEqual([
    'pt-BR',
    'pt-BR',
  ])

  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByText('O campo E-mail é obrigatório!')).toBeVisible()

  await page.locator('input[name="email"]').fill(admin)
  await page.locator('input[name="password"]').fill('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText('Usuário ou senha incorretos!')).toBeVisible()

  await signIn(page)
  await expect(page).toHaveURL(at(baseURL, 'aw-brasil', '/'))
  await expect(page.getByRole('button', { name: 'Sua conta' })).toBeVisible()
  await expect(page).toHaveTitle('Vitrine')
  expect(faults).toEqual([])
})

test('a reload keeps the person signed in; nothing readable lies in the browser; signing out empties it in every tab', async ({
  context,
  baseURL,
}) => {
  const page = await context.newPage()
  await page.goto(at(baseURL, 'aw-brasil'))
  await signIn(page)
  await expect(page.getByRole('button', { name: 'Sua conta' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sua conta' })).toBeVisible()
  const kept = await stored(page)
  expect(kept.entries).toEqual(expect.arrayContaining(['entry:user', 'entry:config']))
  expect(kept.local).not.toContain('adventure-works.com')

  const other = await context.newPage()
  await other.goto(at(baseURL, 'aw-brasil', '/signin'))
  await expect(other.getByRole('button', { name: 'Sua conta' })).toBeVisible()
  await page.getByRole('button', { name: 'Sua conta' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await expect(other).toHaveURL(/\/signin/)
  // The theme is the host's: the sign-in page has just read it again.
  expect((await stored(page)).entries.filter((name) => name !== 'entry:theme')).toEqual(['key'])
})

test('whoever leaves the first page at once is still signed in on the next, also where the browser is slow to store', async ({
  page,
  baseURL,
}) => {
  // Everything that is stored is encrypted first.
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Usuários')
})

test('a session that ends elsewhere leads to sign-in with the sentence, while one looks', async ({
  browser,
  page,
  baseURL,
}) => {
  let token = ''
  page.on('request', (request) => {
    token = request.headers()['authorization'] ?? token
  })
  await page.goto(at(baseURL, 'aw-brasil'))
  await signIn(page)
  await expect(page.getByRole('button', { name: 'Sua conta' })).toBeVisible()
  const elsewhere = await browser.newPage()
  await elsewhere.goto(at(baseURL, 'aw-brasil', '/signin'))
  const ended = await elsewhere.evaluate(async (authorization) => {
    const headers = { authorization, 'content-type': 'application/json' }
    return (await fetch('/api/logout', { method: 'POST', headers, body: '{}' })).status
  }, token)
  expect(ended).toBe(200)
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByText('Sua sessão expirou')).toBeVisible()
  expect((await stored(page)).entries).not.toContain('entry:user')
})

test('hostile ways back lead to the start page', async ({ page, baseURL }) => {
  for (const redirect of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)']) {
    await page.goto(at(baseURL, 'aw-brasil', `/signin?redirect=${encodeURIComponent(redirect)}`))
    await signIn(page)
    await expect(page).toHaveURL(at(baseURL, 'aw-brasil', '/'))
    await page.getByRole('button', { name: 'Sua conta' }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await expect(page).toHaveURL(/\/signin$/)
  }
})

test('a host that is nobody’s has its own page, and an unknown path one for who is signed in', async ({
  page,
  baseURL,
}) => {
  await page.goto(at(baseURL, 'nobody-lives-here'))
  await expect(page).toHaveURL(/\/domain\/notfound$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este endereço não é de ninguém')
  await page.goto(at(baseURL, 'aw-brasil', '/no/such/page'))
  await expect(page).toHaveURL(/\/signin$/)
  await signIn(page)
  await expect(page.getByRole('button', { name: 'Sua conta' })).toBeVisible()
  await page.goto(at(baseURL, 'aw-brasil', '/no/such/page'))
  await expect(page.getByText('Página não encontrada')).toBeVisible()
})

for (const { name, width, scheme } of [
  { name: 'wide and light', width: 1366, scheme: 'light' },
  { name: 'narrow and dark', width: 360, scheme: 'dark' },
] as const) {
  test(`sign-in and frame can be used by everybody and fit, ${name}`, async ({ browser, baseURL }) => {
    const context: BrowserContext = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme: scheme,
      reducedMotion: 'reduce', // contrast is measured, and a drawer that is still fading in has none
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
    await expect(page.getByRole('button', { name: 'Sua conta' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await noViolations(page)
    if (width < 768) {
      await page.getByRole('button', { name: 'Abrir o menu' }).click()
      await expect(page.getByRole('dialog').getByRole('navigation', { name: 'Navegação principal' })).toBeVisible()
      await noViolations(page)
    }
    expect(faults).toEqual([])
    await context.close()
  })
}

// Visits every screen with each profile that may open it: checks WCAG 2.2 AA, layout and missing words, on desktop and
// phone, light and dark, in four languages.
import { type Page, expect } from '@playwright/test'
import type { Language } from '#catalogue/languages.ts'
import { languages } from '#catalogue/languages.ts'
import { type Permission, type Profile, type Scope, allows } from '#catalogue/access.ts'
import words from '#apps/generated/phrases/pt-BR.ts'
import { type Screen, screensOfProfile } from '#catalogue/screens.ts'
import { faultsOf, fits, noViolations, people, reportIn, test } from './portal.ts'

type Registered = {
  screens: { path: string; screen: Screen; permission: Permission | null }[]
  publicScreens: { path: string }[]
}

/** The screens registered in the browser. The dynamic import keeps tsc from checking the source of every screen again here. */
const registered = (await import(new URL('../apps/web/features.ts', import.meta.url).href)) as Registered
/** The pages of embedded access need a session of their own: embedded.journey.ts visits them. */
const ofPortal = ({ path }: { path: string }) => !path.startsWith('/embedded/')
const screens = registered.screens.filter(ofPortal)
const publicScreens = registered.publicScreens.filter(ofPortal)

type Visitor = {
  who: string
  unit: string
  profile: Profile
  scope: Scope
  also?: string[]
  /** These screens instead of all. */
  only?: string[]
}

/** Visitors. Each visits all screens that their profile may open at their address. */
const visitors: Record<string, Visitor> = {
  'a reader': {
    who: people.reader,
    unit: 'aw-brasil',
    profile: 'user',
    scope: 'tenant',
    // A screen for other profiles, and a path that does not exist.
    also: ['/user', '/no/such/page'],
  },
  'an administrator': {
    who: people.admin,
    unit: 'aw-brasil',
    profile: 'admin',
    scope: 'tenant',
    also: ['/audit?search=ana'],
  },
  // Administrators need a toggle for these screens.
  'a partner in a unit': {
    who: people.partner,
    unit: 'aw-brasil',
    profile: 'master',
    scope: 'tenant',
    only: [
      '/azure/saml',
      '/azure/saml/add',
      '/azure/saml/$id',
      '/azure/openid',
      '/azure/openid/add',
      '/azure/openid/$id',
      '/azure/scim',
      '/user/$id/access',
      '/user/units',
      '/group_users/$id/move',
    ],
  },
  'a partner': { who: people.partner, unit: 'adventure-works', profile: 'master', scope: 'partner' },
  'the platform': { who: people.platform, unit: '', profile: 'a2m', scope: 'platform' },
}

/** Router paths of the screens that a visitor may open, without duplicates. */
const patternsOf = ({ profile, scope, also = [], only }: Visitor): string[] => {
  if (only) return only
  const own = screens.filter(
    ({ screen, permission }) =>
      screensOfProfile[profile].includes(screen) &&
      (permission === null || allows({ profile, scope, toggles: [] }, permission)),
  )
  return [...new Set([...own.map(({ path }) => path), ...also])]
}

/** Screens per test. A small number makes a failure easy to find. */
const screensInATest = 9

type Light = {
  viewport: { width: number; height: number }
  colorScheme: 'dark' | 'light'
  axe: 'always' | 'first' | 'never'
  again: boolean
}

/**
 * Each language has its own viewport and colour scheme, because a text may fit in one language and not in another. `axe`: which screens
 * are checked for accessibility in this language; `first` checks a screen only for its first visitor. `again`: whether later visitors
 * visit a screen in this language too; its words are the same for them.
 */
const lights: Record<Language, Light> = {
  'pt-BR': { viewport: { width: 1366, height: 800 }, colorScheme: 'dark', axe: 'never', again: true },
  'en-US': { viewport: { width: 1366, height: 800 }, colorScheme: 'light', axe: 'first', again: false },
  es: { viewport: { width: 390, height: 800 }, colorScheme: 'dark', axe: 'always', again: true },
  'pt-PT': { viewport: { width: 360, height: 740 }, colorScheme: 'light', axe: 'never', again: false },
}

/**
 * `npm test` walks in one language, on a phone in dark, with axe on every screen. `npm run test:all` walks in all.
 * That every phrase exists in every language is proven by tools/check-phrases.ts.
 */
const walked: readonly Language[] = process.env['JOURNEYS'] === 'all' ? languages : ['es']

/** An untranslated key, an unfilled placeholder, or a missing value. */
const unspoken = new RegExp(
  `\\b(${[...Object.keys(words), 'errors'].join('|')})(\\.[A-Za-z_]+)+\\b|\\{\\{|\\[object|\\bundefined\\b|\\bNaN\\b`,
)

/** Navigates inside the single-page application, without a page load. The earlier screen stays until the next one is there: it is marked. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    if (new URL(to, location.href).pathname !== location.pathname)
      document.querySelector('main > :last-child')?.setAttribute('data-left', '')
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Waits until nothing is loading. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('[data-left]')).toHaveCount(0, { timeout: 60_000 })
  const shown = page.locator('main').or(page.getByRole('alert')).filter({ hasText: /\S/ })
  await expect(shown.first()).toBeVisible()
  const waiting = page.locator('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root')
  await expect(waiting).toHaveCount(0, { timeout: 60_000 })
}

/** Text that a person sees or hears: the title, the page text, labels and placeholders. */
const wordsOn = (page: Page) =>
  page.evaluate(() => {
    const names = ['aria-label', 'placeholder', 'title', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    )
    return [document.title, document.body.innerText, ...names].join('\n')
  })

// A walk changes nothing, so the visitors walk at the same time.
test.describe.configure({ mode: 'parallel' })

test('every screen is visited by at least one visitor', () => {
  const seen = Object.values(visitors).flatMap(patternsOf)
  expect(screens.map(({ path }) => path).filter((path) => !seen.includes(path))).toEqual([])
})

test('public screens', async ({ portal, browser }) => {
  const places = publicScreens.map(({ path }) => ({ path: path.replace(/\$\w+/, 'x'.repeat(43)), isFirst: true }))
  const page = await (await browser.newContext()).newPage()
  await page.goto(portal.url(places[0]?.path ?? '/'))
  await walkInLanguages(page, places)
  await page.context().close()
})

/** Paths that an earlier visitor has visited. The start page differs for everybody, so each visitor visits it. */
const known = new Set<string>()

for (const [name, visitor] of Object.entries(visitors)) {
  const patterns = patternsOf(visitor).map((path) => ({ path, isFirst: path === '/' || !known.has(path) }))
  for (const { path } of patterns) known.add(path)
  for (let from = 0; from < patterns.length; from += screensInATest) {
    const some = patterns.slice(from, from + screensInATest)
    test(`screens of ${name}, from ${some[0]?.path} to ${some.at(-1)?.path}`, async ({ portal }) => {
      const page = await portal.pageOf(visitor.who, { unit: visitor.unit })
      await walkInLanguages(page, await withRecords(page, some))
    })
  }
}

/** A path with the router's parameters or with a record's id. `isFirst`: no earlier visitor has visited it. */
type Place = { path: string; isFirst: boolean }

/** Replaces the parameter of a path with the id of the first record in its list. Drops the path if there is no record. */
async function withRecords(page: Page, patterns: Place[]): Promise<Place[]> {
  const lists = new Map<string, List>()
  const found: Place[] = []
  for (const { path: pattern, isFirst } of patterns) {
    const listPath = pattern.includes('/$') ? (/^(.+(?=\/\$)|\/)/.exec(pattern)?.[0] ?? '/') : null
    if (listPath === null) {
      found.push({ path: pattern, isFirst })
      continue
    }
    const list = lists.get(listPath) ?? (await readList(page, listPath))
    lists.set(listPath, list)
    const path = await firstRecord(list, pattern)
    if (path !== null) found.push({ path, isFirst })
  }
  return found
}

/** The links of a list's page, and the id of its first record. */
type List = { links: string[]; firstId: Promise<string | undefined> }

async function readList(page: Page, path: string): Promise<List> {
  const isList = (url: string) => /\/all\?/.test(url)
  const firstId = page
    .waitForResponse((answer) => isList(answer.url()), { timeout: 3_000 })
    .then(async (answer) => ((await answer.json()) as { data?: { id?: string }[] }).data?.[0]?.id)
    .catch(() => undefined)
  await page.goto(new URL(path, page.url()).href)
  await settled(page)
  const links = await page.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  return { links, firstId }
}

async function firstRecord({ links, firstId }: List, pattern: string): Promise<string | null> {
  const form = new RegExp(`^${pattern.replace(/\$\w+/, '[0-9a-f-]{36}')}$`)
  const link = links.find((href) => form.test(href))
  if (link !== undefined) return link
  const id = await firstId
  return id === undefined ? null : pattern.replace(/\$\w+/, id)
}

/** One page for all languages: a sign-in and the first load of the portal take longer than nine screens. */
async function walkInLanguages(page: Page, places: Place[]): Promise<void> {
  const faults = faultsOf(page)
  await settled(page) // the portal has set its default language by then
  for (const language of walked) await walk(page, language, places)
  expect(faults).toEqual([])
}

async function walk(page: Page, language: Language, places: Place[]): Promise<void> {
  const { axe, again, viewport, colorScheme } = lights[language]
  const own = places.filter(({ isFirst }) => isFirst || again)
  if (own.length === 0) return
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  // Sets the language in this browser only. The person's stored language does not change.
  await page.evaluate((value) => localStorage.setItem('language', value), language)
  await page.reload()
  await settled(page)
  for (const { path, isFirst } of own) {
    await go(page, path)
    await settled(page)
    const where = `${path} in ${language}`
    expect.soft(await page.evaluate(() => document.documentElement.lang), where).toBe(language)
    // The forms of templates and tasks show the variables of their texts.
    const words = (await wordsOn(page)).replaceAll(
      /^\/(?:notifications\/templates|auto_actions)/.test(path) ? /\{\{\w+\}\}/g : /$^/g,
      '',
    )
    expect.soft(unspoken.exec(words)?.[0], where).toBeUndefined()
    await fits(page, where)
    if (axe === 'always' || (axe === 'first' && isFirst)) await inFullHeight(page, () => noViolations(page, where))
  }
}

/** Sticky bars cover parts of a page that scrolls: axe would call the controls below them too small. */
async function inFullHeight(page: Page, check: () => Promise<void>): Promise<void> {
  const size = page.viewportSize()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (size === null || height <= size.height) return check()
  await page.setViewportSize({ ...size, height })
  await check()
  await page.setViewportSize(size)
}

for (const { width, colorScheme } of [
  { width: 1366, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const) {
  test(`a report and its subgroup, ${width} px wide and ${colorScheme}`, async ({ portal }) => {
    const options = { viewport: { width, height: 800 }, colorScheme } as const
    const page = await portal.pageOf(people.reader, options)
    const faults = faultsOf(page)
    await page.getByRole('link', { name: 'Visão geral de vendas' }).first().click()
    await expect(reportIn(page).getByText('US$').first()).toBeVisible({ timeout: 30_000 })
    await fits(page, 'a report')
    await noViolations(page, 'a report')
    await page.getByRole('link', { name: /^Voltar para/ }).click()
    await settled(page)
    await fits(page, 'a subgroup')
    await noViolations(page, 'a subgroup')
    expect(faults).toEqual([])
  })
}

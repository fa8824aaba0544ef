// Visits every screen: checks WCAG 2.2 AA, layout and missing words. `npm test` walks once, on a phone, in dark and in one language, and
// visits a screen with the first profile that may open it. `npm run test:all` walks with each of these profiles, on desktop and phone, in
// light and dark, in four languages. That every phrase exists in every language is proven by tools/check-phrases.ts.
import { type Page, expect } from '@playwright/test'
import type { Language } from '#catalogue/languages.ts'
import { type Permission, type Profile, type Scope, allows } from '#catalogue/access.ts'
import words from '#apps/generated/phrases/pt-BR.ts'
import { type Screen, screensOfProfile } from '#catalogue/screens.ts'
import { addTicket } from '#features/help-desk/tickets/contract.ts'
import { appCalls } from '#features/reports/apps/contract.ts'
import { externalReportCalls, updateExternalHosts } from '#features/reports/external/contract.ts'
import { listReports } from '#features/reports/library/contract.ts'
import { listManagement } from '#features/reports/management/contract.ts'
import { playlistCalls } from '#features/reports/playlists/contract.ts'
import { isAll, walked } from './four-languages.ts'
import { sentenceOf } from '#apps/server/phrases.ts'
import { phrasesOf } from './phrase.ts'
import { faultsOf, fits, noViolations, people, type Portal, reportIn, test } from './portal.ts'
import { authenticatedRoutes, embeddedRoute, publicRoutes, routeOfPartnerInUnit } from './specified-routes.ts'

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
  // Before the partner, who has no record of some lists.
  'the platform': { who: people.platform, unit: '', profile: 'a2m', scope: 'platform' },
  'a partner': { who: people.partner, unit: 'adventure-works', profile: 'master', scope: 'partner' },
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

/** Screens per test. Each test signs in, which takes as long as some screens. A walk in four languages would be too long for one test. */
const screensInATest = isAll ? 9 : 40

type Light = {
  viewport: { width: number; height: number }
  colorScheme: 'dark' | 'light'
  axe: 'always' | 'first' | 'never'
  again: boolean
  /** The text size that the person has set in the browser, in pixels. Browsers begin with 16. */
  textSize?: number
}

/**
 * Each language has its own viewport and colour scheme, because a text may fit in one language and not in another. `axe`: which screens
 * are checked for accessibility in this language; `first` checks a screen only for its first visitor. `again`: whether later visitors
 * visit a screen in this language too; its words are the same for them.
 */
const lights: Record<Language, Light> = {
  'pt-BR': { viewport: { width: 1366, height: 800 }, colorScheme: 'dark', axe: 'never', again: true },
  'en-US': { viewport: { width: 1366, height: 800 }, colorScheme: 'light', axe: 'first', again: false },
  es: { viewport: { width: 390, height: 800 }, colorScheme: 'dark', axe: isAll ? 'always' : 'first', again: isAll },
  'pt-PT': { viewport: { width: 360, height: 740 }, colorScheme: 'light', axe: 'never', again: false },
}

/** WCAG 1.4.4: at twice the text size nothing is lost. `npm run test:all` walks once more with it. */
const largeText: Light = {
  viewport: { width: 1366, height: 800 },
  colorScheme: 'light',
  axe: 'never',
  again: false,
  textSize: 32,
}

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

/** TanStack Router leaves itself there for its developer tools. */
type Routed = { __TSR_ROUTER__?: { state: { resolvedLocation?: { pathname: string } } }; calmFrames?: number }

/**
 * Waits until the screen of the address is there and nothing is loading, for some frames: a screen may come a frame before the mark that it
 * loads. The page looks at itself, because assertions of Playwright would ask it four times, with pauses between.
 */
async function settled(page: Page): Promise<void> {
  const isSettled = () => {
    const here = globalThis as Routed
    const spoken = [...document.querySelectorAll('main, [role="alert"]')]
    const isShown = spoken.some((element) => element.checkVisibility() && /\S/.test(element.textContent))
    const waiting = '[data-left], [aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root'
    const isCalm =
      here.__TSR_ROUTER__?.state.resolvedLocation?.pathname === location.pathname &&
      isShown &&
      document.querySelector(waiting) === null
    const calmFrames = isCalm ? (here.calmFrames ?? 0) + 1 : 0
    here.calmFrames = calmFrames > 3 ? 0 : calmFrames
    return calmFrames > 3
  }
  await page.waitForFunction(isSettled, null, { timeout: 60_000 })
}

/** The language of the page, and the text that a person sees or hears: the title, the page text, labels and placeholders. */
const readPage = (page: Page) =>
  page.evaluate(() => {
    const names = ['aria-label', 'placeholder', 'title', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    )
    const words = [document.title, document.body.innerText, ...names].join('\n')
    return { language: document.documentElement.lang, words }
  })

// A walk changes nothing, so the visitors may walk at the same time. One walk is short: a second portal would start for nothing.
if (isAll) test.describe.configure({ mode: 'parallel' })

test('every screen is visited by at least one visitor', () => {
  const seen = Object.values(visitors).flatMap(patternsOf)
  expect(screens.map(({ path }) => path).filter((path) => !seen.includes(path))).toEqual([])
})

test('public screens', async ({ portal, browser }) => {
  const places = publicScreens.map(({ path }) => ({ pattern: path.replace(/\$\w+/, 'x'.repeat(43)), isFirst: true }))
  const page = await (await browser.newContext()).newPage()
  await page.goto(portal.url(places[0]?.pattern ?? '/'))
  await walkInLanguages(page, places)
  await page.context().close()
})

/** Paths that an earlier visitor has visited. The start page differs for everybody, so each visitor visits it. */
const known = new Set<string>()

for (const [name, visitor] of Object.entries(visitors)) {
  const patterns = patternsOf(visitor).map((pattern) => ({
    pattern,
    isFirst: pattern === '/' || !known.has(pattern),
  }))
  for (const { pattern } of patterns) known.add(pattern)
  const places = patterns.filter(({ isFirst }) => isFirst || walked.some((language) => lights[language].again))
  for (let from = 0; from < places.length; from += screensInATest) {
    const some = places.slice(from, from + screensInATest)
    test(`screens of ${name}, from ${some[0]?.pattern} to ${some.at(-1)?.pattern}`, async ({ portal }) => {
      await walkInLanguages(await portal.pageOf(visitor.who, { unit: visitor.unit }), some)
    })
  }
}

/** A path with the router's parameters. `isFirst`: no earlier visitor has visited it. */
type Place = { pattern: string; isFirst: boolean }

/** The list whose first record stands for the parameter of a path; null if there is no parameter. */
const listOf = (pattern: string): string | null =>
  pattern.includes('/$') ? (/^(.+(?=\/\$)|\/)/.exec(pattern)?.[0] ?? '/') : null

/** The links of a list's page, and the id of its first record. */
type List = { links: string[]; firstId: string | undefined }

type ListAnswer = { data?: { id?: string }[] }

/** Goes from screen to screen, and remembers the records of the lists that `places` need. */
function guide(page: Page, places: readonly Place[]) {
  const needed = new Set(places.map(({ pattern }) => listOf(pattern)))
  const lists = new Map<string, List>()
  // Read on arrival: the body of an answer is gone when the page has moved on.
  const answers: Promise<ListAnswer | undefined>[] = []
  page.on('response', (response) => {
    if (/\/all\?/.test(response.url())) answers.push(response.json().catch(() => undefined))
  })
  const visit = async (path: string) => {
    answers.length = 0
    await go(page, path)
    await settled(page)
    if (!needed.has(path) || lists.has(path)) return
    const links = await page.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    const found = (await Promise.all(answers)).find((answer) => answer !== undefined)
    if (answers.length > 0) expect(found, `the list of ${path}`).toBeDefined()
    lists.set(path, { links, firstId: found?.data?.[0]?.id })
  }
  /** The path with the id of the first record in its list; null if there is none. */
  const pathOf = async (pattern: string): Promise<string | null> => {
    const list = listOf(pattern)
    if (list === null) return pattern
    if (!screens.some(({ path }) => path === list)) return null
    if (!lists.has(list)) await visit(list)
    const { links = [], firstId } = lists.get(list) ?? {}
    const form = new RegExp(`^${pattern.replace(/\$\w+/, '[0-9a-f-]{36}')}$`)
    const link = links.find((href) => form.test(href))
    return link ?? (firstId === undefined ? null : pattern.replace(/\$\w+/, firstId))
  }
  return { visit, pathOf }
}
type Guide = ReturnType<typeof guide>

/** One page for all languages: a sign-in and the first load of the portal take longer than nine screens. */
async function walkInLanguages(page: Page, places: Place[]): Promise<void> {
  const faults = faultsOf(page)
  await settled(page) // the portal has set its default language by then
  const guided = guide(page, places)
  for (const language of walked) await walk(page, { language, ...lights[language] }, places, guided)
  if (isAll) await walk(page, { language: 'pt-BR', ...largeText }, places, guided)
  expect(faults).toEqual([])
}

type Walk = Light & { language: Language }

async function walk(page: Page, light: Walk, places: Place[], { visit, pathOf }: Guide): Promise<void> {
  const { language, axe, again, viewport, colorScheme, textSize = 16 } = light
  const own = places.filter(({ isFirst }) => isFirst || again)
  if (own.length === 0) return
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: textSize } })
  // Sets the language in this browser only. The person's stored language does not change.
  await page.evaluate((value) => localStorage.setItem('language', value), language)
  await page.reload()
  await settled(page)
  for (const { pattern, isFirst } of own) {
    const path = await pathOf(pattern)
    if (path === null) continue
    await visit(path)
    const where = `${path} in ${language}, text of ${textSize} px`
    const shown = await readPage(page)
    expect.soft(shown.language, where).toBe(language)
    // The forms of templates, tasks and canned answers show the variables of their texts.
    const words = /^\/(?:notifications\/templates|auto_actions|help_desk\/canned_answers)/.test(path)
      ? shown.words.replaceAll(/\{\{\w+\}\}/g, '')
      : shown.words
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

/** The id of a record for each path of the specification that names one, of records that an administrator makes. */
async function recordsOf(portal: Portal): Promise<Record<string, string>> {
  const ask = await portal.as(people.admin)
  const [report] = (await ask(listReports, { search: 'Desempenho de revendas' })).data
  const [managed] = (await ask(listManagement, {})).data
  const name = 'Rotas'
  const grants = { user_ids: [], group_ids: [] }
  const look = { icon: 'apps', color: 'teal' } as const
  const app = await ask(appCalls.add, { name, description: null, sections: [], ...look, ...grants })
  const list = await ask(playlistCalls.add, { name, description: null, items: [], ...grants })
  const ticket = await ask(addTicket, { name, text: name, priority: 'low', report_id: null })
  await ask(updateExternalHosts, { hosts: ['mapas.example'] })
  const page = { name, description: null, address: 'https://mapas.example/', ...grants }
  const external = await ask(externalReportCalls.add, page)
  return {
    '/$id/management/view': managed?.id ?? '',
    '/$id/apps/view': app.id,
    '/$id/reports': report?.subgroup_id ?? '',
    '/$id/reports/view': report?.id ?? '',
    '/$id/reports/external': external.id,
    '/$id/playlist/view': list.id,
    '/help_desk/$id': ticket.id,
  }
}

/** Opens routes of the specification in each walked language, and compares the title of the screen. */
async function openSpecified(page: Page, routes: typeof publicRoutes, records: Record<string, string>): Promise<void> {
  for (const language of walked) {
    const say = phrasesOf(language)
    const title = (key: string) => say(key as 'organisation.tenants.title')
    const refusals = [title('general.page.notFoundTitle'), sentenceOf('access.page_refused', language)]
    await page.evaluate((value) => localStorage.setItem('language', value), language)
    await page.reload()
    await settled(page)
    for (const route of routes) {
      await go(page, route.path.replace(/\$\w+/, records[route.path] ?? 'x'.repeat(43)))
      await settled(page)
      const shown = page.getByRole('heading', { level: 1 })
      const where = `“${route.route}” in ${language}`
      // A page may ask first whether it leads somewhere else.
      if (route.title !== null) await expect.soft(shown, where).toHaveText([title(route.title)])
      else {
        const texts = await shown.allInnerTexts()
        expect
          .soft(
            refusals.filter((each) => texts.includes(each)),
            where,
          )
          .toEqual([])
      }
    }
  }
}

test(
  'the 39 authenticated and 16 public routes of the specification have their titles',
  { tag: '@all' },
  async ({ portal, browser }) => {
    const { admin, partner, platform } = authenticatedRoutes
    expect([admin.length + partner.length + platform.length + 1, publicRoutes.length + 1]).toEqual([39, 16])
    const visits = [
      { who: people.admin, unit: 'aw-brasil', routes: admin },
      { who: people.partner, unit: 'aw-brasil', routes: [routeOfPartnerInUnit] },
      { who: people.partner, unit: 'adventure-works', routes: partner },
      { who: people.platform, unit: '', routes: platform },
    ]
    const records = await recordsOf(portal)
    for (const { who, unit, routes } of visits) {
      await openSpecified(await portal.pageOf(who, { unit }), routes, records)
    }
    const page = await (await browser.newContext()).newPage()
    await page.goto(portal.url('/signin'))
    // A first visit stores the language of the host.
    await settled(page)
    await openSpecified(page, publicRoutes, {})
    for (const language of walked) {
      await page.evaluate((value) => localStorage.setItem('language', value), language)
      await page.goto(portal.url(embeddedRoute.path))
      await expect(page.getByText(sentenceOf(embeddedRoute.title, language))).toBeVisible()
    }
    await page.context().close()
  },
)

for (const { width, colorScheme, tag } of [
  { width: 1366, colorScheme: 'light', tag: ' @all' },
  { width: 390, colorScheme: 'dark', tag: '' },
] as const) {
  test(`a report and its subgroup, ${width} px wide and ${colorScheme}${tag}`, async ({ portal }) => {
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

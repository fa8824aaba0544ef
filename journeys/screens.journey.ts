// Every screen there is, for everybody: judged by the rules of WCAG 2.2 AA, wide and on a phone, light and dark, in four languages.
import { type Browser, type BrowserContextOptions, type Page, expect } from '@playwright/test'
import type { Language } from '#catalogue/languages.ts'
import { languages } from '#catalogue/languages.ts'
import { type Permission, type Profile, type Scope, allows } from '#catalogue/access.ts'
import words from '#apps/phrases/pt-BR.ts'
import { type Screen, screensOfProfile } from '#catalogue/screens.ts'
import { faultsOf, fits, noViolations, people, type Portal, reportIn, test } from './portal.ts'

type Registered = {
  screens: { path: string; screen: Screen; permission: Permission | null }[]
  doors: { path: string }[]
}

/** As the browser has them. Imported by an address, since their types lead to every screen's source, which is judged elsewhere. */
const { screens, doors } = (await import(new URL('../apps/web/features.ts', import.meta.url).href)) as Registered

type Visitor = { who: string; unit: string; profile: Profile; scope: Scope; also?: string[] }

/** Who looks at all that their profile opens, where they stand. */
const visitors: Record<string, Visitor> = {
  'a reader': {
    who: people.reader,
    unit: 'aw-brasil',
    profile: 'user',
    scope: 'tenant',
    // One that is there for others, one that is there for nobody.
    also: ['/user', '/no/such/page'],
  },
  'an administrator': {
    who: people.admin,
    unit: 'aw-brasil',
    profile: 'admin',
    scope: 'tenant',
    also: ['/audit?search=ana'],
  },
  'a partner': { who: people.partner, unit: 'adventure-works', profile: 'master', scope: 'partner' },
  'the platform': { who: people.platform, unit: '', profile: 'a2m', scope: 'platform' },
}

/** Paths of the screens that somebody has, in the router's form; a path of two screens is one place. */
const patternsOf = ({ profile, scope, also = [] }: Visitor): string[] => {
  const own = screens.filter(
    ({ screen, permission }) =>
      screensOfProfile[profile].includes(screen) &&
      (permission === null || allows({ profile, scope, toggles: [] }, permission)),
  )
  return [...new Set([...own.map(({ path }) => path), ...also])]
}

/** So many in a test that a failure is found in a minute. */
const screensInATest = 9

/**
 * Each language in the light it is read in: what fits in one does not always in another. The rules of accessibility, which take the
 * longest, judge a screen in both lights for whoever has it first, and for the others on a phone in the dark. `again`: the language in
 * which a screen is looked at for those others, whose words are the same in the rest.
 */
const lights: Record<Language, BrowserContextOptions & { axe: 'always' | 'first' | 'never'; again: boolean }> = {
  'pt-BR': { viewport: { width: 1366, height: 800 }, colorScheme: 'dark', axe: 'never', again: true },
  'en-US': { viewport: { width: 1366, height: 800 }, colorScheme: 'light', axe: 'first', again: false },
  es: { viewport: { width: 390, height: 800 }, colorScheme: 'dark', axe: 'always', again: true },
  'pt-PT': { viewport: { width: 360, height: 740 }, colorScheme: 'light', axe: 'never', again: false },
}

/** A key in place of its words, a hole that nothing filled, or a value that is none. */
const unspoken = new RegExp(
  `\\b(${[...Object.keys(words), 'errors'].join('|')})(\\.[A-Za-z_]+)+\\b|\\{\\{|\\[object|\\bundefined\\b|\\bNaN\\b`,
)

/** To another screen as a link leads there: without loading the portal anew. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Nothing is loading any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').or(page.getByRole('alert')).first()).toBeVisible()
  const waiting = page.locator('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root')
  await expect(waiting).toHaveCount(0, { timeout: 20_000 })
}

/** What a person reads or hears, and what shows while a field is empty. */
const wordsOn = (page: Page) =>
  page.evaluate(() => {
    const names = ['aria-label', 'placeholder', 'title', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    )
    return [document.title, document.body.innerText, ...names].join('\n')
  })

test('every screen is looked at by somebody', () => {
  const seen = Object.values(visitors).flatMap(patternsOf)
  expect(screens.map(({ path }) => path).filter((path) => !seen.includes(path))).toEqual([])
})

test('screens of the doors', async ({ portal, browser }) => {
  test.setTimeout(150_000)
  const places = doors.map(({ path }) => ({ path: path.replace(/\$\w+/, 'x'.repeat(43)), isFirst: true }))
  await Promise.all(
    languages.map((language) => walk({ portal, browser, language, who: null, unit: 'aw-brasil', places })),
  )
})

/** What an earlier visitor has looked at; everybody has a home of their own. */
const known = new Set<string>()

for (const [name, visitor] of Object.entries(visitors)) {
  const patterns = patternsOf(visitor).map((path) => ({ path, isFirst: path === '/' || !known.has(path) }))
  for (const { path } of patterns) known.add(path)
  for (let from = 0; from < patterns.length; from += screensInATest) {
    const some = patterns.slice(from, from + screensInATest)
    test(`screens of ${name}, from ${some[0]?.path} to ${some.at(-1)?.path}`, async ({ portal, browser }) => {
      test.setTimeout(150_000)
      const places = await withRecords(portal, visitor, some)
      await Promise.all(languages.map((language) => walk({ portal, browser, language, ...visitor, places })))
    })
  }
}

/** In the router's form, or with a record's id; `isFirst`: nobody has looked at it before. */
type Place = { path: string; isFirst: boolean }

/** The screens of one record get the first that their list shows, or a link leads to; of what has no record yet there is no such screen. */
async function withRecords(portal: Portal, { who, unit }: Visitor, patterns: Place[]): Promise<Place[]> {
  const page = await portal.pageOf(who, { unit })
  const found = new Map<string, string | null>()
  for (const { path: pattern } of patterns.filter(({ path }) => path.includes('/$'))) {
    found.set(pattern, await firstRecord(page, portal.url(pattern.split('$')[0] ?? '/', unit), pattern))
  }
  await page.context().close()
  return patterns.flatMap(({ path: pattern, isFirst }) => {
    const path = found.has(pattern) ? found.get(pattern) : pattern
    return path ? [{ path, isFirst }] : []
  })
}

async function firstRecord(page: Page, list: string, pattern: string): Promise<string | null> {
  const isList = (url: string) => /\/all\?/.test(url)
  const answered = page.waitForResponse((answer) => isList(answer.url()), { timeout: 3_000 }).catch(() => null)
  await page.goto(list)
  await settled(page)
  const links = await page.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const form = new RegExp(`^${pattern.replace(/\$\w+/, '[0-9a-f-]{36}')}$`)
  const link = links.find((href) => form.test(href))
  if (link !== undefined) return link
  const body = (await (await answered)?.json()) as { data?: { id?: string }[] } | undefined
  const id = body?.data?.[0]?.id
  return id === undefined ? null : pattern.replace(/\$\w+/, id)
}

type Walk = {
  portal: Portal
  browser: Browser
  language: Language
  who: string | null
  unit: string
  places: Place[]
}

async function walk({ portal, browser, language, who, unit, places }: Walk): Promise<void> {
  const { axe, again, ...light } = lights[language]
  const own = places.filter(({ isFirst }) => isFirst || again)
  if (own.length === 0) return
  const options = { reducedMotion: 'reduce', ...light } as const
  const page =
    who === null ? await (await browser.newContext(options)).newPage() : await portal.pageOf(who, { unit, ...options })
  const faults = faultsOf(page)
  await page.goto(portal.url(own[0]?.path ?? '/', unit))
  await settled(page) // the portal has said its own language by then
  // Chosen in the browser alone: the person's own language stays as it is.
  await page.evaluate((value) => localStorage.setItem('language', value), language)
  await page.reload()
  for (const { path, isFirst } of own) {
    await go(page, path)
    await settled(page)
    const where = `${path} in ${language}`
    expect.soft(await page.evaluate(() => document.documentElement.lang), where).toBe(language)
    expect.soft(unspoken.exec(await wordsOn(page))?.[0], where).toBeUndefined()
    await fits(page, where)
    if (axe === 'always' || (axe === 'first' && isFirst)) await noViolations(page, where)
  }
  expect(faults).toEqual([])
  await page.context().close()
}

for (const { width, colorScheme } of [
  { width: 1366, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const) {
  test(`a report and the shelf it stands on, ${width} wide and ${colorScheme}`, async ({ portal }) => {
    const options = { viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce' } as const
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

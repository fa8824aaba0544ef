// Every screen there is, for everybody: judged by the rules of WCAG 2.2 AA, wide and on a phone, light and dark, in four languages.
import { type Browser, type BrowserContextOptions, type Page, expect } from '@playwright/test'
import type { Language } from '#catalogue/languages.ts'
import { languages } from '#catalogue/languages.ts'
import { listAccounts } from '#features/embedding/contract.ts'
import { listReports } from '#features/reports/contract.ts'
import { listTenants } from '#features/tenants/contract.ts'
import { listUsers } from '#features/users/contract.ts'
import { listUserGroups } from '#features/users/groups/contract.ts'
import type { Call } from '#platform/contract/call.ts'
import { faultsOf, fits, noViolations, people, type Portal, reportIn, test } from './portal.ts'

type Screens = {
  who: string | null
  unit: string
  paths: (firstId: (call: Call) => Promise<string>) => Promise<string[]>
}

const everybody: Record<string, Screens> = {
  doors: {
    who: null,
    unit: 'aw-brasil',
    paths: async () => [
      '/signin',
      '/domain/notfound',
      '/ip/notallowed',
      '/popup_blocked',
      `/first-account/${'x'.repeat(43)}`,
    ],
  },
  'a reader': {
    who: people.reader,
    unit: 'aw-brasil',
    paths: async () => ['/', '/reports', '/all/reports', '/user', '/profile', '/setting', '/no/such/page'],
  },
  'an administrator, people': {
    who: people.admin,
    unit: 'aw-brasil',
    paths: async (firstId) => {
      const [user, group] = [await firstId(listUsers), await firstId(listUserGroups)]
      const users = ['/setting', '/profile', '/user', '/user/add', `/user/${user}`, `/user/${user}/duplicate`]
      return [
        ...users,
        '/group_users',
        '/group_users/add',
        `/group_users/${group}`,
        '/themes',
        '/shifts',
        '/shifts/add',
        '/custom_fields',
        '/custom_fields/add',
        '/tags',
        '/tags/add',
        '/audit',
        '/audit?search=ana',
      ]
    },
  },
  'an administrator, reports': {
    who: people.admin,
    unit: 'aw-brasil',
    paths: async (firstId) => {
      const report = await firstId(listReports)
      const reports = [
        '/report',
        '/report/add',
        `/report/${report}`,
        `/report/${report}/access`,
        `/${report}/reports/view`,
      ]
      return [...reports, '/group_reports', '/powerbi/workspace', '/powerbi', '/powerbi/add']
    },
  },
  'a partner': {
    who: people.partner,
    unit: 'adventure-works',
    paths: async (firstId) => {
      const [tenant, account] = [await firstId(listTenants), await firstId(listAccounts)]
      const tenants = [
        '/',
        '/profile',
        '/themes',
        '/team',
        '/team/add',
        '/companies',
        '/companies/add',
        `/companies/${tenant}`,
      ]
      return [...tenants, '/powerbi', '/powerbi/add', `/powerbi/${account}`]
    },
  },
  'the platform': {
    who: people.platform,
    unit: '',
    paths: async () => [
      '/',
      '/partners',
      '/partners/add',
      '/team',
      '/team/add',
      '/companies',
      '/platform',
      '/jobs',
      '/mails',
      '/status',
    ],
  },
}

/** Each language in the light it is read in: what fits in one does not always in another. */
const lights: Record<Language, BrowserContextOptions & { axe: boolean }> = {
  'pt-BR': { viewport: { width: 1366, height: 800 }, colorScheme: 'dark', axe: false },
  'en-US': { viewport: { width: 1366, height: 800 }, colorScheme: 'light', axe: true },
  es: { viewport: { width: 390, height: 800 }, colorScheme: 'dark', axe: true },
  'pt-PT': { viewport: { width: 360, height: 740 }, colorScheme: 'light', axe: false },
}

/** A key in place of its words, a hole that nothing filled, or a value that is none. */
const unspoken =
  /\b(general|frame|signIn|sessions|home|reports|users|embedding|tenants|settings|profile|search|status|jobs|errors)(\.[A-Za-z_]+)+\b|\{\{|\[object|\bundefined\b|\bNaN\b/

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

for (const [name, screens] of Object.entries(everybody)) {
  test(`screens of ${name}`, async ({ portal, browser }) => {
    test.setTimeout(150_000)
    const ask = screens.who === null ? null : await portal.as(screens.who, screens.unit)
    const paths = await screens.paths(async ({ path }) => {
      const { body } = (await ask?.({ method: 'GET', path: `/api/${path}?size=25` })) ?? {}
      return (body?.['data'] as { id: string }[] | undefined)?.[0]?.id ?? 'none'
    })
    await Promise.all(languages.map((language) => walk({ portal, browser, language, screens, paths })))
  })
}

type Walk = { portal: Portal; browser: Browser; language: Language; screens: Screens; paths: string[] }

async function walk({ portal, browser, language, screens: { who, unit }, paths }: Walk): Promise<void> {
  const { axe, ...light } = lights[language]
  const options = { reducedMotion: 'reduce', ...light } as const
  const page =
    who === null ? await (await browser.newContext(options)).newPage() : await portal.pageOf(who, { unit, ...options })
  const faults = faultsOf(page)
  await page.goto(portal.url(paths[0] ?? '/', unit))
  await settled(page) // the portal has said its own language by then
  // Chosen in the browser alone: the person's own language stays as it is.
  await page.evaluate((value) => localStorage.setItem('language', value), language)
  await page.reload()
  for (const path of paths) {
    await go(page, path)
    await settled(page)
    const where = `${path} in ${language}`
    expect.soft(await page.evaluate(() => document.documentElement.lang), where).toBe(language)
    expect.soft(unspoken.exec(await wordsOn(page))?.[0], where).toBeUndefined()
    await fits(page, where)
    if (axe) await noViolations(page, where)
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

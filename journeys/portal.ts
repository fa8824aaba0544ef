// Shared by all journeys: addresses of the running portal, its people, sign-in, and the numbers that a report must show.
// Each file of journeys has a portal of its own (world.ts).
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { AxeBuilder } from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
  test as base,
  expect,
} from '@playwright/test'
import { type PortalAnswer, type PortalCall, callPortal, tokenAt } from '#apps/server/testing/portal-calls.ts'
import type { Call, ReceivedOf, SentOf } from '#platform/contract/call.ts'
import type { MenuEntryId } from '#platform/web/routing/menu-entries.ts'
import { requestOf } from '#testing/call-request.ts'
import { type World, openWorld, password } from './world.ts'
import { phrasesOf } from './phrase.ts'

const say = phrasesOf('pt-BR')

export { password }

export const people = {
  platform: 'olivia@vitrine.example',
  partner: 'tereza.nogueira@adventure-works.com',
  admin: 'ana.souza@adventure-works.com',
  seller: 'linda3@adventure-works.com',
  otherSeller: 'jae0@adventure-works.com',
  manager: 'stephen0@adventure-works.com',
  reader: 'beatriz.lima@adventure-works.com',
  adminOfUs: 'grace.miller@adventure-works.com',
}

/** `input` in wire format. The answer is decoded by its contract. */
export type Ask = <C extends Call>(call: C, input: SentOf<C>) => Promise<ReceivedOf<C>>

export type Portal = {
  /** An address at a business unit. '' means the platform's host. */
  url(path: string, unit?: string): string
  /** Signs in at a business unit. Resolves when the first page is shown. */
  signIn(page: Page, email: string, unit?: string): Promise<void>
  /** A page in a new browser context, signed in. Closed at the end of the test. */
  pageOf(email: string, options?: BrowserContextOptions & { unit?: string }): Promise<Page>
  /** Signs in and returns a function that makes calls as this person, without a browser. A call that fails is an error. */
  as(email: string, unit?: string): Promise<Ask>
  /** The same without the types of a contract, and with the status, for what is refused on purpose. */
  rawAs(email: string, unit?: string): Promise<(call: Omit<PortalCall, 'host' | 'token'>) => Promise<PortalAnswer>>
}

export const test = base.extend<{ portal: Portal }, { world: World }>({
  world: [
    // The runner wants a pattern of fixtures here, even if none is needed.
    async ({ playwright: _ }, provide) => {
      const { close, ...world } = await openWorld(process.env['JOURNEY_WORLDS'] ?? '')
      await provide(world)
      await close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  // Chromium takes every *.localhost for this machine, so business units are `<name>.localhost:<port>`.
  baseURL: ({ world }, provide) => provide(`http://localhost:${world.port}`),
  portal: async ({ baseURL, browser }, provide) => {
    const opened: Page[] = []
    await provide(portalAt(new URL(baseURL ?? ''), browser, opened))
    await Promise.all(opened.map((page) => page.context().close()))
  },
})

const home = 'aw-brasil'

function portalAt({ port, hostname }: URL, browser: Browser, opened: Page[]): Portal {
  const hostOf = (unit: string) => (unit === '' ? hostname : `${unit}.${hostname}`)
  const url = (path: string, unit = home) => `http://${hostOf(unit)}:${port}${path}`
  const signIn = async (page: Page, email: string, unit = home) => {
    await page.goto(url('/signin', unit))
    await fillSignIn(page, email)
    await expect(page).not.toHaveURL(/\/signin/)
    // The address changes before the page: keys pressed now would be lost.
    await expect(page.locator('input[name="password"]')).toBeHidden()
    // A dialog may greet the person: the page behind it is hidden from assistive technology, and empty while terms are due.
    const shown = page.getByRole('main').or(page.getByRole('dialog')).filter({ visible: true })
    await expect(shown.first()).toBeVisible()
  }
  const rawAs: Portal['rawAs'] = async (email, unit = home) => {
    const token = await tokenAt(Number(port), hostOf(unit), email, password)
    return (call) => callPortal(Number(port), { host: hostOf(unit), token, ...call })
  }
  return {
    url,
    signIn,
    pageOf: async (email, { unit = home, ...options } = {}) => {
      const page = await (await browser.newContext(options)).newPage()
      opened.push(page)
      await signIn(page, email, unit)
      return page
    },
    as: async (email, unit = home) => {
      const send = await rawAs(email, unit)
      return async (call, input) => {
        const { status, body } = await send(requestOf(call, input))
        expect(status, `${call.path}: ${JSON.stringify(body)}`).toBe(200)
        return call.answers.parse(body) as ReceivedOf<typeof call>
      }
    },
    rawAs,
  }
}

/** Fills and submits the sign-in form on screen. */
export async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[name="password"]').fill(password)
  // Its name depends on the default language of the business unit.
  await page.locator('button[type="submit"]').click()
}

/**
 * Types in a combobox and clicks one of its options. The list moves while answers of the server arrive, and hides when its field is scrolled
 * out of view. After a click that missed, both steps are repeated.
 */
export async function chooseOffered(
  field: Locator,
  typed: string,
  option: string | RegExp,
  { exact = false }: { exact?: boolean } = {},
): Promise<void> {
  const offered = field.page().getByRole('option', { name: option, exact })
  await expect(async () => {
    await field.fill('')
    await field.fill(typed)
    await offered.click({ timeout: 20_000 })
  }).toPass({ timeout: 120_000 })
  // A choice of several stays open for the next one, and covers what is below.
  if ((await field.count()) === 1 && (await field.getAttribute('aria-expanded')) === 'true') await field.press('Escape')
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: say('frame.profile.menu') }).click()
  await page.getByRole('menuitem', { name: say('frame.signOut') }).click()
  await expect(page).toHaveURL(/\/signin$/)
}

/**
 * Opens a screen through the menu: its entry, and then its tab or tile. Without `title`, what the entry leads to. An entry with one open
 * screen has the title of that screen.
 */
export async function openScreen(page: Page, entry: MenuEntryId, title?: string): Promise<void> {
  const name = say(`frame.entry.${entry}`)
  await page
    .getByRole('navigation', { name: say('frame.navigation'), exact: true })
    .getByRole('link', { name, exact: true })
    .click()
  if (title === undefined) return
  const tab = page.getByRole('navigation', { name, exact: true }).getByRole('link', { name: title, exact: true })
  const tile = page.getByRole('main').getByRole('listitem').getByRole('link').filter({ hasText: title })
  await tab.or(tile).click()
}

/** The content of the report's frame. */
export const reportIn = (page: Page) => page.frameLocator('iframe:not([data-pin] iframe)')

/** A pinned visual of the home page, by its title. */
export const pin = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })

/** A card of the report: a visual that shows one number. */
export const card = (page: Page, title: string) => reportIn(page).getByRole('group', { name: title, exact: true })

/** Selects one value in a slicer of the report. */
export async function slice(page: Page, slicer: string, value: string): Promise<void> {
  await reportIn(page)
    .getByRole('button', { name: new RegExp(`^${slicer}:`) })
    .click()
  await reportIn(page).getByRole('checkbox', { name: value, exact: true }).check()
  await page.keyboard.press('Escape')
}

const data = fileURLToPath(new URL('../report-service/samples/AdventureWorks.SemanticModel/data/', import.meta.url))

/**
 * Reseller sales computed by SQL from the shipped files, for the years that the report shows and in its number format. `where`
 * uses the aliases e (seller), m (manager) and d (day).
 */
export async function salesByHand(where: string): Promise<string> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const result = await connection.runAndReadAll(
    `select sum(f.SalesAmount)::double as total from '${data}FactResellerSales.parquet' f
       join '${data}DimEmployee.parquet' e on e.EmployeeKey = f.EmployeeKey
       join '${data}DimDate.parquet' d on d.DateKey = f.OrderDateKey
       left join '${data}DimEmployee.parquet' m on m.EmployeeKey = e.ParentEmployeeKey
       where d.CalendarYear between 2011 and 2013 and (${where})`,
  )
  const total = Number(result.getRowObjects()[0]?.['total'])
  const dollars = { style: 'currency', currency: 'USD', maximumFractionDigits: 0 } as const
  return new Intl.NumberFormat('pt-BR', dollars).format(total)
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Checks WCAG 2.2, level AA, with axe. The frame of a report is transparent, and axe assumes a white background inside it.
 * Contrast inside the frame is checked by the viewer's own tests, in light and dark. `within`: checks this part only. A dialog covers buttons
 * of the page by half, which axe calls too small although nobody can press them.
 */
export async function noViolations(page: Page, where = '', within?: string): Promise<void> {
  // A colour in the middle of a transition is no colour of the page.
  await page.waitForFunction(isStill, null, { timeout: 3_000 }).catch(() => undefined)
  // The builder injects the script twice for each check, which takes longer than the check of a small page.
  const isInjected = page.frames().length === 1 && (await page.evaluate(() => 'axe' in globalThis))
  const everything = () => {
    const builder = new AxeBuilder(isInjected ? { page, axeSource: ';' } : { page })
      .options({ resultTypes: ['violations'] })
      .withTags(rules)
      .setLegacyMode()
    return within === undefined ? builder : builder.include(within)
  }
  if ((await page.locator('iframe').count()) === 0) return judge(everything(), where)
  await judge(everything().exclude('iframe'), where)
  await judge(everything().disableRules('color-contrast'), where)
}

/** Runs in the page. Animations without an end, and those of scrolling, do not count. */
const isStill = () =>
  document
    .getAnimations()
    .every(
      ({ timeline, playState, effect }) =>
        playState !== 'running' || timeline !== document.timeline || effect?.getComputedTiming().endTime === Infinity,
    )

async function judge(builder: AxeBuilder, where: string): Promise<void> {
  const { violations } = await builder.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect.soft(found, where).toEqual([])
}

/** Checks that the page does not scroll horizontally. After a change of the size a page may need some frames for it. */
export async function fits(page: Page, where = ''): Promise<void> {
  const narrow = () => document.documentElement.scrollWidth <= innerWidth
  await page.waitForFunction(narrow, null, { timeout: 3_000 }).catch(() => undefined)
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
  expect.soft(content, `width of ${where}`).toBeLessThanOrEqual(window)
}

/**
 * Messages that are no fault of the page: a failed API request, and scripts of the test's own trace recorder, which the frame of a mail
 * refuses as it refuses every script.
 */
const noFault = /^Failed to load resource|^Blocked script execution in 'about:srcdoc'/

/** Stores a picture for people who look at the product: with JOURNEY_PICTURES=1. A failed journey has its picture in any case. */
export async function takePicture(page: Page, path: string, { fullPage = false } = {}): Promise<void> {
  if (process.env['JOURNEY_PICTURES']) await page.screenshot({ path, fullPage })
}

/** Collects page errors: exceptions, and styles or scripts that the browser refused. */
export function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !noFault.test(message.text())) faults.push(message.text())
  })
  return faults
}

/** Data that the browser stores: names of the vault's entries (without their content), and localStorage as text. */
export const stored = (page: Page) =>
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

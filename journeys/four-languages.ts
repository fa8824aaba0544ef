// For journeys that read sentences: a page for each language that is walked, people who prefer it, and calls that set the scene.
import { type Browser, expect, type Page } from '@playwright/test'
import { type Language, languages } from '#catalogue/languages.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { listTenants, readTenant, updateTenant } from '#features/organisation/tenants/contract.ts'
import { addUser, removeUser } from '#features/people/users/contract.ts'
import type { Call, SentOf } from '#platform/contract/call.ts'
import { fits, noViolations, people, type Portal, takePicture } from './portal.ts'
import type { InLanguages } from './told-sentences/in-languages.ts'

/** `npm run test:all`. */
export const isAll = process.env['JOURNEYS'] === 'all'

/**
 * `npm test` reads the sentences in one language, and `npm run test:all` in four: told-sentences/sentences.test.ts proves that a sentence is
 * one phrase in all of them. It is not the default language, so a forgotten translation shows.
 */
export const walked: readonly Language[] = isAll ? languages : ['es']

/** One thing for each walked language. */
export type Walked<T> = { readonly all: readonly T[]; in(language: Language): T }

async function forWalked<T>(make: (language: Language) => Promise<T>): Promise<Walked<T>> {
  const made = new Map<Language, T>()
  for (const language of walked) made.set(language, await make(language))
  const pick = (language: Language) => {
    const one = made.get(language)
    if (one === undefined) throw new Error(`The journeys do not walk in ${language}.`)
    return one
  }
  return { all: [...made.values()], in: pick }
}

export type Pages = Walked<Page>

/** A browser for each walked language. Every page of it is in this language, at every host and before and after a sign-in. */
export const openPages = (browser: Browser): Promise<Pages> =>
  forWalked(async (language) => {
    const context = await browser.newContext()
    // An embedded frame without an origin has no storage.
    await context.addInitScript(
      (chosen) => location.protocol.startsWith('http') && localStorage.setItem('language', chosen),
      language,
    )
    return context.newPage()
  })

export const close = ({ all }: Pages) => Promise.all(all.map((page) => page.context().close()))

/**
 * Begins a story that reads sentences. `read` expects a sentence on a page, `each` goes through the walked languages, `print` prints what was
 * read. `exact`: the sentence is a whole text.
 */
export async function begin<Step extends string>(
  browser: Browser,
  title: string,
  { specified, exact = false }: { specified: Record<Step, InLanguages>; exact?: boolean },
) {
  const pages = await openPages(browser)
  const { note, print } = readings(title)
  const read = async (page: Page, language: Language, step: Step) => {
    const sentence = specified[step][language]
    await expect(page.getByText(sentence, { exact }).filter({ visible: true }).first()).toBeVisible()
    note(step, language, sentence)
  }
  const each = async (work: (page: Page, language: Language) => Promise<void>) => {
    for (const language of walked) await work(pages.in(language), language)
  }
  return { pages, read, each, print }
}

/** Looks at a page on a desktop and, in dark, on a phone. `folder`: of the pictures. */
export async function look(page: Page, folder: string, what: string): Promise<void> {
  const picture = (name: string) => takePicture(page, `test-results/${folder}/${name}.png`)
  await noViolations(page, what)
  await picture(what)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await fits(page, what)
  await picture(`${what}-phone`)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.emulateMedia({ colorScheme: null })
}

/** The business unit of these journeys. */
export const home = 'aw-brasil'

/** Calls as a person, in a session of its own: a change may have ended the earlier ones. */
export async function done<C extends Call>(portal: Portal, who: string, call: C, input: SentOf<C>) {
  const ask = await portal.as(who, who === people.platform ? '' : home)
  return ask(call, input)
}

/** Changes settings of the business unit as the partner, whom the list of addresses does not bind. */
export async function setSettings(
  portal: Portal,
  change: Omit<SentOf<typeof updateSettings>, 'version' | 'confirm'>,
): Promise<void> {
  const { version } = await done(portal, people.partner, readSettings, {})
  await done(portal, people.partner, updateSettings, { version, confirm: 'S', ...change })
}

/** Changes the business unit as the platform's staff, whom its maintenance does not bind. */
export async function setUnit(
  portal: Portal,
  change: Omit<SentOf<typeof updateTenant>, 'id' | 'version'>,
): Promise<void> {
  const { data } = await done(portal, people.platform, listTenants, { size: 100 })
  const id = data.find(({ subdomain }) => subdomain === home)?.id ?? ''
  const { version } = await done(portal, people.platform, readTenant, { id })
  await done(portal, people.platform, updateTenant, { id, version, ...change })
}

export const secret = 'Quiet-river-71'
export type Person = { id: string; email: string; name: string }

const mailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@adventure-works.com`

/** Adds a reader of the business unit. */
export async function addReader(
  portal: Portal,
  name: string,
  language: Language = 'pt-BR',
  { password = secret, email = mailOf(name) }: { password?: string; email?: string } = {},
): Promise<Person> {
  const identity = { nome_usuario: name, email, phone: null, password, perfil_usuario: 'user' } as const
  const rest = { state: 'A', department: null, language } as const
  const { id } = await done(portal, people.admin, addUser, { ...identity, ...rest, group_ids: [] })
  return { id, email, name }
}

/** A reader for each walked language, who prefers it. */
export const addReaders = (portal: Portal, name: string): Promise<Walked<Person>> =>
  forWalked((language) => addReader(portal, `${name} ${language}`, language))

export const removePerson = (portal: Portal, { id }: Pick<Person, 'id'>) =>
  done(portal, people.admin, removeUser, { id })

export async function removePeople(portal: Portal, { all }: Walked<Person>): Promise<void> {
  for (const person of all) await removePerson(portal, person)
}

/** Fills and submits the sign-in form of a page. */
export async function enter(page: Page, email: string, typed = secret): Promise<void> {
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[name="password"]').fill(typed)
  await page.locator('button[type="submit"]').click()
}

/** Signs in at a business unit, and waits for the first page. */
export async function signInAt(
  page: Page,
  portal: Portal,
  { email, unit, typed }: { email: string; unit?: string; typed?: string },
): Promise<void> {
  await page.goto(portal.url('/signin', unit))
  await enter(page, email, typed)
  await expect(page).not.toHaveURL(/\/signin/)
  await expect(page.getByRole('main').filter({ visible: true }).first()).toBeVisible()
}

export const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /./ })

/** Collects what was read, by status and language, and prints it as one table. */
export function readings(title: string) {
  const lines: string[] = []
  return {
    note: (status: string, language: Language, sentence: string) =>
      void lines.push(`  ${status} | ${language} | ${sentence}`),
    print: () =>
      process.stdout.write(`${[`${title}: status | language | sentence (${lines.length})`, ...lines].join('\n')}\n`),
  }
}

// How the portal is used without a mouse, and how lists and forms look and remember.
import { expect } from '@playwright/test'
import { builtPages } from '#apps/pages/built-pages.ts'
import { chunkOf, readChunks } from '#apps/pages/first-page.ts'
import { updateSettings } from '#features/organisation/settings/contract.ts'
import { listUsers } from '#features/people/users/contract.ts'
import { updateAccess } from '#features/reports/access/contract.ts'
import { addReportGroup, removeReportGroup } from '#features/reports/groups/contract.ts'
import { addReport, listReports, readReport, removeReport } from '#features/reports/library/contract.ts'
import { addSubgroup } from '#features/reports/subgroups/contract.ts'
import { phrasesOf } from './phrase.ts'
import { fits, noViolations, openScreen, people, test } from './portal.ts'

const say = phrasesOf('pt-BR')
const sayInEnglish = phrasesOf('en-US')

test('the keyboard reaches the search early, and the navigation is one tab stop that arrow keys walk through', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/user'))
  await expect(page.getByRole('table', { name: say('people.users.title') })).toBeVisible()
  const names = {
    banner: say('frame.bar'),
    search: say('frame.search'),
    navigation: say('frame.navigation'),
    main: say('frame.content'),
  } as const
  for (const [role, name] of Object.entries(names)) {
    await expect(page.getByRole(role as keyof typeof names, { name, exact: true })).toHaveCount(1)
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: say('frame.skip') })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: say('frame.skipToNavigation') })).toBeFocused()
  // At most the unit switcher precedes the search.
  const search = page.getByRole('search').getByRole('button')
  await page.keyboard.press('Tab')
  if (!(await search.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
  await expect(search).toBeFocused()

  await page.getByRole('link', { name: say('frame.skipToNavigation') }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const navigation = page.getByRole('navigation', { name: say('frame.navigation') })
  // The section has a button, which folds it, before its entries.
  const entry = navigation.getByRole('link', { name: say('frame.entry.people'), exact: true })
  await entry.focus()
  expect(await navigation.locator('a[tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('ArrowDown')
  await expect(navigation.getByRole('link', { name: say('frame.entry.usage') })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(navigation.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(portal.url('/'))
})

test('the tabs of an entry are one tab stop that arrow keys walk through, and stand above its forms', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin)
  await openScreen(page, 'people', say('people.groups.title'))
  await expect(page).toHaveURL(portal.url('/group_users'))
  const tabs = page.getByRole('navigation', { name: say('frame.entry.people'), exact: true })
  const tab = (title: string) => tabs.getByRole('link', { name: title, exact: true })
  await expect(tab(say('people.groups.title'))).toHaveAttribute('aria-current', 'page')
  await expect(tabs.locator('a[tabindex="0"]')).toHaveCount(1)
  await tab(say('people.groups.title')).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(say('organisation.shifts.title'))).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(portal.url('/user'))
  await page.goto(portal.url('/user/add'))
  await expect(tab(say('people.users.title'))).toHaveAttribute('aria-current', 'page')
})

test('on a phone the row of tabs scrolls to the open one, and the page does not', async ({ portal }) => {
  const page = await portal.pageOf(people.admin, { viewport: { width: 390, height: 800 } })
  await page.goto(portal.url('/maintenance'))
  // The bar at the bottom has links of its own.
  const tabs = page.getByRole('navigation', { name: say('frame.entry.content'), exact: true })
  await expect(tabs.getByRole('link', { name: say('reports.maintenance.title'), exact: true })).toBeInViewport({
    ratio: 1,
  })
  await expect(tabs.getByRole('link', { name: say('reports.library.tab'), exact: true })).not.toBeInViewport()
  await fits(page, 'a page with tabs')
})

test('the settings are tiles; each page has the others beside it, and on a phone the way back @all', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin, { viewport: { width: 1366, height: 800 } })
  await openScreen(page, 'settings')
  await expect(page.getByRole('heading', { level: 1, name: say('frame.entry.settings') })).toBeVisible()
  await noViolations(page, 'the overview of the settings')
  await openScreen(page, 'settings', say('organisation.themes.title'))
  await expect(page).toHaveURL(portal.url('/themes'))
  const list = page.getByRole('navigation', { name: say('frame.entry.settings'), exact: true })
  await expect(list.getByRole('link', { name: say('organisation.themes.title') })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await noViolations(page, 'a page of the settings')
  await list.getByRole('link', { name: say('operations.audit.title') }).click()
  await expect(page).toHaveURL(/\/audit/)
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(list).toBeHidden()
  await fits(page, 'a page of the settings')
  await page.getByRole('link', { name: say('frame.entry.settings'), exact: true }).click()
  await expect(page).toHaveURL(portal.url('/settings'))
  await fits(page, 'the overview of the settings')
})

test('a section of the menu folds, keeps its open entry, and is still folded after a reload @all', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/tags'))
  const navigation = page.getByRole('navigation', { name: say('frame.navigation'), exact: true })
  const section = navigation.getByRole('button', { name: say('frame.section.manage') })
  const entry = (id: 'content' | 'people') => navigation.getByRole('link', { name: say(`frame.entry.${id}`) })
  await expect(section).toHaveAttribute('aria-expanded', 'true')
  await section.click()
  await expect(entry('people')).toHaveCount(0)
  await expect(entry('content')).toBeVisible()
  await page.reload()
  await expect(section).toHaveAttribute('aria-expanded', 'false')
  await expect(entry('people')).toHaveCount(0)
  await section.click()
  await expect(entry('people')).toBeVisible()
})

test('g and a letter open an entry, also where the letter has a meaning in the list; ? shows the keys on every page @all', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/user'))
  await expect(page.getByRole('table', { name: say('people.users.title') })).toBeVisible()
  // The keys come with a file of their own. In a list, k goes to the row above.
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await expect(page).toHaveURL(portal.url('/catalogs'), { timeout: 1_000 })
  }).toPass()
  await page.goto(portal.url('/'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: say('general.keys.title') })
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(dialog).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(dialog.getByRole('row', { name: say('frame.entry.people') })).toContainText('gp')
  await expect(dialog.getByText(say('general.keys.select'))).toBeHidden()
})

test('the search finds a screen by another word, and a setting, whose field then has the focus @all', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin)
  // The files of the search are held back: what the person types meanwhile becomes its text.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/search-*.css', async (route) => {
    await released
    await route.continue()
  })
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('logos')
  await page.keyboard.press('Backspace')
  release()
  const search = page.getByRole('combobox', { name: say('frame.searchAll') })
  await expect(search).toHaveValue('logo')
  await page.getByRole('option', { name: `${say('organisation.themes.title')} ${say('frame.entry.settings')}` }).click()
  await expect(page).toHaveURL(portal.url('/themes'))
  await page.keyboard.press('ControlOrMeta+k')
  await search.fill('duração da sessão')
  await page.getByRole('option', { name: say('organisation.settings.field.login_timeout') }).click()
  await expect(page).toHaveURL(portal.url('/setting#login_timeout'))
  await expect(page.locator('input[name="login_timeout"]')).toBeFocused()
})

test('a screen opened by its address has its item in sight in the menu, in the frame and in the drawer of a phone @all', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin, { viewport: { width: 1280, height: 640 } })
  await page.goto(portal.url('/mails'))
  const item = page
    .getByRole('navigation', { name: say('frame.navigation') })
    .getByRole('link', { name: say('frame.entry.communication') })
  await expect(item).toHaveAttribute('aria-current', 'true')
  await expect(item).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: say('messaging.outbox.title') })).toBeInViewport()

  const phone = await portal.pageOf(people.admin, { viewport: { width: 390, height: 640 } })
  await phone.goto(portal.url('/mails'))
  await phone.getByRole('button', { name: say('frame.openNavigation') }).click()
  const drawn = phone.getByRole('dialog').getByRole('link', { name: say('frame.entry.communication') })
  await expect(drawn).toHaveAttribute('aria-current', 'true')
  await expect(drawn).toBeInViewport({ ratio: 1 })
})

test('a form takes no input while it is saved, because it begins again with what the server has', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/setting'))
  const hours = page.locator('input[name="login_timeout"]')
  await hours.fill('9')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**/api/${updateSettings.path}`, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: say('general.action.save') }).click()
  const fields = page.locator('form > fieldset')
  await expect(fields).toHaveAttribute('inert')
  await hours.click({ force: true })
  await page.keyboard.press('Backspace')
  await page.keyboard.type('7')
  await expect(hours).toHaveValue('9 horas')
  release()
  await expect(page.getByText(say('general.toast.done'))).toBeVisible()
  await expect(fields).not.toHaveAttribute('inert')
  await expect(hours).toHaveValue('9 horas')
})

test('an administrator writes the first question from the empty page; a reader is sent to an administrator @all', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/faq'))
  await page
    .getByRole('main')
    .getByRole('link', { name: say('messaging.faq.add') })
    .click()
  await expect(page).toHaveURL(portal.url('/faq/entries/add'))

  const reader = await portal.pageOf(people.seller)
  await reader.goto(portal.url('/faq'))
  const main = reader.getByRole('main')
  await expect(main.getByText(say('messaging.faq.page.empty'))).toBeVisible()
  await expect(main.getByRole('link', { name: say('messaging.faq.add') })).toHaveCount(0)
})

test('staff see the numbers of their units on the home page, and each number leads to its list @all', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.partner, { unit: 'adventure-works' })
  const tiles = page.getByRole('main').getByRole('list').first().getByRole('link')
  await expect(tiles).toHaveCount(6)
  await expect(page.getByRole('table', { name: say('home.overview.by.tenant') }).locator('tbody tr')).toHaveCount(3)
  await tiles.filter({ hasText: say('home.overview.mails') }).click()
  await expect(page).toHaveURL(/\/mails\?.*state=failed/)
  await page.goBack()
  await page.getByRole('table').getByRole('link', { name: 'Adventure Works Brasil' }).click()
  await expect(page).toHaveURL(/\/companies\/[0-9a-f-]{36}$/)

  const staff = await portal.pageOf(people.platform, { unit: '' })
  await expect(staff.getByRole('table', { name: say('home.overview.by.partner') })).toContainText('Adventure Works')
  await staff
    .getByRole('main')
    .getByRole('link', { name: /^Tarefas paradas/ })
    .click()
  await expect(staff).toHaveURL(/\/jobs$/)
})

/** The address of the script that holds a source. */
const scriptOf = (source: string) => `**/${chunkOf(readChunks(builtPages('web')[0] ?? ''), source).file}`

test('the frame stays while the second screen of a path loads', async ({ portal }) => {
  const page = await portal.pageOf(people.platform, { unit: '' })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const script = scriptOf('features/reports/usage/web/usage-lists.tsx')
  await page.route(script, async (route) => {
    await held
    await route.continue()
  })
  const navigation = page.getByRole('navigation', { name: say('frame.navigation') })
  const asked = page.waitForRequest(script)
  await navigation.getByRole('link', { name: say('reports.usage.title') }).click()
  await asked
  await expect(page).toHaveURL(/\/analyze$/)
  await expect(page.getByRole('heading', { name: say('home.overview.greeting', { name: 'Olivia' }) })).toBeHidden()
  await expect(navigation).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: say('reports.usage.byUnit.title') })).toBeVisible()
})

test('the sign-in page stays while the frame of a public page loads', async ({ portal, page }) => {
  await page.goto(portal.url('/signin'))
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const script = scriptOf('features/identity/sign-in-pages/web/public-frame.tsx')
  await page.route(script, async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(script)
  const pageLoaded = page.waitForResponse(scriptOf('features/messaging/faq/web/faq-page.tsx'))
  await page.getByRole('link', { name: 'Perguntas frequentes' }).click()
  await Promise.all([asked, pageLoaded])
  await expect(page).toHaveURL(portal.url('/faq'))
  // Two pictures later the browser shows what was rendered when the script was asked for.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await page.locator('input[name="email"]').isVisible()).toBe(true)
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Perguntas frequentes' })).toBeVisible()
})

test('compact rows hold for every list and after a reload @all', async ({ portal }) => {
  const page = await portal.pageOf(people.admin)
  // Without a choice, a list of more than 20 records is compact.
  await page.goto(portal.url('/user'))
  await expect(page.getByRole('table', { name: say('people.users.title') })).toHaveAttribute('data-compact', 'true')
  await page.goto(portal.url('/group_users'))
  const heightOf = async () => (await page.locator('tbody tr').first().boundingBox())?.height ?? 0
  await expect(page.getByRole('link', { name: 'Diretoria' })).toBeVisible()
  const roomy = await heightOf()
  const toggle = page.getByRole('button', { name: say('general.list.compact') })
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  expect(await heightOf()).toBeLessThan(roomy)
  await page.goto(portal.url('/user'))
  await expect(page.getByRole('table', { name: say('people.users.title') })).toHaveAttribute('data-compact', 'true')
  await page.getByRole('button', { name: say('general.list.compact') }).click()
  await expect(page.getByRole('table', { name: say('people.users.title') })).not.toHaveAttribute('data-compact')
})

test('the hours of a shift are on a 12-hour clock in en-US, and a typed time is read in both notations @all', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin)
  await page.evaluate(() => localStorage.setItem('language', 'en-US'))
  await page.goto(portal.url('/shifts/add'))
  await page.getByLabel(sayInEnglish('organisation.shifts.field.name')).fill('Morning')
  const monday = page.getByRole('group', { name: 'Monday' })
  const [from, to] = [monday.getByRole('textbox').first(), monday.getByRole('textbox').last()]
  await expect(from).toHaveValue('8:00\u00A0AM')
  await from.fill('7:30 am')
  await to.fill('13:15')
  await to.blur()
  await expect(to).toHaveValue('1:15\u00A0PM')
  await page.getByRole('button', { name: sayInEnglish('general.action.add'), exact: true }).click()
  await expect(page).not.toHaveURL(/add$/)
  await page.goto(portal.url('/shifts'))
  await expect(page.getByRole('row', { name: /Morning/ })).toContainText('Mon 7:30\u00A0AM–1:15\u00A0PM')
})

test('a theme takes a colour as rgb() and shows it as hex @all', async ({ portal }) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/themes'))
  const colour = page.locator('input[name="color_login_button"]')
  await colour.fill('rgb(15, 118, 110)')
  await expect(colour).toHaveValue('#0f766e')
  await colour.fill('#0AF')
  await colour.blur()
  await expect(colour).toHaveValue('#00aaff')
})

test('each list of reports remembers its own page @all', async ({ portal }) => {
  const ask = await portal.as(people.admin)
  const [first] = (await ask(listReports, {})).data
  const { workspace_id, service_report_id } = await ask(readReport, { id: first?.id ?? '' })
  const [ana] = (await ask(listUsers, { search: people.admin })).data
  const { id: group_id } = await ask(addReportGroup, { name: 'Arquivo' })
  const { id: subgroup_id } = await ask(addSubgroup, { name: 'Anos', group_id })
  const own = {
    user_id: ana?.id ?? '',
    group_id: null,
    roles: ['Company'],
    identity: 'email' as const,
    identity_value: null,
    custom_data: null,
  }
  const reports: string[] = []
  for (let year = 1; year <= 26; year += 1) {
    const name = `Ano ${year}`
    const { id } = await ask(addReport, { workspace_id, service_report_id, subgroup_id, name, description: null })
    await ask(updateAccess, { report_id: id, version: 1, grants: [own] })
    reports.push(id)
  }
  const page = await portal.pageOf(people.admin)
  const range = page.getByText(/^\d+–\d+ de \d+$/)
  await page.goto(portal.url(`/${subgroup_id}/reports`))
  await page.getByRole('button', { name: say('general.list.next') }).click()
  await expect(range).toHaveText(/^26–26 de/)
  await page.goto(portal.url('/report'))
  await expect(range).toHaveText(/^1–25 de/)
  await page.getByRole('button', { name: say('general.list.next') }).click()
  await expect(range).toHaveText(/^26–/)
  await page.goto(portal.url('/all/reports'))
  await expect(range).toHaveText(/^1–25 de/)
  await page.goto(portal.url(`/${subgroup_id}/reports`))
  await expect(range).toHaveText(/^26–26 de/)
  for (const id of reports) await ask(removeReport, { id })
  await ask(removeReportGroup, { id: group_id })
})

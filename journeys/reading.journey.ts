// People read reports: each sees only their own rows, continues where they stopped, and loses access when a grant ends.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { sentenceOf } from '#apps/server/phrases.ts'
import { readAccess, updateAccess } from '#features/reports/access/contract.ts'
import { callPortal } from '#apps/server/testing/portal-calls.ts'
import { phrasesOf } from './phrase.ts'
import {
  card,
  fillSignIn,
  fits,
  noViolations,
  people,
  pin,
  reportIn,
  salesByHand,
  signOut,
  slice,
  takePicture,
  test,
} from './portal.ts'

const say = phrasesOf('pt-BR')

// These journeys keep the transitions that the others go without (playwright.config.ts).
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const report = 'Desempenho de revendas'
const missing = sentenceOf('report.missing', 'pt-BR')
const ownOf = (email: string) => `e.EmailAddress = '${email}'`
const teamOf = (email: string) => `(e.EmailAddress = '${email}' or m.EmailAddress = '${email}')`

async function open(page: Page): Promise<void> {
  await page.getByRole('link', { name: report }).first().click()
  await expect(card(page, 'Vendas')).toContainText('US$', { timeout: 30_000 })
}

const tab = (page: Page, name: string) => reportIn(page).getByRole('tab', { name })
/** The request that stores the page and the filters of a report. */
const saving = /\/save\/user-report-filters$/
const idIn = (page: Page) => new URL(page.url()).pathname.split('/')[1] ?? ''

test('a seller opens the report, sees only their own sales, and finds page, filter and favourite again after signing in', async ({
  page,
  portal,
}) => {
  await portal.signIn(page, people.seller)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Linda')
  await open(page)
  await expect(card(page, 'Vendas')).toContainText(await salesByHand(ownOf(people.seller)))
  await expect(
    reportIn(page)
      .getByRole('table')
      .getByRole('row', { name: /Linda Mitchell/ }),
  ).toBeVisible()
  await expect(reportIn(page).getByRole('row')).toHaveCount(3)

  await slice(page, 'Ano', '2012')
  const ofYear = await salesByHand(`${ownOf(people.seller)} and d.CalendarYear = 2012`)
  await expect(card(page, 'Vendas')).toContainText(ofYear)
  await page.getByRole('button', { name: say('reports.view.tool.favourite') }).click()
  await expect(page.getByRole('button', { name: say('reports.view.tool.favourite') })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  // The line is slow: the seller is back before the server has stored the page.
  await page.route(saving, async (route) => {
    await sleep(2_000)
    await route.continue()
  })
  await tab(page, 'Revendas').click()
  await page.getByRole('link', { name: say('reports.view.back', { name: 'Revendas' }) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Revendas')
  await page.goBack()
  await expect(tab(page, 'Revendas')).toHaveAttribute('aria-selected', 'true', { timeout: 30_000 })
  await page.unroute(saving)

  await signOut(page)
  await fillSignIn(page, people.seller)
  const favourite = page.getByRole('button', { name: say('home.shelves.favourite.remove', { name: report }) })
  await expect(favourite).toHaveAttribute('aria-pressed', 'true')
  // The seller has no other report, so the home page has it as one large card.
  await page.locator('[data-card]').click()
  await expect(tab(page, 'Revendas')).toHaveAttribute('aria-selected', 'true', { timeout: 30_000 })
  await expect(reportIn(page).getByRole('button', { name: 'Ano: Todos' })).toBeVisible()
  await tab(page, 'Vendedores').click()
  await expect(reportIn(page).getByRole('button', { name: 'Ano: 2012', exact: true })).toBeVisible()
  await expect(card(page, 'Vendas')).toContainText(ofYear)
})

test('a manager sees the rows of the team, and another seller sees only their own', async ({ portal }) => {
  const manager = await portal.pageOf(people.manager)
  await open(manager)
  await expect(card(manager, 'Vendas')).toContainText(await salesByHand(teamOf(people.manager)))
  const other = await portal.pageOf(people.otherSeller)
  await open(other)
  await expect(card(other, 'Vendas')).toContainText(await salesByHand(ownOf(people.otherSeller)))
  await expect(reportIn(other).getByText('Linda Mitchell')).toHaveCount(0)
})

test('a person pins a visual and sees it on the home page with their own rows, also on a phone', async ({
  portal,
}, testInfo) => {
  const figure = (page: Page, title: string) => pin(page, title).frameLocator('iframe').locator('.figure-value')
  const [manager, seller] = [await portal.pageOf(people.manager), await portal.pageOf(people.seller)]
  await expect(figure(seller, 'Vendas')).toContainText(await salesByHand(ownOf(people.seller)), { timeout: 30_000 })
  await expect(figure(manager, 'Vendas')).toContainText(await salesByHand(teamOf(people.manager)), { timeout: 30_000 })

  await open(manager)
  await manager.getByRole('button', { name: say('reports.pins.tool') }).click()
  const dialog = manager.getByRole('dialog', { name: say('reports.pins.tool') })
  await expect(dialog.getByRole('switch', { name: 'Vendas', exact: true })).toBeChecked()
  // Texts and slicers are not offered.
  await expect(dialog.getByRole('switch', { name: 'Gerente' })).toHaveCount(0)
  await dialog.getByRole('switch', { name: 'Meta', exact: true }).uncheck()
  await dialog.getByRole('switch', { name: 'Pedidos', exact: true }).focus()
  await manager.keyboard.press('Space')
  await expect(dialog.getByText(say('reports.pins.count', { count: '5', max: '12' }))).toBeVisible()
  await expect(dialog.getByRole('switch', { name: 'Pedidos', exact: true })).toBeChecked()
  await noViolations(manager, 'the choice of pins')
  await takePicture(manager, testInfo.outputPath('pins.png'))
  await manager.keyboard.press('Escape')
  const orders = (await card(manager, 'Pedidos').locator('.figure-value').textContent()) ?? ''
  expect(orders).toMatch(/\d/)

  // The time of the data arrives later, and moves no link: a click would miss it.
  const { promise: opened, resolve: letOpen } = Promise.withResolvers<void>()
  await manager.route('**/report_view/open', async (route) => {
    await opened
    await route.continue()
  })
  await manager.goto(portal.url('/'))
  const link = pin(manager, 'Vendas').getByRole('link', { name: report })
  const place = await link.boundingBox()
  letOpen()
  await expect(pin(manager, 'Vendas')).toContainText('Dados até 31/12/2013')
  expect(await link.boundingBox()).toEqual(place)
  await expect(figure(manager, 'Pedidos')).toHaveText(orders, { timeout: 30_000 })
  await expect(pin(manager, 'Meta')).toHaveCount(0)
  await expect(pin(manager, 'Vendas').getByRole('link', { name: report })).toBeVisible()
  await noViolations(manager, 'the pinned visuals')
  const titles = () => manager.locator('[data-pin]').evaluateAll((all) => all.map((one) => one.ariaLabel))
  const before = await titles()
  await manager.getByRole('button', { name: `${say('general.action.more')}: Pedidos` }).click()
  await manager.getByRole('menuitem', { name: say('reports.pins.earlier') }).click()
  await expect.poll(titles).not.toEqual(before)
  await manager.getByRole('button', { name: `${say('general.action.more')}: Pedidos` }).click()
  await manager.getByRole('menuitem', { name: say('reports.pins.unpin') }).click()
  await expect(pin(manager, 'Pedidos')).toHaveCount(0)

  const phone = await portal.pageOf(people.manager, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await expect(figure(phone, 'Vendas')).toContainText('US$', { timeout: 30_000 })
  await fits(phone, 'the pinned visuals on a phone')
  await noViolations(phone, 'the pinned visuals on a phone')
  await takePicture(phone, testInfo.outputPath('home-phone.png'))
})

test('a person without a grant sees an error at the report’s address and a link to the start page @all', async ({
  portal,
}) => {
  const manager = await portal.pageOf(people.manager)
  await open(manager)
  const path = new URL(manager.url()).pathname
  const sister = await portal.pageOf(people.adminOfUs, { unit: 'aw-us' })
  const colleague = await portal.pageOf(people.reader)
  for (const { page, unit, sentence, way } of [
    { page: sister, unit: 'aw-us', sentence: /does not exist/, way: /home/i },
    { page: colleague, unit: 'aw-brasil', sentence: missing, way: say('general.page.home') },
  ]) {
    await page.goto(portal.url(path, unit))
    await expect(page.getByRole('alert')).toContainText(sentence)
    await page.getByRole('link', { name: way }).click()
    await expect(page).toHaveURL(portal.url('/', unit))
  }
})

test('the end of a grant closes the open report, removes it from the lists and revokes the embed token; a new grant lists the report again', async ({
  portal,
}) => {
  const reader = await portal.pageOf(people.seller)
  let running = ''
  reader.on('request', (request) => {
    if (request.url().includes('/viewer/visual')) running = request.headers()['authorization'] ?? running
  })
  await open(reader)
  const id = idIn(reader)
  const [asked] = await Promise.all([
    reader.waitForRequest((request) => request.url().includes('/viewer/visual')),
    slice(reader, 'Ano', '2013'),
  ])
  const { port } = new URL(reader.url())
  const askAgain = () =>
    callPortal(Number(port), {
      host: 'reports.localhost',
      token: running.replace('Bearer ', ''),
      path: new URL(asked.url()).pathname + new URL(asked.url()).search,
      body: asked.postDataJSON(),
      headers: { 'x-report-id': asked.headers()['x-report-id'] ?? '' },
    })
  expect((await askAgain()).status).toBe(200)
  const list = await reader.context().newPage()
  await list.goto(portal.url('/all/reports'))
  const listed = list.getByRole('main').getByRole('link', { name: report })
  await expect(listed).toHaveCount(1)

  const admin = await portal.as(people.admin)
  const { grants } = await admin(readAccess, { report_id: id })
  const put = async (kept: typeof grants) => {
    const { version } = await admin(readAccess, { report_id: id })
    const sent = kept.map(({ name: _name, email: _email, members: _members, without_filters, ...grant }) => {
      const flag = without_filters ? ('S' as const) : ('N' as const)
      return { ...grant, without_filters: flag }
    })
    await admin(updateAccess, { report_id: id, version, grants: sent })
  }
  await put(grants.filter(({ roles }) => !roles.includes('Salesperson')))
  try {
    await expect(reader.getByText(say('reports.view.ended.title'))).toBeVisible()
    await expect(reader.locator('iframe')).toHaveCount(0)
    await expect.poll(async () => (await askAgain()).status).toBe(403)
    await expect(listed).toHaveCount(0)
    await reader.getByRole('link', { name: say('general.page.home') }).click()
    await expect(reader.getByText(say('home.shelves.empty.title'))).toBeVisible()
    await reader.goBack()
    await expect(reader.getByRole('alert')).toContainText(missing)
  } finally {
    await put(grants)
  }
  await expect(listed).toHaveCount(1)
})

test('an expired embed token is renewed in the background; page and filters stay', async ({ portal }) => {
  const page = await portal.pageOf(people.manager)
  await open(page)
  await slice(page, 'Ano', '2012')
  const ofYear = await salesByHand(`${teamOf(people.manager)} and d.CalendarYear = 2012`)
  await expect(card(page, 'Vendas')).toContainText(ofYear)
  // The report service's answer to an expired token. The next request, with the new token, succeeds.
  const refusal = { error: { code: 'TokenExpired', message: 'Access token has expired' } }
  await page.context().route(/\/viewer\/visual/, (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 })
  const renewed = page.waitForResponse((answer) => answer.url().endsWith('/auth/report_view/token'))
  await tab(page, 'Territórios').click()
  expect((await renewed).status()).toBe(200)
  await expect(reportIn(page).getByRole('table').first()).toContainText('US$')
  await expect(page.getByText(say('reports.view.failure.title'))).toHaveCount(0)
  await tab(page, 'Vendedores').click()
  await expect(card(page, 'Vendas')).toContainText(ofYear)
})

test('a slicer that is changed just before the reader leaves by a link is kept', async ({ portal }) => {
  const page = await portal.pageOf(people.otherSeller)
  await open(page)
  const year = (chosen: string) => reportIn(page).getByRole('button', { name: `Ano: ${chosen}`, exact: true })
  await expect(year('Todos')).toBeVisible()
  await year('Todos').click()
  const link = page.getByRole('link', { name: say('reports.view.back', { name: 'Revendas' }) })
  await expect(link).toBeVisible()
  // Both clicks happen within a few milliseconds.
  await reportIn(page)
    .getByRole('checkbox', { name: '2013', exact: true })
    .evaluate((box: HTMLElement) => box.click())
  await link.evaluate((element: HTMLElement) => element.click())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Revendas')
  await page.goBack()
  await expect(year('2013')).toBeVisible({ timeout: 30_000 })
})

// What a report looks like in the portal: from its opening, in the colours of the business unit, on a phone, in full screen.
import { expect, type Page } from '@playwright/test'
import { readTheme, updateTheme } from '#features/organisation/themes/contract.ts'
import { phrasesOf } from './phrase.ts'
import { people, type Portal, reportIn, test } from './portal.ts'

const say = phrasesOf('pt-BR')

const report = 'Desempenho de revendas'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

async function open(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: report }).first().click()
  await expect(reportIn(page).locator('.figure-value').first()).toContainText('$', { timeout: 30_000 })
}

const tools = (page: Page) => page.getByRole('toolbar')
const namesOfTools = (page: Page) =>
  tools(page)
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.ariaLabel))

test('a report that loads slowly shows its tools in their places and a skeleton, and then the report', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.manager)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/reportEmbed/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('main').getByRole('link', { name: report }).first().click()
  const skeleton = page.getByRole('status', { name: 'Abrindo o relatório' })
  await expect(skeleton).toBeVisible()
  await expect(tools(page)).toBeVisible()
  const refresh = tools(page).getByRole('button', { name: say('reports.view.tool.refresh') })
  await expect(refresh).toBeDisabled()
  const before = { names: await namesOfTools(page), place: await tools(page).boundingBox() }
  release()
  await expect(refresh).toBeEnabled({ timeout: 30_000 })
  await expect(skeleton).toHaveCount(0)
  await expect(tools(page).getByRole('button', { name: say('reports.view.tool.filters') })).toBeEnabled()
  expect({ names: await namesOfTools(page), place: await tools(page).boundingBox() }).toEqual(before)
})

/** Sets the accent of the business unit's theme; null inherits. */
async function setAccent(portal: Portal, colour: string | null): Promise<void> {
  const admin = await portal.as(people.admin)
  const { version } = await admin(readTheme, {})
  await admin(updateTheme, { version, color_button: colour })
}

test('a report has the accent of the theme in its charts, tabs and slicers, also after the theme changes @all', async ({
  portal,
}) => {
  const coloursOf = (page: Page) =>
    reportIn(page)
      .locator('#viewer')
      .evaluate(({ style }) => [style.getPropertyValue('--accent'), style.getPropertyValue('--data-1')])
  const page = await portal.pageOf(people.manager, { colorScheme: 'light' })
  await open(page)
  expect(await coloursOf(page)).toEqual(['#0f766e', '#0f766e'])
  try {
    await setAccent(portal, '#b4245d')
    await expect.poll(() => coloursOf(page)).toEqual(['#b4245d', '#b4245d'])
    await page.reload()
    await expect(reportIn(page).locator('.figure-value').first()).toContainText('$', { timeout: 30_000 })
    expect(await coloursOf(page)).toEqual(['#b4245d', '#b4245d'])
  } finally {
    await setAccent(portal, null)
  }
})

test('the search opens above a report in full screen @all', async ({ portal }) => {
  const page = await portal.pageOf(people.manager)
  await open(page)
  await page.getByRole('button', { name: say('reports.view.tool.fullscreen') }).click()
  await expect(page.getByRole('button', { name: say('reports.view.tool.leaveFullscreen') })).toBeVisible()
  const frame = page.locator('iframe')
  await expect.poll(async () => (await frame.boundingBox())?.width).toBe(page.viewportSize()?.width)
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const isOnTop = await dialog.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20)))
  })
  expect(isOnTop).toBe(true)
  await page.keyboard.type('Linda')
  await expect(dialog.getByRole('combobox').or(dialog.getByRole('textbox')).first()).toHaveValue('Linda')
})

test('a phone shows one bar above a report @all', async ({ portal }) => {
  const page = await portal.pageOf(people.manager, phone)
  await expect(page.getByRole('banner')).toHaveCount(1)
  await open(page)
  await expect(page.locator('header').filter({ visible: true })).toHaveCount(1)
  expect((await tools(page).boundingBox())?.y).toBeLessThan(44)
  const height = await page.locator('iframe').evaluate((frame) => innerHeight - frame.getBoundingClientRect().bottom)
  expect(height).toBe(0)
  await page.getByRole('link', { name: say('reports.view.back', { name: 'Revendas' }) }).click()
  await expect(page.getByRole('button', { name: say('frame.openNavigation') })).toBeVisible()
})

test('the language changes in a report on a phone', async ({ portal }) => {
  const page = await portal.pageOf(people.manager, phone)
  await open(page)
  const choose = async (language: string) => {
    await tools(page).locator('[aria-haspopup="menu"]').last().click()
    const stored = page.waitForResponse((answer) => answer.url().endsWith('auth/language') && answer.ok())
    await page.getByRole('menuitemradio', { name: language }).click()
    await stored
  }
  await choose('English')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await choose('Português (Brasil)')
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
})

test('a reader sees the sample in their language, and changing the language changes the open report', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.manager)
  await open(page)
  // The frame is replaced with the language: reading its texts at that moment fails, and an assertion waits.
  const tabs = reportIn(page).getByRole('tab')
  await expect(tabs).toHaveText(['Vendedores', 'Revendas', 'Territórios'])
  await expect(reportIn(page).locator('.figure-value').first()).toContainText('US$')
  // The language changes before the report has shown its new page, and the page stays.
  await reportIn(page).getByRole('tab', { name: 'Territórios' }).click()
  await page.getByRole('button', { name: /^Idioma/ }).click()
  await page.getByRole('menuitemradio', { name: /English/ }).click()
  await expect(tabs).toHaveText(['Salespeople', 'Resellers', 'Territories'])
  await expect(reportIn(page).getByRole('table').first()).toContainText('North America')
  await expect(reportIn(page).getByRole('table').first()).toContainText(/^(?!.*US\$).*\$[\d,]+/)

  await page.getByRole('button', { name: /^Language/ }).click()
  await page.getByRole('menuitemradio', { name: /Español/ }).click()
  await expect(tabs).toHaveText(['Vendedores', 'Distribuidores', 'Territorios'])
  await expect(reportIn(page).getByRole('table').first()).toContainText('América del Norte')
  await expect(reportIn(page).getByRole('table').first()).toContainText(/\d US\$/)

  await reportIn(page).getByRole('tab', { name: 'Vendedores' }).click()
  // The language is stored with the person, and later journeys read Portuguese.
  await page.getByRole('button', { name: /^Idioma/ }).click()
  const stored = page.waitForResponse((answer) => answer.url().endsWith('auth/language') && answer.ok())
  await page.getByRole('menuitemradio', { name: /Português \(Brasil\)/ }).click()
  await stored
  await expect(tabs).toHaveText(['Vendedores', 'Revendas', 'Territórios'])
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
})

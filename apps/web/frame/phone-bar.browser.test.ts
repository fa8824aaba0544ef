import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BrowserGround, bundlePage, startBrowser } from '#testing/browser-page.ts'
import type { PhonePage } from './phone-bar-test-page.tsx'

let ground: BrowserGround
let script: string
beforeAll(async () => {
  ;[ground, script] = await Promise.all([
    startBrowser(),
    bundlePage(join(import.meta.dirname, 'phone-bar-test-page.tsx')),
  ])
})
afterAll(() => ground.close())

const phone = { viewport: { width: 390, height: 720 }, hasTouch: true, isMobile: true }

async function open(options: BrowserContextOptions = phone): Promise<Page> {
  const page = await ground.openPage(await ground.browser.newContext(options))
  await page.addScriptTag({ content: script })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const barOf = (page: Page) => page.locator('nav[aria-label="Bottom bar"]')

it('is at the bottom of a phone with five buttons, each as large as a thumb needs', async () => {
  const page = await open()
  const bar = await barOf(page).boundingBox()
  expect([bar?.x, bar?.width, (bar?.y ?? 0) + (bar?.height ?? 0)]).toEqual([0, 390, 720])
  const buttons = barOf(page).locator('a, button')
  expect(await buttons.allTextContents()).toEqual(['Home', 'Reports', 'Favorites', 'Search', 'More'])
  for (const button of await buttons.all()) {
    const size = await button.boundingBox()
    expect(size?.height).toBeGreaterThanOrEqual(44)
    expect(size?.width).toBeGreaterThanOrEqual(44)
  }
})

it('leads to its destinations, marks the open one, opens the search and the menu', async () => {
  const page = await open()
  const current = () => barOf(page).locator('[aria-current=page]').allTextContents()
  await expect.poll(current).toEqual(['Home'])
  await barOf(page).getByRole('link', { name: 'Favorites' }).click()
  await expect.poll(current).toEqual(['Favorites'])
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('/all/reports')
  await barOf(page).getByRole('link', { name: 'Reports' }).click()
  await expect.poll(current).toEqual(['Reports'])
  await barOf(page).getByRole('button', { name: 'Search' }).click()
  expect(await page.evaluate(() => (globalThis as typeof globalThis & PhonePage).phone.searched)).toBe(1)
  const more = barOf(page).getByRole('button', { name: 'Open menu' })
  expect(await more.getAttribute('aria-expanded')).toBe('false')
  await more.click()
  await expect.poll(() => more.getAttribute('aria-expanded')).toBe('true')
})

it('marks the menu on a page that has no button of its own', async () => {
  const page = await open()
  const marked = () => barOf(page).locator('[data-active], [aria-current=page]').allTextContents()
  await expect.poll(marked).toEqual(['Home'])
  await page.evaluate(() => (globalThis as typeof globalThis & PhonePage).phone.go('/playlists'))
  await expect.poll(marked).toEqual(['More'])
})

it('covers nothing at the end of a page', async () => {
  const page = await open()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const [last, bar] = await Promise.all([page.locator('#last').boundingBox(), barOf(page).boundingBox()])
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
})

it('is hidden while a person types, and not while they choose', async () => {
  const page = await open()
  await page.getByRole('textbox', { name: 'Name' }).focus()
  await expect.poll(() => barOf(page).isVisible()).toBe(false)
  await page.getByRole('checkbox').focus()
  await expect.poll(() => barOf(page).isVisible()).toBe(true)
})

it('comes back without taking the first tap of a person who typed away from the button', async () => {
  const page = await open()
  await page.getByRole('textbox', { name: 'Day' }).fill('27/11/2026')
  await page.getByRole('button', { name: 'Save' }).tap()
  const saved = () => page.evaluate(() => (globalThis as typeof globalThis & PhonePage).phone.saved)
  await expect.poll(saved).toEqual(['27/11/2026'])
  await expect.poll(() => barOf(page).isVisible()).toBe(true)
})

it('is hidden while a report fills the window', async () => {
  const page = await open()
  const fill = () => page.evaluate(() => void dispatchEvent(new Event('fill')))
  await fill()
  await expect.poll(() => barOf(page).isVisible()).toBe(false)
  await fill()
  await expect.poll(() => barOf(page).isVisible()).toBe(true)
})

it.each([
  [480, true],
  [481, false],
])('in a window of %i pixels is shown: %s', async (width, isShown) => {
  const page = await open({ ...phone, viewport: { width, height: 720 } })
  expect(await barOf(page).isVisible()).toBe(isShown)
})

it.each(['light', 'dark'] as const)('passes the accessibility rules of WCAG 2.2 AA in %s', async (colorScheme) => {
  const page = await open({ ...phone, colorScheme })
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .include('nav')
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
})

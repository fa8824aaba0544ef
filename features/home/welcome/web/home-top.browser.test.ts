// The shelves of the home page do not move when the answers of its top arrive, in whichever order.
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'
import type { TopPage } from './home-top-test-page.tsx'

const { open } = pageWithScript(join(import.meta.dirname, 'home-top-test-page.tsx'))

const pin = {
  id: '00000001-0000-4000-8000-000000000001',
  report_id: '00000002-0000-4000-8000-000000000002',
  report: 'Sales',
  page: 'p1',
  visual: 'v1',
  title: 'Total sales',
  kind: 'card',
}
const calls = { welcome: 'auth/home/welcome', pins: 'auth/pins/all' } as const
type Name = keyof typeof calls

/** The page, whose calls wait for `answer`. */
async function held(): Promise<{ page: Page; answer: (name: Name, json: object | null) => Promise<void> }> {
  const waiting = new Map<Name, Route[]>()
  const page = await open(async (fresh) => {
    // The opening of a pinned report gets no answer: its card has its size without.
    await fresh.route('**/api/**', (route) => {
      const name = (Object.keys(calls) as Name[]).find((each) => route.request().url().includes(calls[each]))
      if (name !== undefined) waiting.set(name, [...(waiting.get(name) ?? []), route])
    })
  })
  return {
    page,
    answer: async (name, json) => {
      await expect.poll(() => waiting.get(name)?.length ?? 0, { timeout: 20_000 }).toBeGreaterThan(0)
      const routes = waiting.get(name) ?? []
      waiting.delete(name)
      // A request that the page has cancelled cannot be answered.
      for (const route of routes) await (json === null ? route.abort() : route.fulfill({ json })).catch(() => undefined)
    },
  }
}

const places = (page: Page) => page.evaluate(() => (globalThis as typeof globalThis & TopPage).homeTop.places)
const skeletons = (page: Page) => page.locator('[data-skeleton]').count()

const welcome = { new_reports: 0, hints: ['pins', 'first_steps'], done_steps: null }
const administrator = { ...welcome, done_steps: ['account'] }

it.each([
  ['a hint', welcome, []],
  ['the first steps and a hint', administrator, []],
  ['a pinned visual', welcome, [pin]],
  ['the first steps and a pinned visual', administrator, [pin]],
  ['nothing', { ...welcome, hints: [] }, []],
  ['nothing, as the welcome fails', null, []],
  ['a hint of the welcome only, as the pins fail', welcome, null],
])('with %s on top the shelf has one place from its appearance on, in both orders of the answers', async (...given) => {
  const [, firstAnswer, pins] = given
  const found: number[] = []
  for (const order of [
    ['welcome', 'pins'],
    ['pins', 'welcome'],
  ] as const) {
    const { page, answer } = await held()
    for (const name of order) {
      await expect.poll(() => skeletons(page), { timeout: 20_000 }).toBe(1)
      expect(await places(page)).toEqual([])
      await answer(name, name === 'pins' ? pins : firstAnswer)
    }
    await page.locator('#shelf').waitFor()
    expect(await skeletons(page)).toBe(0)
    found.push(...(await places(page)))
    await page.close()
  }
  expect(new Set(found).size).toBe(1)
  expect(found).toHaveLength(2)
})

it.each([
  ['card', 20, 40],
  ['columnChart', 100, 300],
])('a pinned %s shows a grey area in the place of its data while it loads', async (kind, min, max) => {
  const { page, answer } = await held()
  await answer('welcome', { ...welcome, hints: [] })
  await answer('pins', [{ ...pin, kind }])
  const waiting = page.locator('[data-pin] [aria-busy]')
  await waiting.waitFor()
  expect(await waiting.textContent()).toBe(pin.title)
  const height = await waiting.evaluate((element) => Number.parseFloat(getComputedStyle(element, '::after').height))
  expect(height).toBeGreaterThan(min)
  expect(height).toBeLessThan(max)
})

it('keeps the skeleton when a live event restarts the first requests', async () => {
  const { page, answer } = await held()
  await expect.poll(() => skeletons(page), { timeout: 20_000 }).toBe(1)
  await page.evaluate(() => (globalThis as typeof globalThis & TopPage).homeTop.askAgain())
  expect(await places(page)).toEqual([])
  await answer('pins', [pin])
  expect(await places(page)).toEqual([])
  await answer('welcome', administrator)
  await page.locator('#shelf').waitFor()
  expect(await places(page)).toHaveLength(1)
})

// What a reader sees of a page of another server that does not load.
import { join } from 'node:path'
import type { Route } from '@playwright/test'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'

const { open } = pageWithScript(join(import.meta.dirname, 'outside-frame-test-page.tsx'))

/** The page with a server that answers as told, and a clock that stands still. */
const opened = (answer: (route: Route) => unknown) =>
  open(async (page) => {
    await page.clock.install()
    await page.route('https://outside.example/**', (route) => void answer(route))
  })

it('a page that does not answer within eight seconds is named, with a safe link to it', async () => {
  const page = await opened(() => undefined)
  const late = page.getByText('Not open yet')
  await page.getByText('Nothing here?').waitFor()
  await page.clock.runFor(7_000)
  expect(await late.count()).toBe(0)
  await page.clock.runFor(2_000)
  await late.waitFor()
  const links = await page
    .getByRole('link', { name: 'Open in a new tab' })
    .evaluateAll((found) => found.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]))
  expect(links).toEqual([
    ['https://outside.example/map', 'noopener noreferrer'],
    ['https://outside.example/map', 'noopener noreferrer'],
  ])
})

it('a page that loads is shown, and the link stays below it, because a refusal of the frame loads as well', async () => {
  const page = await opened((route) => route.fulfill({ contentType: 'text/html', body: '<h1>Map</h1>' }))
  await page.frameLocator('iframe').getByRole('heading', { name: 'Map' }).waitFor()
  await page.clock.runFor(20_000)
  expect(await page.getByText('Not open yet').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Open in a new tab' }).count()).toBe(1)
})

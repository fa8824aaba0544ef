// The built service worker in Chromium: the offline page, and the notice of a push.
import helmet from '@fastify/helmet'
import { type BrowserContext, chromium, type Browser, type Page } from '@playwright/test'
import Fastify from 'fastify'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest'
import { buildIfStale } from '#apps/pages/build-pages.ts'
import { servePages } from '#apps/server/pages.ts'
import { bundlePage } from '#testing/browser-page.ts'
import type { OfflineCopyOfTests } from './testing/offline-copy-page.ts'
import { findChromium, testFlags } from '../../../tools/chromium.ts'

const app = Fastify()
let browser: Browser
let origin = ''
let copyScript = ''
let context: BrowserContext
let page: Page
let violations: string[] = []

beforeAll(async () => {
  await buildIfStale(() => {})
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
      },
    },
  })
  app.decorateReply('callNotFound', function () {
    return this.status(404).send()
  })
  const nobody = async () => []
  const hosts = { frameOrigins: nobody, externalHosts: nobody, appHosts: nobody }
  await servePages(app, { clock: { now: () => new Date() }, features: [], ...hosts })
  origin = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost')
  const executablePath = findChromium()
  browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: testFlags })
  copyScript = await bundlePage(join(import.meta.dirname, 'testing/offline-copy-page.ts'))
})
afterAll(async () => {
  await browser.close()
  await app.close()
})
beforeEach(async () => {
  context = await browser.newContext({ permissions: ['notifications'] })
  page = await context.newPage()
  violations = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text())
  })
  await page.goto(`${origin}/offline.html`)
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js')
    await navigator.serviceWorker.ready
  })
  // The worker takes over open pages, without a reload.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
})
afterEach(() => context.close())

test('without a connection, any page shows the names and covers of the copy; after the session it shows none', async () => {
  const cover = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
  await page.evaluate(copyScript)
  await page.evaluate((cover) => {
    const copy: OfflineCopyOfTests = window.offlineCopy
    return copy.write([
      { name: 'Vendas <b>do mês</b>', cover },
      { name: 'Estoque por loja', cover: null },
    ])
  }, cover)
  await context.setOffline(true)
  await page.goto(`${origin}/any/page?with=query`)
  await page.waitForSelector('li')
  expect(await page.title()).toBe('Você está sem conexão')
  expect(await page.locator('li').allInnerTexts()).toEqual(['Vendas <b>do mês</b>', 'EL\nEstoque por loja'])
  expect(await page.locator('li img').getAttribute('src')).toBe(cover)
  await page.evaluate(copyScript)
  await page.evaluate(() => window.offlineCopy.forget())
  await page.reload()
  await page.waitForSelector('.quiet')
  expect(await page.locator('li').count()).toBe(0)
  expect(violations).toEqual([])
})

test('U5: keeps the offline page and its files, and nothing of the portal', async () => {
  await page.goto(`${origin}/`)
  const kept = await page.evaluate(async () => {
    const found = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname)
    return found
  })
  expect(kept.map((path) => path.replace(/-[\w-]{8}\./, '.')).toSorted()).toEqual([
    '/assets/first-paint.js',
    '/assets/offline-page.css',
    '/assets/offline-page.js',
    '/offline.html',
  ])
})

test('a push shows the notice of its payload, and always a notice', async () => {
  const [worker] = context.serviceWorkers()
  const navigate = `${origin}/notifications/1/open`
  const payload = JSON.stringify({ web_push: 8030, notification: { title: 'Norte', body: 'Novidade', navigate } })
  // A browser without windows shows no notices, so the test takes them from the worker. The function runs there and not here.
  const shown = await worker?.evaluate(
    (payloads) =>
      Promise.all(
        payloads.map(
          (data) =>
            new Promise((resolve) => {
              const { registration, PushEvent } = globalThis as unknown as {
                registration: ServiceWorkerRegistration
                PushEvent: new (name: string, init: { data: string }) => Event
              }
              registration.showNotification = async (title, { body, data: target } = {}) =>
                resolve({ title, body, target: String(target) })
              dispatchEvent(new PushEvent('push', { data }))
            }),
        ),
      ),
    [payload, 'no payload of ours'],
  )
  expect(shown).toEqual([
    { title: 'Norte', body: 'Novidade', target: navigate },
    { title: new URL(origin).host, body: '', target: '/' },
  ])
})

// What a browser with an empty cache needs before a page is usable: requests, bytes on the wire with their headers, the time of the first
// contentful paint, the time until the page is usable, and how far its parts shift meanwhile. Measured in Chromium at 1.6 Mbit/s with
// 150 ms of latency, and without a limit.
// `npm run bench first-page=/another/checkout` also measures the portal of that checkout, in turns with ours: before and after in one run.
// Requests are counted until no new one has begun for a second. The stream of live events never ends, so its bytes are not counted.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, type Page, chromium } from '@playwright/test'
import { startPortal } from '#apps/server/testing/running-portal.ts'
import { chromiumFlags, findChromium } from '../tools/chromium.ts'
import { median } from './load.ts'
import { type Setup, password, seller } from './setup.ts'
import { table } from './table.ts'
import type { Caller } from './world.ts'

const rounds = 3
const viewport = { width: 1280, height: 800 }
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 95_000 }
const noLimit = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
const quietMs = 1_000

/** A person of the demo world who may read the usage of the business unit. */
const admin: Caller = { host: seller.host, email: 'ana.souza@adventure-works.com' }

/** `usable`: the page is usable when this element is visible and nothing in the page is marked as busy. */
type Target = { name: string; path: string; caller: Caller | null; usable: string }

const targets: readonly Target[] = [
  { name: 'sign-in', path: '/', caller: null, usable: 'input[name="password"]' },
  { name: 'home', path: '/', caller: seller, usable: 'main a[href$="/reports/view"]' },
  {
    name: '/analyze',
    path: '/analyze',
    caller: admin,
    usable: 'main section > div > svg, main section > div > div > svg',
  },
  { name: '/analyze/reports', path: '/analyze/reports', caller: admin, usable: 'main tbody tr' },
]

type Load = { requests: number; bytes: number; paintMs: number; usableMs: number; shift: number }
type Side = { name: string; port: number }

export async function measureFirstPage({ portal }: Setup, others: readonly string[]): Promise<string> {
  const executablePath = findChromium()
  if (!executablePath) return '\nNo Chromium here: the part of the first page is left out.\n'
  const started = await Promise.all(others.map(startOther))
  const browser = await chromium.launch({ executablePath, args: chromiumFlags })
  try {
    const sides = [...started.map(({ name, port }) => ({ name, port })), { name: '', port: portal.port }]
    for (const { port } of sides) await readReport(browser, originAt(port))
    const lines = []
    for (const target of targets) lines.push(...(await linesOf(browser, target, sides)))
    const head = ['page', 'requests', 'kB', 'paint ms', 'usable ms', 'shift', 'usable ms without limit']
    return table(`Cold cache, 1.6 Mbit/s, 150 ms; medians of ${rounds} rounds`, head, lines)
  } finally {
    await browser.close()
    for (const other of started) await other.stop()
  }
}

async function startOther(checkout: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-'))
  const other = await startPortal({ dataDir, checkout, env: { DEMO_PASSWORD: password } })
  return {
    name: checkout,
    port: other.port,
    stop: async () => {
      other.kill('SIGTERM')
      await other.ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function linesOf(browser: Browser, target: Target, sides: readonly Side[]): Promise<string[][]> {
  const stages = []
  for (const side of sides)
    stages.push({ side, stage: await openStage(browser, side, target), slow: [] as Load[], fast: [] as Load[] })
  for (let round = 0; round < rounds; round++)
    for (const { stage, slow, fast } of stages) {
      slow.push(await stage.load(slowNetwork))
      fast.push(await stage.load(noLimit))
    }
  return Promise.all(
    stages.map(async ({ side, stage, slow, fast }) => {
      await stage.close()
      const middle = (loads: Load[], key: keyof Load) => median(loads.map((load) => load[key]))
      return [
        side.name === '' ? target.name : `  ${side.name}`,
        String(middle(slow, 'requests')),
        (middle(slow, 'bytes') / 1_000).toFixed(0),
        middle(slow, 'paintMs').toFixed(0),
        middle(slow, 'usableMs').toFixed(0),
        Math.max(...[...slow, ...fast].map(({ shift }) => shift)).toFixed(3),
        middle(fast, 'usableMs').toFixed(0),
      ]
    }),
  )
}

/** Opens a report once, so that the usage has a view to count. */
async function readReport(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({ viewport })
  const page = await signIn(context, origin, seller)
  const logged = page.waitForResponse((answer) => answer.url().endsWith('/log/report/page/view'))
  await page.locator('main a[href$="/reports/view"]').first().click()
  await logged
  await context.close()
}

const originAt = (port: number) => `http://${seller.host}:${port}`

type Network = typeof slowNetwork

async function openStage(browser: Browser, { port }: Side, { path, caller, usable }: Target) {
  const context = await browser.newContext({ viewport })
  const origin = originAt(port)
  if (caller !== null) await (await signIn(context, origin, caller)).close()
  return {
    load: async (network: Network): Promise<Load> => {
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.clearBrowserCache')
      await devtools.send('Network.emulateNetworkConditions', network)
      const counted = countTraffic(devtools)
      await page.addInitScript(watchPage, usable)
      await page.goto(`${origin}${path}`)
      await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0, null, { timeout: 60_000 })
      await counted.quiet()
      const load = { requests: counted.requests(), bytes: counted.bytes(), ...(await timesOf(page)) }
      await page.close()
      return load
    },
    close: () => context.close(),
  }
}

async function signIn(context: BrowserContext, origin: string, { email }: Caller): Promise<Page> {
  const page = await context.newPage()
  await page.goto(origin)
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL((url) => !url.pathname.includes('signin'))
  return page
}

function countTraffic(devtools: CDPSession) {
  let [requests, bytes, last] = [0, 0, performance.now()]
  devtools.on('Network.requestWillBeSent', ({ request: { url } }) => {
    if (!url.startsWith('http')) return
    requests += 1
    last = performance.now()
  })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    last = performance.now()
  })
  return {
    requests: () => requests,
    bytes: () => bytes,
    quiet: async () => {
      while (performance.now() - last < quietMs) await new Promise((resolve) => setTimeout(resolve, 50))
    },
  }
}

/** Runs in the page: marks the moment at which the page is usable, and adds up the shifts of its parts. */
function watchPage(usable: string): void {
  let shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += Number(Reflect.get(entry, 'value'))
    Object.assign(window, { layoutShift: shift })
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    const isThere = document.querySelector(usable)?.checkVisibility({ visibilityProperty: true }) === true
    if (isThere && document.querySelector('[aria-busy="true"]') === null) performance.mark('usable')
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function timesOf(page: Page): Promise<Omit<Load, 'requests' | 'bytes'>> {
  return page.evaluate(() => ({
    paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    usableMs: performance.getEntriesByName('usable')[0]?.startTime ?? 0,
    shift: Number(Reflect.get(window, 'layoutShift') ?? 0),
  }))
}

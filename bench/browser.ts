// Measures two things in a real browser: the time from a click on a report to its rendered picture, compared with a page that shows
// only the report; and the size of the first page. Both pages are measured in turn with a warm cache. The first iteration
// warms up and is not counted.
import { gzipSync } from 'node:zlib'
import { type Browser, type Page, chromium } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { chromiumFlags, findChromium } from '../tools/chromium.ts'
import { answerOf } from './answer.ts'
import { demoReport } from './open.ts'
import { type Setup, password, seller } from './setup.ts'
import { median } from './load.ts'
import { table } from './table.ts'

const iterations = 12
// The browser gets the bare page without a server. Without this flag Chromium refuses to frame a local report there.
const flags = [...chromiumFlags, '--disable-features=LocalNetworkAccessChecks']
const viewport = { width: 1280, height: 800 }

export async function measureBrowser(setup: Setup): Promise<string> {
  const executablePath = findChromium()
  if (!executablePath) return '\nNo Chromium here: the browser part is left out.\n'
  const browser = await chromium.launch({ executablePath, args: flags })
  try {
    return [await clickToRendered(browser, setup), await firstPages(browser, setup)].join('')
  } finally {
    await browser.close()
  }
}

async function clickToRendered(browser: Browser, setup: Setup): Promise<string> {
  const reportId = await demoReport(setup)
  const portal = await openPortal(browser, setup, reportId)
  await portal.iteration()
  const bare = await openBare(browser, setup, reportId, await portal.frameSize())
  await bare.iteration()
  const times = { portal: [] as number[], bare: [] as number[] }
  for (let iteration = 0; iteration < iterations; iteration++) {
    times.portal.push(await portal.iteration())
    times.bare.push(await bare.iteration())
  }
  const [portalMs, bareMs] = [median(times.portal), median(times.bare)]
  return table(
    'A report in Chromium, click to rendered',
    ['page', 'p50 ms', 'times the bare page'],
    [
      ['portal', portalMs.toFixed(0), (portalMs / bareMs).toFixed(2)],
      ['  a bare page', bareMs.toFixed(0)],
    ],
  )
}

type Stage = { iteration(): Promise<number> }

async function openPortal(browser: Browser, { portal }: Setup, reportId: string) {
  const page = await openPage(browser)
  const home = `http://${seller.host}:${portal.port}/`
  await page.goto(home)
  await page.locator('input[name="email"]').fill(seller.email)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL((url) => !url.pathname.includes('signin'))
  const link = page.locator(`main a[href="/${reportId}/reports/view"]`).first()
  return {
    iteration: async () => {
      await page.goto(home)
      await link.waitFor()
      return clickToRenderedMs(page, () => link.click())
    },
    frameSize: async () => {
      const box = await page.locator('iframe').boundingBox()
      return { width: box?.width ?? 0, height: box?.height ?? 0 }
    },
  }
}

async function openBare(
  browser: Browser,
  setup: Setup,
  reportId: string,
  size: { width: number; height: number },
): Promise<Stage> {
  const opened = await answerOf(setup.call(seller, 'auth/report_view/open', { reportId }))
  const localOrigins = opened['trusted_origins']
  const configuration = {
    type: 'report',
    tokenType: 1,
    id: opened['service_report_id'],
    embedUrl: opened['embed_url'],
    accessToken: opened['token'],
  }
  const script = await bundle()
  const html = `<!doctype html><body><script>bare = ${JSON.stringify({ configuration, localOrigins, size })}</script><script src="/bare.js"></script>`
  const page = await openPage(browser)
  // A sibling host of the business units. The report service allows it to frame a report.
  const address = `http://bare.localhost:${setup.portal.port}/`
  await page.route(`${address}**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({ contentType: 'text/html', body: html }),
  )
  return {
    iteration: async () => {
      await page.goto(address)
      return clickToRenderedMs(page, () => page.locator('button').click())
    },
  }
}

async function openPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ viewport })).newPage()
  // The SDK dispatches each report event on its element.
  await page.addInitScript(() => {
    addEventListener('click', () => Object.assign(window, { clickedAt: performance.now() }), { capture: true })
    addEventListener('rendered', () => performance.mark('rendered'), { capture: true })
  })
  return page
}

async function clickToRenderedMs(page: Page, click: () => Promise<void>): Promise<number> {
  await click()
  const handle = await page.waitForFunction(() => {
    const [mark] = performance.getEntriesByName('rendered')
    return mark ? mark.startTime - Number(Reflect.get(window, 'clickedAt')) : null
  })
  return Number(await handle.jsonValue())
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL('bare-page.ts', import.meta.url)), formats: ['iife'], name: 'bare' },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const chunk = outputs.flatMap((each) => ('output' in each ? each.output : [])).find(({ type }) => type === 'chunk')
  if (chunk?.type !== 'chunk') throw new Error('the bare page has one script')
  return chunk.code
}

/** Maximum size of a first page, in kilobytes after gzip. */
const maxPageKb = 250

/** Scripts and styles that a browser with an empty cache loads to show the sign-in page and the home page, in gzip size. */
async function firstPages(browser: Browser, setup: Setup): Promise<string> {
  const signIn = await loadedFor(browser, setup, async (page) => {
    await page.locator('input[name="password"]').waitFor()
  })
  const home = await loadedFor(browser, setup, async (page) => {
    await page.locator('input[name="email"]').fill(seller.email)
    await page.locator('input[name="password"]').fill(password)
    await page.locator('button[type="submit"]').click()
    await page.locator('main a[href$="/reports/view"]').first().waitFor()
  })
  const head = ['page', 'files', 'kB', 'kB gzip', `of ${maxPageKb} kB`]
  return table('Scripts and styles of the first page', head, [
    ['sign-in', ...signIn],
    ['sign-in, then home', ...home],
  ])
}

async function loadedFor(browser: Browser, { portal }: Setup, arrive: (page: Page) => Promise<void>) {
  const page = await (await browser.newContext({ viewport })).newPage()
  const files: Promise<Buffer>[] = []
  page.on('response', (answer) => {
    if (['script', 'stylesheet'].includes(answer.request().resourceType())) files.push(answer.body())
  })
  await page.goto(`http://${seller.host}:${portal.port}/`)
  await arrive(page)
  const bodies = await Promise.all(files)
  await page.context().close()
  const sum = (sizes: number[]) => Math.round(sizes.reduce((a, b) => a + b, 0) / 1000)
  const [plain, packed] = [sum(bodies.map(({ length }) => length)), sum(bodies.map((body) => gzipSync(body).length))]
  return [`${bodies.length}`, `${plain}`, `${packed}`, (packed / maxPageKb).toFixed(2)]
}

// From the click on a report to the picture that stands, in a real browser, beside a page with nothing but the report; and how
// much script the first page needs. Both pages run in turn, each with a warm cache: the first turn is not counted.
import { gzipSync } from 'node:zlib'
import { type Browser, type Page, chromium } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { chromiumFlags, findChromium } from '../tools/chromium.ts'
import { answerOf } from './answer.ts'
import { demoReport } from './embed.ts'
import { type Ground, password, seller } from './ground.ts'
import { median } from './load.ts'
import { table } from './table.ts'

const turns = 12
// The bare page is handed to the browser without a server, and from nowhere it may not frame this machine's reports.
const flags = [...chromiumFlags, '--disable-features=LocalNetworkAccessChecks']
const viewport = { width: 1280, height: 800 }

export async function measureBrowser(ground: Ground): Promise<string> {
  const executablePath = findChromium()
  if (!executablePath) return '\nNo Chromium here: the browser part is left out.\n'
  const browser = await chromium.launch({ executablePath, args: flags })
  try {
    return [await clickToRendered(browser, ground), await firstScript(browser, ground)].join('')
  } finally {
    await browser.close()
  }
}

async function clickToRendered(browser: Browser, ground: Ground): Promise<string> {
  const reportId = await demoReport(ground)
  const portal = await openPortal(browser, ground, reportId)
  await portal.turn()
  const bare = await openBare(browser, ground, reportId, await portal.frameSize())
  await bare.turn()
  const times = { portal: [] as number[], bare: [] as number[] }
  for (let turn = 0; turn < turns; turn++) {
    times.portal.push(await portal.turn())
    times.bare.push(await bare.turn())
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

type Stage = { turn(): Promise<number> }

async function openPortal(browser: Browser, { portal }: Ground, reportId: string) {
  const page = await openPage(browser)
  const home = `http://${seller.host}:${portal.port}/`
  await page.goto(home)
  await page.locator('input[name="email"]').fill(seller.email)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL((url) => !url.pathname.includes('signin'))
  const link = page.locator(`main a[href="/${reportId}/reports/view"]`).first()
  return {
    turn: async () => {
      await page.goto(home)
      await link.waitFor()
      return clicked(page, () => link.click())
    },
    frameSize: async () => {
      const box = await page.locator('iframe').boundingBox()
      return { width: box?.width ?? 0, height: box?.height ?? 0 }
    },
  }
}

async function openBare(
  browser: Browser,
  ground: Ground,
  reportId: string,
  size: { width: number; height: number },
): Promise<Stage> {
  const opened = await answerOf(ground.call(seller, 'auth/report_view/open', { reportId }))
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
  // A host beside the business units', so that the report service lets it frame a report.
  const address = `http://bare.localhost:${ground.portal.port}/`
  await page.route(`${address}**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({ contentType: 'text/html', body: html }),
  )
  return {
    turn: async () => {
      await page.goto(address)
      return clicked(page, () => page.locator('button').click())
    },
  }
}

async function openPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ viewport })).newPage()
  // The SDK tells its element of each event.
  await page.addInitScript(() => {
    addEventListener('click', () => Object.assign(window, { clickedAt: performance.now() }), { capture: true })
    addEventListener('rendered', () => performance.mark('rendered'), { capture: true })
  })
  return page
}

async function clicked(page: Page, click: () => Promise<void>): Promise<number> {
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

/** Kilobytes of script, as gzip sends them, that the first page may have. */
const mostScript = 250

/** What a newcomer's browser loads to show the page for signing in, as gzip would send it. */
async function firstScript(browser: Browser, { portal }: Ground): Promise<string> {
  const page = await (await browser.newContext({ viewport })).newPage()
  const scripts: Promise<Buffer>[] = []
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(answer.body())
  })
  await page.goto(`http://${seller.host}:${portal.port}/`)
  await page.locator('input[name="password"]').waitFor()
  const bodies = await Promise.all(scripts)
  const sum = (sizes: number[]) => Math.round(sizes.reduce((a, b) => a + b, 0) / 1000)
  const [plain, packed] = [sum(bodies.map(({ length }) => length)), sum(bodies.map((body) => gzipSync(body).length))]
  const line = [`${bodies.length}`, `${plain}`, `${packed}`, (packed / mostScript).toFixed(2)]
  return table('Script of the first page', ['files', 'kB', 'kB gzip', `of ${mostScript} kB`], [line])
}

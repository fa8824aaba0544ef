// Set-up of the browser tests of powerbi/web: a server for the portal's page, a server for the page inside a report's frame, and
// a route that serves the same frame page for Microsoft's host.
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import type { Browser, Frame, Page } from '@playwright/test'
import { build } from 'vite'
import type { Host } from './host-page.tsx'
import { REPORT_PAGE } from './report-page.ts'

declare global {
  interface Window {
    host: Host
    /** Only in the report's page. */
    received: { method: string; url: string; body: unknown }[]
    say: (event: string, body: unknown) => void
  }
}

export const MICROSOFT_ORIGIN = 'https://app.powerbi.com'

export type EmbedStage = {
  browser: Browser
  /** Opens and loads the portal's page. */
  open(): Promise<Page>
  portalOrigin: string
  localOrigin: string
  close(): Promise<void>
}

const CHROMIUM_FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync']

export async function startEmbedStage(): Promise<EmbedStage> {
  const files = await bundleHostPage()
  const portal = await listen((request, response) => {
    const file = files.get(new URL(request.url ?? '/', 'http://x').pathname)
    response.setHeader('content-type', file === undefined ? 'text/html' : 'text/javascript')
    response.end(file ?? '<!doctype html><body><script type="module" src="/host.js"></script>')
  })
  const reports = await listen((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(REPORT_PAGE)
  })
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  return {
    browser,
    portalOrigin: originOf(portal),
    localOrigin: originOf(reports),
    async open() {
      const context = await browser.newContext()
      await context.route(`${MICROSOFT_ORIGIN}/**`, (route) =>
        route.fulfill({ contentType: 'text/html', body: REPORT_PAGE }),
      )
      const page = await context.newPage()
      await page.goto(originOf(portal))
      await page.waitForFunction(() => 'host' in window)
      return page
    },
    async close() {
      await browser.close()
      for (const server of [portal, reports]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}

/** Waits for the report's frame. */
export async function reportFrame(page: Page, origin: string): Promise<Frame> {
  await page.waitForFunction((from) => document.querySelector('iframe')?.src.startsWith(from), origin)
  const element = await page.waitForSelector('iframe')
  const frame = await element.contentFrame()
  if (frame === null) throw new Error('the frame has no document')
  return frame
}

async function bundleHostPage(): Promise<Map<string, string>> {
  const entry = fileURLToPath(new URL('./host-page.tsx', import.meta.url))
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: { host: entry }, output: { entryFileNames: '[name].js' } },
    },
  })
  const bundles = Array.isArray(result) ? result : [result]
  const chunks = bundles.flatMap((bundle) => ('output' in bundle ? bundle.output : []))
  return new Map(
    chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [[`/${chunk.fileName}`, chunk.code] as const] : [])),
  )
}

async function listen(handle: RequestListener): Promise<Server> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function originOf(server: Server): string {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  return `http://127.0.0.1:${bound.port}`
}

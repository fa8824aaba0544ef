// Runs our modules in a real Chromium, for code that only a browser can run (WebCrypto, IndexedDB, tabs).
// It is not a journey: no server of the product runs.
// Next: journeys/ (whole pages), tools/chromium.ts (finds the browser).
import { type Browser, type BrowserContext, chromium, type JSHandle, type Page } from '@playwright/test'
import { build, createServer, type Rolldown, type ViteDevServer } from 'vite'
import { afterAll, beforeAll } from 'vitest'
import { checkout } from '#platform/server/machine/checkout.ts'
import { findChromium, testFlags } from '../tools/chromium.ts'

export type BrowserGround = {
  browser: Browser
  origin: string
  /** An empty page of the origin. Pages of one context share storage, like tabs. */
  openPage: (context?: BrowserContext) => Promise<Page>
  /** Loads one of our modules in the page. Example: `load<typeof import('./vault.ts')>(page, 'platform/web/session/vault.ts')`. */
  load: <Module extends object>(page: Page, path: string) => Promise<JSHandle<Module>>
  close: () => Promise<void>
}

export async function startBrowser(): Promise<BrowserGround> {
  const server = await serveModules()
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: testFlags })
  const origin = `http://localhost:${portOf(server)}`
  return {
    browser,
    origin,
    openPage: async (context) => {
      const page = await (context ?? (await browser.newContext())).newPage()
      await page.goto(`${origin}/blank`)
      return page
    },
    // The import is a text, because the test runner would rewrite an import in code.
    load: async (page, path) => (await page.evaluateHandle(`import(${JSON.stringify(`/${path}`)})`)) as never,
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}

/** A page of tests (TSX) as one classic script, for `addScriptTag`. `path` is absolute. */
export async function bundlePage(path: string): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, rolldownOptions: { input: path, output: { format: 'iife' } } },
  })) as Rolldown.RolldownOutput
  return output[0].code
}

/**
 * For the tests of one file: a browser whose new pages have the script of a page of tests. `path` is absolute. `prepare` runs before the
 * script.
 */
export function pageWithScript(path: string): { open: (prepare?: (page: Page) => Promise<unknown>) => Promise<Page> } {
  let ground: BrowserGround
  let script: string
  beforeAll(async () => {
    ;[ground, script] = await Promise.all([startBrowser(), bundlePage(path)])
  })
  afterAll(() => ground.close())
  return {
    open: async (prepare) => {
      const page = await ground.openPage()
      await prepare?.(page)
      await page.addScriptTag({ content: script })
      return page
    },
  }
}

/** Starts a server without the configuration of the product's pages: it serves modules and bundles nothing. */
async function serveModules(): Promise<ViteDevServer> {
  const server = await createServer({
    root: checkout,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, ws: false, watch: null, allowedHosts: ['localhost'] },
    optimizeDeps: { noDiscovery: true, include: [] },
    plugins: [
      {
        name: 'blank-page',
        configureServer: ({ middlewares }) => {
          middlewares.use('/blank', (_request, response) => {
            response.setHeader('content-type', 'text/html')
            response.end('<!doctype html><title>blank</title>')
          })
        },
      },
    ],
  })
  return server.listen()
}

function portOf(server: ViteDevServer): number {
  const address = server.httpServer?.address()
  if (typeof address !== 'object' || address === null) throw new Error('The module server has no port.')
  return address.port
}

// Browser tests of the viewer page. Microsoft's SDK drives it; routes replace https://app.powerbi.com.
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContext, type FrameLocator, type Page } from '@playwright/test'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_REPORT, salesOf } from './testing/sample-report.ts'
import { startSampleService, type SampleService } from './testing/sample-service.ts'

// Generous time-out for a busy machine. No test depends on speed.
const PATIENT = { timeout: 20_000 }

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const sdk = join(createRequire(import.meta.url).resolve('powerbi-client'), '../powerbi.js')

let dist: string
let service: SampleService
let browser: Browser
let context: BrowserContext
let host: Page
let frame: FrameLocator
let allowed: (origin: string) => string = (origin) => `https://elsewhere.example ${origin}`

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'viewer-'))
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    build: { outDir: dist, emptyOutDir: true, write: true },
  })
  browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: FLAGS })
}, 120_000)

afterAll(async () => {
  await browser.close()
  await rm(dist, { recursive: true, force: true })
})

beforeEach(async () => {
  service = await startSampleService({ dist, sdk, allowed: (origin) => allowed(origin) })
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  await context.route('https://app.powerbi.com/**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    // A request that the page has aborted cannot be fulfilled.
    const answered = route
      .fetch({ url: service.origin + pathname + search })
      .then((response) => route.fulfill({ response }))
    await answered.catch(() => route.abort().catch(() => undefined))
  })
  host = await context.newPage()
  await host.goto(`${service.origin}/host`)
  frame = host.frameLocator('iframe')
})

afterEach(async () => {
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
  await service.close()
})

type Events = [name: string, detail: unknown][]
// The SDK objects on the host's window, reduced to the parts used by the tests.
type Report = Record<string, (...args: unknown[]) => Promise<never>> & {
  on: (name: string, listen: (event: { detail: unknown }) => void) => void
}
type Host = typeof globalThis & {
  report: Report
  events: Events
  powerbi: { embed: (place: Element | null, config: unknown) => Report }
}

async function embed(config: Record<string, unknown> = {}, until = 'rendered'): Promise<void> {
  const full = {
    type: 'report',
    id: SAMPLE_REPORT.id,
    uniqueId: 'embed-1',
    accessToken: 'good',
    tokenType: 1,
    embedUrl: `https://app.powerbi.com/reportEmbed?reportId=${SAMPLE_REPORT.id}`,
    ...config,
  }
  await host.evaluate((given) => {
    const here = globalThis as Host
    here.events = []
    here.report = here.powerbi.embed(document.getElementById('place'), given)
    for (const name of [
      'loaded',
      'rendered',
      'renderingStarted',
      'error',
      'pageChanged',
      'filtersApplied',
      'dataSelected',
      'bookmarkApplied',
      'visualRendered',
    ]) {
      here.report.on(name, (event) => here.events.push([name, event.detail]))
    }
  }, full)
  if (until !== '') await seen(until)
}

const events = () => host.evaluate(() => (globalThis as Host).events.map(([name]) => name))
const forget = () => host.evaluate(() => void ((globalThis as Host).events = []))

async function seen(name: string): Promise<unknown> {
  const found = await host.waitForFunction(
    (wanted) => (globalThis as Host).events.find(([one]) => one === wanted),
    name,
  )
  return found.evaluate((event) => event?.[1])
}

/** Calls a method of the SDK's report. A rejection is returned as `{ rejected }`. */
async function call(method: string, ...args: unknown[]): Promise<unknown> {
  return host.evaluate(
    async ([name, given]) => {
      const report = (globalThis as Host).report
      const result: unknown = await report[name]?.(...given).catch((error: unknown) => ({ rejected: error }))
      // Pages and visuals refer to the report, which cannot be serialised.
      return JSON.parse(
        JSON.stringify(result ?? null, (key: string, value: unknown) =>
          key === 'report' || key === 'page' ? undefined : value,
        ),
      ) as unknown
    },
    [method, args] as const,
  )
}

/** Sends a request without the SDK, for requests that the SDK has no method for. */
async function send(method: string, url: string, body: unknown = null): Promise<{ statusCode: number; body: unknown }> {
  return host.evaluate(
    ([verb, path, given]) =>
      new Promise((resolve) => {
        const id = crypto.randomUUID()
        addEventListener(
          'message',
          (event: MessageEvent<{ headers?: { id?: string }; statusCode: number; body: unknown }>) => {
            if (event.data.headers?.id === id) resolve({ statusCode: event.data.statusCode, body: event.data.body })
          },
        )
        const target = document.querySelector('iframe')?.contentWindow
        target?.postMessage({ method: verb, url: path, headers: { id, uid: 'embed-1' }, body: given }, '*')
      }),
    [method, url, body] as const,
  )
}

const money = (value: number) => `R$ ${value.toLocaleString('pt-BR', { minimumFractionDigits: 2 })}`
/** The full figure on the sales card. The text may also contain the short figure. */
async function total(): Promise<string | undefined> {
  const text = await frame.locator('[data-visual=total] .figure-value').textContent()
  return text?.replace(/^.*?R\$ .*mi/, '')
}
const productFilter = (value: string) => ({
  $schema: 'http://powerbi.com/product/schema#basic',
  filterType: 1,
  target: { table: 'Sales', column: 'Product' },
  operator: 'In',
  values: [value],
})

describe('start-up', () => {
  it('sends loaded, renderingStarted and rendered in this order, and draws every visual', async () => {
    await embed()
    expect((await events()).slice(0, 3)).toEqual(['loaded', 'renderingStarted', 'rendered'])
    await expect.poll(total, PATIENT).toBe(money(salesOf(() => true)))
    expect(await frame.locator('.visual').count()).toBe(SAMPLE_REPORT.pages[0]?.visuals.length)
    expect(await frame.locator('.skeleton, .is-failed').count()).toBe(0)
    expect(service.peak()).toBeLessThanOrEqual(6)
  })

  it('does not answer a host that is not on the list', async () => {
    allowed = () => 'https://elsewhere.example http://*.localhost:1'
    await embed({}, '')
    await frame.locator('#viewer').waitFor({ state: 'attached' })
    const answered = await Promise.race([
      send('GET', '/report/pages').then(() => true),
      host.waitForTimeout(700).then(() => false),
    ])
    allowed = (origin) => `https://elsewhere.example ${origin}`
    expect(answered).toBe(false)
    expect(await events()).toEqual([])
    expect(service.questions).toEqual([])
  })

  it('sends an error event and shows a message if the report does not exist, and still answers the load', async () => {
    await embed({ id: '99999999-9999-4999-8999-999999999999' }, 'error')
    expect(await seen('error')).toMatchObject({ message: 'PowerBIEntityNotFound', errorCode: '404' })
    await expect.poll(() => frame.getByRole('alert').textContent(), PATIENT).toContain('não existe mais')
  })

  it('says that a damaged data set is being rebuilt, to the person and to the host', async () => {
    service.rebuilding.add('Bearer good')
    await embed({}, 'error')
    expect(await seen('error')).toMatchObject({ message: 'DatasetBeingRebuilt', errorCode: '503' })
    await expect.poll(() => frame.getByRole('alert').textContent(), PATIENT).toContain('estão sendo recuperados')
  })

  it('opens another report in the same frame with the uid of the new load', async () => {
    await embed()
    // The SDK drops a second load within 100 ms of the first.
    await host.waitForTimeout(120)
    await embed({ pageName: 'ReportSection 2', uniqueId: 'embed-2' })
    expect(await frame.locator('[data-visual=matrix] table').count()).toBe(1)
    expect(await frame.locator('[data-visual=total]').count()).toBe(0)
  })

  it('shows a single embedded visual over the whole frame', async () => {
    await embed({ type: 'visual', pageName: 'overview', visualName: 'total' })
    await expect.poll(total, PATIENT).toBe(money(salesOf(() => true)))
    expect(await frame.locator('.visual').count()).toBe(1)
    expect(await frame.getByRole('tab').count()).toBe(0)
    const place = await frame.locator('.visual').evaluate((visual) => {
      const { x, y, width, height } = visual.getBoundingClientRect()
      return [x, y, width - innerWidth, height - innerHeight]
    })
    expect(place).toEqual([0, 0, 0, 0])
  })

  it('queries only the rows of a single embedded visual, under the filters of the load', async () => {
    const target = { table: 'Sales', column: 'Region' }
    const filters = [{ filterType: 1, operator: 'In', values: ['Sul'], target }]
    await embed({ type: 'visual', pageName: 'overview', visualName: 'total', filters })
    await expect.poll(total, PATIENT).toBe(money(salesOf(({ Region }) => Region === 'Sul')))
    expect(service.questions.map(({ visual }) => visual)).toEqual(['total'])
  })

  it.each([
    ['visual', { pageName: 'overview', visualName: 'gone' }],
    ['page', { pageName: 'gone', visualName: 'total' }],
  ])('says that a single embedded visual is gone with its %s', async (_, place) => {
    await embed({ type: 'visual', ...place }, 'error')
    expect(await seen('error')).toMatchObject({ message: 'PowerBIEntityNotFound', errorCode: '404' })
    expect(service.questions).toEqual([])
  })

  it('supports load and render as two steps', async () => {
    await host.evaluate(
      (given) => {
        const here = globalThis as Host & { powerbi: { load: Host['powerbi']['embed'] } }
        here.events = []
        here.report = here.powerbi.load(document.getElementById('place'), given)
        for (const name of ['loaded', 'rendered'])
          here.report.on(name, (event) => here.events.push([name, event.detail]))
      },
      {
        type: 'report',
        id: SAMPLE_REPORT.id,
        uniqueId: 'embed-1',
        accessToken: 'good',
        tokenType: 1,
        embedUrl: 'https://app.powerbi.com/reportEmbed',
      },
    )
    await seen('loaded')
    expect(service.questions).toEqual([])
    await call('render')
    await seen('rendered')
    await expect.poll(total, PATIENT).toBe(money(salesOf(() => true)))
  })
})

describe('pages', () => {
  it('are listed with exactly one active page, and setPage opens a page', async () => {
    await embed()
    expect(await call('getPages')).toMatchObject([
      { name: 'overview', displayName: 'Resumo', isActive: true, visibility: 0 },
      { name: 'ReportSection 2', isActive: false },
      { name: 'hidden', isActive: false, visibility: 1 },
    ])
    await forget()
    await call('setPage', 'ReportSection 2')
    expect(await seen('pageChanged')).toMatchObject({
      newPage: { name: 'ReportSection 2' },
      oldPage: { name: 'overview' },
    })
    expect(await call('getActivePage')).toMatchObject({ name: 'ReportSection 2', isActive: true })
    await seen('rendered')
  })

  it('setPage rejects an unknown page', async () => {
    await embed()
    expect(await call('setPage', 'nowhere')).toMatchObject({ rejected: { message: 'PowerBIEntityNotFound' } })
  })

  it('open by their tab, and a failing visual does not affect the others', async () => {
    await embed()
    await forget()
    await frame.getByRole('tab', { name: 'Detalhes por ano' }).click()
    await seen('rendered')
    expect(await frame.locator('[data-visual=broken]').textContent()).toContain('Tentar de novo')
    expect(await frame.locator('[data-visual=alien]').textContent()).toContain('Árvore')
    expect(await frame.locator('[data-visual=alien]').textContent()).toContain('decompositionTreeVisual')
    expect(await frame.getByRole('tab', { name: 'Oculta' }).count()).toBe(0)
  })

  it('name the fields that are not understood, and query nothing for them', async () => {
    await embed({ pageName: 'hidden', settings: { localeSettings: { language: 'en-US' } } })
    const text = (visual: string) => frame.locator(`[data-visual=${visual}] .visual-body`).textContent()
    expect(await text('lostAxis')).toBe('This visual is not shown, because we do not yet understand Data – Ano.')
    expect(await text('lostSlicer')).toBe('This visual is not shown, because we do not yet understand Data – Mês.')
    expect(await frame.locator('[data-visual=lostAxis] canvas').count()).toBe(0)
    expect(service.questions.map(({ visual }) => visual)).not.toContain('lostAxis')
    expect(await send('POST', '/report/pages/hidden/visuals/lostAxis/exportData', {})).toMatchObject({
      statusCode: 400,
      body: { detailedMessage: 'This visual has fields that are not supported: Data – Ano.' },
    })
  })

  it('show a matrix with the subtotals of the service', async () => {
    await embed({ pageName: 'ReportSection 2' })
    const row = frame.locator('[data-visual=matrix] tbody tr').first()
    expect(await row.locator('th').textContent()).toContain('Norte')
    expect(await row.locator('td').allTextContents()).toEqual([
      money(salesOf(({ Region, Year }) => Region === 'Norte' && Year === 2012)),
      money(salesOf(({ Region, Year }) => Region === 'Norte' && Year === 2013)),
      money(salesOf(({ Region }) => Region === 'Norte')),
    ])
    const foot = await frame.locator('[data-visual=matrix] tfoot td').allTextContents()
    expect(foot.at(-1)).toBe(money(salesOf(() => true)))
  })
})

describe('filters', () => {
  it('updates, reads and removes report filters', async () => {
    await embed()
    await forget()
    await call('updateFilters', 1, [productFilter('Bike')])
    await seen('filtersApplied')
    await expect.poll(total, PATIENT).toBe(money(salesOf(({ Product }) => Product === 'Bike')))
    expect(await call('getFilters')).toMatchObject([
      { target: { table: 'Sales', column: 'Product' }, values: ['Bike'] },
    ])
    await call('removeFilters')
    await expect.poll(total, PATIENT).toBe(money(salesOf(() => true)))
  })

  it('accepts a filter with schemaUrl instead of $schema, and replaces by column', async () => {
    await embed()
    const { $schema, ...bare } = productFilter('Luva')
    await call('updateFilters', 3, [{ ...bare, schemaUrl: $schema }])
    await expect.poll(total, PATIENT).toBe(money(salesOf(({ Product }) => Product === 'Luva')))
    expect(await call('getFilters')).toHaveLength(1)
  })

  it('refuses a filter that it cannot apply', async () => {
    await embed()
    expect(await call('updateFilters', 1, [{ ...productFilter('x'), filterType: 9 }])).toMatchObject({
      rejected: { message: 'Invalid parameters' },
    })
  })

  it('refuses a filter on a field that the report does not show, and ignores such a filter in the load message', async () => {
    const hidden = { ...productFilter('x'), target: { table: 'Sales', column: 'Hidden' } }
    await embed({ filters: [hidden] })
    await expect.poll(total, PATIENT).toBe(money(salesOf(() => true)))
    expect(await call('updateFilters', 1, [hidden])).toMatchObject({ rejected: { message: 'Invalid parameters' } })
  })

  it('applies filters of the load message', async () => {
    await embed({ filters: [productFilter('Bike')] })
    await expect.poll(total, PATIENT).toBe(money(salesOf(({ Product }) => Product === 'Bike')))
  })

  it('changes visual filters and a slicer by path', async () => {
    await embed()
    await send('PUT', '/report/pages/overview/visuals/total/filters', [productFilter('Bike')])
    await expect.poll(total, PATIENT).toBe(money(salesOf(({ Product }) => Product === 'Bike')))
    const region = { ...productFilter('Sul'), target: { table: 'Sales', column: 'Region' } }
    await send('PUT', '/report/pages/overview/visuals/regions/slicer', { filters: [region] })
    await expect
      .poll(total, PATIENT)
      .toBe(money(salesOf(({ Product, Region }) => Product === 'Bike' && Region === 'Sul')))
    expect(await send('GET', '/report/pages/overview/visuals/regions/slicer')).toMatchObject({
      statusCode: 200,
      body: { filters: [region], targets: [{ table: 'Sales', column: 'Region' }] },
    })
    await expect.poll(() => frame.locator('[data-visual=regions]').getByLabel('Sul').isChecked(), PATIENT).toBe(true)
  })

  it('tells a changed slicer to a host that asks in the next moment, before the rows have come, and the event comes first', async () => {
    await embed()
    service.hold(true)
    await forget()
    await frame
      .locator('[data-visual=regions] input[type=checkbox]')
      .nth(1)
      .evaluate((box: HTMLElement) => box.click())
    // A reader who leaves by a link: the frame is removed as soon as the host has its answers.
    const told = await host.evaluate(async () => {
      type Slicer = { name: string; getSlicerState: () => Promise<{ filters: { values: unknown[] }[] }> }
      type Shown = { getVisuals: () => Promise<Slicer[]> }
      const here = globalThis as unknown as { events: Events; report: { getActivePage: () => Promise<Shown> } }
      const page = await here.report.getActivePage()
      const events = here.events.map(([name]) => name)
      const slicers = await page.getVisuals()
      const state = await slicers.find(({ name }) => name === 'regions')?.getSlicerState()
      document.getElementById('place')?.replaceChildren()
      return { events, values: state?.filters.map(({ values }) => values) }
    })
    expect(told).toEqual({ events: ['filtersApplied'], values: [['Norte']] })
    service.hold(false)
  })

  it('checks "select all" only if all values are checked', async () => {
    await embed()
    const list = frame.locator('[data-visual=regions]')
    const checked = () =>
      list
        .locator('input')
        .evaluateAll((all) => (all as HTMLInputElement[]).map((one) => [one.checked, one.indeterminate]))
    const [on, off, half] = [
      [true, false],
      [false, false],
      [false, true],
    ]
    expect(await checked()).toEqual([off, off, off, off])
    await list.getByLabel('Sul').check()
    expect(await checked()).toEqual([half, off, on, off])
    await list.getByLabel('Selecionar tudo').check()
    expect(await checked()).toEqual([on, on, on, on])
    await expect.poll(total, PATIENT).toBe(money(salesOf(() => true)))
    await list.getByLabel('Selecionar tudo').uncheck()
    expect(await checked()).toEqual([off, off, off, off])
  })

  it('filters by a period: a named one, a number of units, and the days between two dates', async () => {
    await embed({ pageName: 'hidden' })
    const slicer = frame.locator('[data-visual=period]')
    const button = slicer.locator('.dropdown')
    const stateOf = () =>
      host.evaluate(async () => {
        type Slicer = { name: string; getSlicerState: () => Promise<{ filters: unknown[] }> }
        const here = globalThis as unknown as { report: { getPageByName: (name: string) => Promise<Shown> } }
        type Shown = { getVisuals: () => Promise<Slicer[]> }
        const page = await here.report.getPageByName('hidden')
        const visuals = await page.getVisuals()
        const state = await visuals.find(({ name }) => name === 'period')?.getSlicerState()
        return state?.filters.map((filter) => ({ ...(filter as object), target: undefined, $schema: undefined }))
      })
    await expect.poll(() => button.textContent(), PATIENT).toBe('Todas as datas')
    // By keyboard: the focus is on the present choice, and an arrow key takes the next one.
    await button.press('Enter')
    await expect
      .poll(
        () => slicer.getByRole('radio', { name: 'Todas as datas' }).evaluate((one) => one.matches(':focus')),
        PATIENT,
      )
      .toBe(true)
    await host.keyboard.press('ArrowDown')
    await expect
      .poll(stateOf, PATIENT)
      .toEqual([{ filterType: 4, operator: 0, timeUnitsCount: 1, timeUnitType: 4, includeToday: true }])
    await expect.poll(() => button.textContent(), PATIENT).toBe('Último mês')
    await expect
      .poll(() => slicer.locator('.period-days').textContent(), PATIENT)
      .toContain('De 01/11/2013 a 30/11/2013.')
    await slicer.getByLabel('Quantos').fill('2')
    await slicer.getByLabel('Unidade').selectOption({ label: 'anos' })
    await expect
      .poll(stateOf, PATIENT)
      .toEqual([{ filterType: 4, operator: 0, timeUnitsCount: 2, timeUnitType: 5, includeToday: true }])
    await expect.poll(() => button.textContent(), PATIENT).toBe('Últimos 2 anos')
    await slicer.getByLabel('De', { exact: true }).fill('2013-02-01')
    await expect.poll(stateOf, PATIENT).toEqual([
      {
        filterType: 0,
        logicalOperator: 'And',
        conditions: [{ operator: 'GreaterThanOrEqual', value: '2013-02-01T00:00:00' }],
      },
    ])
    await expect.poll(() => button.textContent(), PATIENT).toBe('A partir de 01/02/2013')
    await slicer.getByRole('radio', { name: 'Todas as datas' }).check()
    await expect.poll(stateOf, PATIENT).toEqual([])
  })

  it('opens the choices of a slicer as a sheet on a phone, with a title and a button that closes it', async () => {
    await host.setViewportSize({ width: 390, height: 844 })
    await embed({ pageName: 'hidden' })
    const slicer = frame.locator('[data-visual=period]')
    const panel = slicer.locator('.slicer-panel')
    await slicer.locator('.dropdown').click()
    await expect.poll(() => panel.isVisible(), PATIENT).toBe(true)
    const { left, right, bottom } = await panel.evaluate((element) => element.getBoundingClientRect())
    expect([left, right, bottom]).toEqual(await panel.evaluate(() => [0, innerWidth, innerHeight]))
    await panel.getByRole('button', { name: 'Fechar' }).click()
    await expect.poll(() => panel.isVisible(), PATIENT).toBe(false)
  })

  it('draws charts for the pixels of the device, and again after a change', async () => {
    await embed()
    const ratio = () =>
      frame.locator('[data-visual=byRegion] canvas').evaluate((canvas: HTMLCanvasElement) => {
        return Math.round((canvas.width / canvas.clientWidth) * 10) / 10
      })
    await expect.poll(ratio, PATIENT).toBe(1)
    const session = await context.newCDPSession(host)
    const screen = { width: 1200, height: 700, mobile: false }
    await session.send('Emulation.setDeviceMetricsOverride', { ...screen, deviceScaleFactor: 2 })
    await expect.poll(ratio, PATIENT).toBe(2)
  })

  it('shows a period that the host sets as a relative date filter of the SDK', async () => {
    await embed({
      pageName: 'hidden',
      slicers: [
        {
          selector: { $schema: 'http://powerbi.com/product/schema#visualSelector', visualName: 'period' },
          state: {
            filters: [
              {
                $schema: 'http://powerbi.com/product/schema#relativeDate',
                filterType: 4,
                target: { table: 'Sales', column: 'Year' },
                operator: 1,
                timeUnitsCount: 1,
                timeUnitType: 6,
                includeToday: true,
              },
            ],
          },
        },
      ],
    })
    await expect.poll(() => frame.locator('[data-visual=period] .dropdown').textContent(), PATIENT).toBe('Este ano')
    await expect.poll(() => frame.locator('[data-visual=tiny]').textContent(), PATIENT).toContain('2.730.000')
    expect(service.questions.some(({ filters }) => filters.some(({ filterType }) => filterType === 4))).toBe(true)
  })

  it('applies a value selected in the filter pane', async () => {
    await embed({ settings: { panes: { filters: { expanded: true, visible: true } } } })
    await frame.locator('.filter-card summary').click()
    await frame.locator('.filter-card').getByLabel('Luva').check()
    await expect.poll(total, PATIENT).toBe(money(salesOf(({ Product }) => Product === 'Luva')))
  })

  it('shows long names in the filter pane whole', async () => {
    await embed({ settings: { panes: { filters: { expanded: true, visible: true } } } })
    await frame.locator('.filter-card summary').click()
    const names = frame.locator('.filter-card :is(.filter-name, .filter-summary, .value-item span)')
    await names.nth(3).waitFor()
    const cut = await names.evaluateAll((elements) => {
      const long = 'Bicicletas de estrada, bicicletas de montanha e acessórios'
      for (const element of elements) element.textContent = long
      const edge = document.querySelector('.filter-pane')?.getBoundingClientRect().right ?? 0
      const isCut = (element: Element) =>
        element.scrollWidth > element.clientWidth + 1 || element.getBoundingClientRect().right > edge
      return elements.filter(isCut).map(({ className }) => className)
    })
    expect(cut).toEqual([])
  })

  it('in a narrow frame is a sheet that changes the page when it is applied, and that Escape closes unapplied', async () => {
    await host.setViewportSize({ width: 390, height: 844 })
    await embed({ settings: { panes: { filters: { expanded: true, visible: true } } } })
    const sheet = frame.locator('.filter-pane')
    const choose = async () => {
      await sheet.locator('.filter-card summary').click()
      await sheet.getByLabel('Luva').check()
    }
    await choose()
    await host.keyboard.press('Escape')
    expect(await sheet.getAttribute('class')).not.toContain('is-open')
    expect(await total()).toBe(money(salesOf(() => true)))
    await sheet.getByRole('button', { name: 'Mostrar filtros' }).click()
    if (!(await sheet.getByLabel('Luva').isVisible())) await sheet.locator('.filter-card summary').click()
    await sheet.getByLabel('Luva').check()
    await sheet.getByRole('button', { name: 'Aplicar' }).click()
    await expect.poll(total, PATIENT).toBe(money(salesOf(({ Product }) => Product === 'Luva')))
    await sheet.getByRole('button', { name: 'Mostrar filtros' }).click()
    await sheet.getByRole('button', { name: 'Limpar tudo' }).click()
    await sheet.getByRole('button', { name: 'Aplicar' }).click()
    await expect.poll(total, PATIENT).toBe(money(salesOf(() => true)))
  })
})

describe('selecting data points', () => {
  it('a click on a row filters the other visuals, a second click clears the selection, and the host receives both events', async () => {
    await embed()
    const row = frame.locator('[data-visual=rows] tbody tr').filter({ hasText: 'Sul' }).filter({ hasText: 'Luva' })
    await row.click()
    await expect
      .poll(total, PATIENT)
      .toBe(money(salesOf(({ Region, Product }) => Region === 'Sul' && Product === 'Luva')))
    expect(await seen('dataSelected')).toMatchObject({
      visual: { name: 'rows', type: 'tableEx' },
      dataPoints: [
        {
          identity: [{ target: { table: 'Sales', column: 'Region' }, equals: 'Sul' }, { equals: 'Luva' }],
          values: [{ value: salesOf(({ Region, Product }) => Region === 'Sul' && Product === 'Luva') }, {}],
        },
      ],
    })
    expect(await row.getAttribute('aria-selected')).toBe('true')
    expect(await frame.locator('[data-visual=rows] tbody tr').count()).toBe(6)
    await forget()
    await row.click()
    await expect.poll(total, PATIENT).toBe(money(salesOf(() => true)))
    expect(await seen('dataSelected')).toMatchObject({ dataPoints: [] })
  })

  it('a line says what filters the page, and its button removes the filter', async () => {
    await embed()
    const line = frame.locator('.filter-line')
    expect(await line.isVisible()).toBe(false)
    await frame.locator('[data-visual=rows] tbody tr').filter({ hasText: 'Sul' }).filter({ hasText: 'Luva' }).click()
    await expect.poll(() => line.textContent(), PATIENT).toBe('Filtrado por:Sul · Luva')
    await line.getByRole('button').click()
    await expect.poll(total, PATIENT).toBe(money(salesOf(() => true)))
    expect(await line.isVisible()).toBe(false)
  })

  it('a screen that nobody touches shows no slicers, and says in words what they have chosen', async () => {
    await embed({
      settings: { slicerPanes: { visible: false } },
      slicers: [
        {
          selector: { $schema: 'http://powerbi.com/product/schema#visualSelector', visualName: 'regions' },
          state: {
            filters: [
              {
                $schema: 'http://powerbi.com/product/schema#basic',
                filterType: 1,
                target: { table: 'Sales', column: 'Region' },
                operator: 'In',
                values: ['Sul'],
              },
            ],
          },
        },
      ],
    })
    const line = frame.locator('.filter-line')
    await expect.poll(() => line.textContent(), PATIENT).toBe('Filtrado por:Região: Sul')
    expect(await line.getByRole('button').count()).toBe(0)
    expect(await frame.locator('.visual.is-slicer').count()).toBe(0)
    await expect.poll(total, PATIENT).toBe(money(salesOf(({ Region }) => Region === 'Sul')))
  })

  it('fades tabs that do not fit on a phone, and shows the open one', async () => {
    await host.setViewportSize({ width: 320, height: 700 })
    await embed()
    const tabs = frame.locator('.page-tabs')
    await tabs.evaluate((element) => {
      for (const tab of element.querySelectorAll('.page-tab')) tab.append(' com um nome muito longo')
      element.scrollTo(0, 0)
    })
    const hidden = () => tabs.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(await hidden()).toBeGreaterThan(0)
    const fades = () =>
      tabs.evaluate((element) => {
        const style = getComputedStyle(element)
        return ['--tabs-before', '--tabs-after'].map((name) => Number.parseFloat(style.getPropertyValue(name)) > 0)
      })
    await expect.poll(fades, PATIENT).toEqual([false, true])
    await tabs.evaluate((element) => element.scrollTo(element.scrollWidth, 0))
    await expect.poll(fades, PATIENT).toEqual([true, false])
  })

  it('leaves the page around it where it is when it shows the open tab', async () => {
    await embed()
    await host.evaluate(() => {
      const place = document.getElementById('place')
      if (place) place.style.cssText = 'height: 3000px'
      window.scrollTo(0, 0)
    })
    await call('setPage', 'hidden')
    await expect
      .poll(() => frame.locator('.page-tab[aria-selected=true]').getAttribute('data-page'), PATIENT)
      .toBe('hidden')
    expect(await host.evaluate(() => window.scrollY)).toBe(0)
  })

  it('the control key adds a second row', async () => {
    await embed()
    const rows = frame.locator('[data-visual=rows] tbody tr')
    await rows.nth(0).click()
    await rows.nth(1).click({ modifiers: ['Control'] })
    await expect.poll(total, PATIENT).toBe(money(salesOf(({ Region }) => Region === 'Norte')))
  })

  it('works on a chart by keyboard', async () => {
    await embed()
    await frame.locator('[data-visual=byRegion]').focus()
    await host.keyboard.press('ArrowRight')
    await host.keyboard.press('ArrowRight')
    await expect.poll(() => frame.locator('[aria-live]').textContent(), PATIENT).toContain('Sul: Vendas')
    await host.keyboard.press('Enter')
    await expect.poll(total, PATIENT).toBe(money(salesOf(({ Region }) => Region === 'Sul')))
  })

  it('highlights its share in charts, keeps their whole bars, and tells it', async () => {
    await embed()
    const share = frame.locator('[data-visual=share]')
    const asked = () => service.questions.filter(({ visual }) => visual === 'share').map(({ filters }) => filters)
    const spoken = await share.getAttribute('aria-label')
    service.questions.length = 0
    await forget()
    await frame.locator('[data-visual=byRegion]').focus()
    await host.keyboard.press('ArrowRight')
    await host.keyboard.press('ArrowRight')
    await host.keyboard.press('Enter')
    await expect
      .poll(() => share.getAttribute('aria-label'), PATIENT)
      .toBe(`${spoken} A parte de Sul está em destaque.`)
    // The whole is in the viewer already: it asks for the share only.
    const target = { table: 'Sales', column: 'Region' }
    expect(asked()).toEqual([[{ filterType: 1, target, operator: 'In', values: ['Sul'] }]])
    const centre = frame.locator('[data-visual=share] .chart-centre > div')
    expect(await centre.allTextContents()).toEqual(['R$ 240 mil', 'de R$ 4,1 mi'])
    expect(await frame.locator('[aria-live]').textContent()).toBe('Selecionado: Sul')
    expect(await seen('dataSelected')).toMatchObject({
      visual: { name: 'byRegion' },
      dataPoints: [
        { identity: [{ target, equals: 'Sul' }], values: [{ value: salesOf(({ Region }) => Region === 'Sul') }] },
      ],
    })
    await share.focus()
    await host.keyboard.press('ArrowRight')
    await expect.poll(() => frame.locator('[aria-live]').textContent(), PATIENT).toMatch(/Bike: Vendas .*, Destacado /)
    await forget()
    await frame.locator('[data-visual=byRegion]').focus()
    await host.keyboard.press('Escape')
    await expect.poll(() => share.getAttribute('aria-label'), PATIENT).toBe(spoken)
    await expect.poll(total, PATIENT).toBe(money(salesOf(() => true)))
    expect(await seen('dataSelected')).toMatchObject({ dataPoints: [] })
    expect(await frame.locator('[aria-live]').textContent()).toBe('Seleção removida')
  })

  it('a click on a highlighted chart selects what is under it, also on the pale part', async () => {
    await embed()
    await frame.locator('[data-visual=rows] tbody tr').filter({ hasText: 'Norte' }).first().click()
    await expect.poll(total, PATIENT).not.toBe(money(salesOf(() => true)))
    const box = await frame.locator('[data-visual=byRegion] canvas').boundingBox()
    if (!box) throw new Error('no canvas')
    // The longest bar has no part of the selected row, so it is pale.
    await host.mouse.click(box.x + box.width * 0.4, box.y + box.height * 0.82)
    await expect.poll(total, PATIENT).toBe(money(salesOf(({ Region }) => Region === 'Leste')))
  })

  it('works on a chart by mouse: a click selects a bar', async () => {
    await embed()
    const box = await frame.locator('[data-visual=byRegion] canvas').boundingBox()
    if (!box) throw new Error('no canvas')
    // The third of the three bars is the longest. Clicks well inside it, at the middle of its height.
    await host.mouse.click(box.x + box.width * 0.4, box.y + box.height * 0.82)
    await expect.poll(total, PATIENT).toBe(money(salesOf(({ Region }) => Region === 'Leste')))
  })

  it('a click on a column header sorts a table', async () => {
    await embed()
    await frame.locator('[data-visual=rows]').getByRole('button', { name: 'Vendas', exact: true }).click()
    await expect
      .poll(() => frame.locator('[data-visual=rows] tbody tr').first().textContent(), PATIENT)
      .toContain('Leste')
    expect(await frame.locator('[data-visual=rows] thead th').nth(2).getAttribute('aria-sort')).toBe('descending')
  })
})

describe('tables', () => {
  const parts = () =>
    frame.locator('[data-visual=rows] .table-scroll').evaluate((region) => {
      const foot = region.querySelector('tfoot th')?.getBoundingClientRect().top ?? 0
      const rows = [...region.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect())
      return { foot, hidden: rows.filter(({ bottom }) => bottom > foot + 1).map(({ top }) => top) }
    })

  it('show whole rows above the total row, also after a change of size', async () => {
    await embed()
    for (const height of [400, 425, 450]) {
      await host.setViewportSize({ width: 1280, height })
      const cut = async () => {
        const { foot, hidden } = await parts()
        return hidden.length > 0 ? hidden.filter((top) => top < foot - 1).length : -1
      }
      await expect.poll(cut, PATIENT).toBe(0)
    }
  })

  it('turn their rows on a screen that nobody scrolls, and say which ones are shown', async () => {
    await host.setViewportSize({ width: 1280, height: 400 })
    await embed({ settings: { turnTables: { seconds: 8 } } })
    const visual = frame.locator('[data-visual=rows]')
    const shown = () => visual.locator('tbody tr:visible').allTextContents()
    const count = await visual.locator('tbody tr').count()
    const note = () => visual.locator('.row-pages').textContent()
    const said = await note()
    expect(said).toMatch(new RegExp(`^1–\\d+ de ${count}$`))
    const seenRows = new Set(await shown())
    expect(seenRows.size).toBeLessThan(count)
    await expect
      .poll(
        async () => {
          for (const row of await shown()) seenRows.add(row)
          return seenRows.size
        },
        { timeout: 60_000 },
      )
      .toBe(count)
    // No row is cut, and a table with room for all rows turns none.
    expect((await parts()).hidden).toEqual([])
    await host.setViewportSize({ width: 1280, height: 1600 })
    await expect.poll(() => visual.locator('tbody tr:visible').count(), PATIENT).toBe(count)
    expect(await visual.locator('.row-pages').count()).toBe(0)
  })

  it('keep the first column in view on a phone, and leave half of the width for the figures', async () => {
    await host.setViewportSize({ width: 320, height: 844 })
    await embed({ pageName: 'ReportSection 2' })
    const region = frame.locator('[data-visual=matrix] .table-scroll')
    const columns = () =>
      region.evaluate((element) => {
        const place = element.getBoundingClientRect()
        const cells = [...element.querySelectorAll('tr > :first-child')].map((cell) => cell.getBoundingClientRect())
        return {
          left: Math.max(...cells.map(({ left }) => left - place.left)),
          right: Math.max(...cells.map(({ right }) => (right - place.left) / place.width)),
        }
      })
    await region.evaluate((element) => {
      for (const cell of element.querySelectorAll('tbody th')) cell.append(' e todas as cidades do estado')
      element.scrollTo(400, 0)
    })
    expect(await region.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
    expect((await columns()).left).toBeLessThanOrEqual(10)
    expect((await columns()).right).toBeLessThanOrEqual(0.55)
  })
})

describe('a matrix with more columns than its frame', () => {
  it('shows all columns with less space between the numbers, where that is enough', async () => {
    await host.setViewportSize({ width: 1280, height: 800 })
    await embed({ pageName: 'ReportSection 2' })
    const region = frame.locator('[data-visual=matrix] .table-scroll')
    /** Makes the frame of the matrix narrower than its columns by some pixels. */
    const lack = (pixels: number) =>
      region.evaluate((element, less) => {
        const host = element.parentElement
        if (!host) return
        const table = element.querySelector('table')
        if (table) table.style.width = 'max-content'
        const columns = table?.getBoundingClientRect().width ?? 0
        host.style.width = `${host.clientWidth - element.clientWidth + columns - less}px`
      }, pixels)
    const seen = () =>
      region.evaluate((element) => ({
        isWide: element.scrollWidth > element.clientWidth,
        isTight: element.querySelector('.is-tight') !== null,
        keepsTotal: element.querySelector('.keeps-total') !== null,
      }))
    expect(await seen()).toEqual({ isWide: false, isTight: false, keepsTotal: false })
    await lack(10)
    await expect.poll(seen, PATIENT).toEqual({ isWide: false, isTight: true, keepsTotal: false })
  })

  it('keeps its total column in view, and fades the column before it while some are hidden', async () => {
    await host.setViewportSize({ width: 720, height: 500 })
    await embed({ pageName: 'ReportSection 2' })
    const region = frame.locator('[data-visual=matrix] .table-scroll')
    await region.evaluate((element) => {
      for (const name of element.querySelectorAll('thead .number:not(.is-total)'))
        name.append(' de um ano inteiro de vendas')
      element.scrollTo(0, 0)
    })
    // The matrix measures its columns again after a change of its size.
    await host.setViewportSize({ width: 700, height: 500 })
    const seen = () =>
      region.evaluate((element) => {
        const place = element.getBoundingClientRect()
        const totals = [...element.querySelectorAll('.is-total')]
        return {
          isScrollable: element.scrollWidth > element.clientWidth,
          lines: totals.length,
          beyond: totals.filter((cell) => cell.getBoundingClientRect().right > place.right + 1).length,
          fades: totals.filter((cell) => Number.parseFloat(getComputedStyle(cell, '::before').width) > 0).length,
          mask: getComputedStyle(element).maskImage,
        }
      })
    const { length } = await region.locator('tr').all()
    await expect
      .poll(seen, PATIENT)
      .toEqual({ isScrollable: true, lines: length, beyond: 0, fades: length, mask: 'none' })
    await region.evaluate((element) => element.scrollTo(element.scrollWidth, 0))
    await expect.poll(seen, PATIENT).toEqual({ isScrollable: true, lines: length, beyond: 0, fades: 0, mask: 'none' })
    // In a narrow frame the totals would leave no room for the other columns, and scroll with them.
    await host.setViewportSize({ width: 390, height: 844 })
    await region.evaluate((element) => element.scrollTo(0, 0))
    await expect.poll(async () => (await seen()).beyond, PATIENT).toBe(length)
  })
})

describe('a KPI', () => {
  const goal = () => frame.locator('[data-visual=goal]')
  const textOf = async (part: string) => (await goal().locator(part).textContent())?.replaceAll(/\s/g, ' ')

  it('shows the value of the last period, its distance to the goal, its status and its trend', async () => {
    await embed({ pageName: 'ReportSection 2' })
    expect(await textOf('.figure-value')).toBe('21')
    expect(await textOf('.kpi-goal > .visually-hidden')).toBe('Meta atingida: ')
    expect(await textOf('.kpi-goal-text')).toBe('16,7% acima da meta de 18')
    expect(await goal().getByRole('img', { name: 'Evolução de 2012 a 2013' }).locator('polygon').count()).toBe(1)
    expect(await textOf('.kpi-period')).toBe('2013')
    await host.evaluate(async () => {
      const target = { table: 'Sales', column: 'Year' }
      const filter = { $schema: 'http://powerbi.com/product/schema#basic', filterType: 1, target, operator: 'In' }
      await (globalThis as Host).report['updateFilters']?.(1, [{ ...filter, values: [2012] }])
    })
    await expect.poll(() => textOf('.kpi-goal-text'), PATIENT).toBe('16,7% abaixo da meta de 18')
    expect(await textOf('.kpi-goal > .visually-hidden')).toBe('Meta não atingida: ')
    // One period has no trend.
    expect(await goal().locator('.sparkline').count()).toBe(0)
  })

  it.each([1280, 390])('fits into its frame, %i pixels wide, light and dark', async (width) => {
    await host.setViewportSize({ width, height: 800 })
    await embed({ pageName: 'ReportSection 2' })
    for (const background of ['#ffffff', '#10141c']) {
      await call('applyTheme', {
        themeJson: { background, foreground: background === '#ffffff' ? '#1b1f2a' : '#f2f4f8' },
      })
      const clipped = await goal().evaluate((visual) =>
        [...visual.querySelectorAll<HTMLElement>('.figure-value, .kpi-goal-text, .visual-body')]
          .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
          .map(({ className }) => className),
      )
      expect(clipped).toEqual([])
      const { violations } = await new AxeBuilder({ page: host }).include(['iframe', '[data-visual=goal]']).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    }
  })
})

describe('a row of figures', () => {
  const names = ['goal', 'narrow', 'beside']
  const figures = () =>
    Promise.all(
      names.map((name) =>
        frame.locator(`[data-visual=${name}] .figure-value`).evaluate((figure) => {
          const { top } = figure.getBoundingClientRect()
          const size = getComputedStyle(figure).fontSize
          const text = document.createRange()
          text.selectNodeContents(figure.querySelector('[aria-hidden]') ?? figure)
          const isCut = text.getBoundingClientRect().width > figure.clientWidth + 1
          return { size, top: Math.round(top), isCut }
        }),
      ),
    )

  it.each([1366, 1024])(
    'has one size and one line, and cuts no figure beside an open pane, %i pixels wide',
    async (width) => {
      await host.setViewportSize({ width, height: 768 })
      await embed({
        pageName: 'ReportSection 2',
        settings: { panes: { filters: { visible: true, expanded: true } } },
      })
      expect(await frame.locator('.filter-pane.is-open').count()).toBe(1)
      const [first, ...others] = await figures()
      expect(others).toEqual([first, first])
      expect(first?.isCut).toBe(false)
      expect(Number.parseFloat(first?.size ?? '')).toBeGreaterThanOrEqual(11)
    },
  )

  it('keeps its size after a redraw, and says the distance to the goal alone where the goal has no room', async () => {
    await embed({ pageName: 'ReportSection 2' })
    const before = await figures()
    await call('applyTheme', { themeJson: { background: '#10141c', foreground: '#f2f4f8' } })
    expect(await figures()).toEqual(before)
    const goal = frame.locator('[data-visual=goal] .kpi-goal')
    expect(await goal.locator('.kpi-goal-short').isVisible()).toBe(false)
    await call('setZoom', 0.4)
    const short = goal.locator('.kpi-goal-short')
    await expect.poll(() => short.isVisible(), PATIENT).toBe(true)
    expect((await short.textContent())?.replaceAll(/\s/g, ' ')).toBe('16,7% acima da meta')
  })
})

describe('bookmarks', () => {
  it('are listed, applied by name, captured and restored', async () => {
    await embed()
    const bookmarks = (method: string, ...args: unknown[]) =>
      host.evaluate(
        async ([name, given]) =>
          ((globalThis as Host).report['bookmarksManager'] as unknown as Report)[name]?.(...given) ?? null,
        [method, args] as const,
      )
    expect(await bookmarks('getBookmarks')).toEqual([{ name: 'southOnly', displayName: 'Só o Sul' }])
    await bookmarks('apply', 'southOnly')
    await seen('bookmarkApplied')
    const south = salesOf(({ Product, Region }) => Product === 'Bike' && Region === 'Sul')
    await expect.poll(total, PATIENT).toBe(money(south))
    const captured: unknown = await bookmarks('capture', { allPages: true })
    await call('removeFilters')
    await send('PUT', '/report/pages/overview/visuals/regions/slicer', { filters: [] })
    await expect.poll(total, PATIENT).toBe(money(salesOf(() => true)))
    await bookmarks('applyState', (captured as { state: string }).state)
    await expect.poll(total, PATIENT).toBe(money(south))
    expect(await send('POST', '/report/bookmarks/applyState', { state: 'broken' })).toMatchObject({
      statusCode: 400,
      body: { message: 'Invalid parameters' },
    })
  })
})

describe('small frames', () => {
  /** Elements of a notice that are visible outside the frame of their visual. */
  const spilled = () =>
    frame.locator('.visual').evaluateAll((visuals) =>
      visuals.flatMap((visual) => {
        const outer = visual.getBoundingClientRect()
        return [...visual.querySelectorAll('.visual-notice *, .notice *')].flatMap((element) => {
          const { top, right, bottom, left } = element.getBoundingClientRect()
          if (bottom <= top || right <= left || getComputedStyle(element).visibility === 'hidden') return []
          const clips = [visual]
          for (let at = element.parentElement; at && at !== visual; at = at.parentElement)
            if (getComputedStyle(at).overflow !== 'visible') clips.push(at)
          const boxes = clips.slice(1).map((clip) => clip.getBoundingClientRect())
          const [low, far] = [
            Math.min(bottom, ...boxes.map((box) => box.bottom)),
            Math.min(right, ...boxes.map((box) => box.right)),
          ]
          const isInside =
            low <= outer.bottom + 0.5 && far <= outer.right + 0.5 && top >= outer.top - 0.5 && left >= outer.left - 0.5
          return isInside ? [] : [`${visual.getAttribute('data-visual')}: ${element.className || element.tagName}`]
        })
      }),
    )
  const sizes = [
    [1280, 800],
    [390, 844],
  ] as const
  const small = ['tiny', 'small', 'flat', 'low', 'range', 'period', 'wide']

  it.each(sizes)('hold the skeletons of the first opening, %i pixels wide', async (width, height) => {
    service.hold(true)
    await host.setViewportSize({ width, height })
    await embed({ pageName: 'hidden' }, 'loaded')
    await expect.poll(() => frame.locator('.skeleton').count(), PATIENT).toBe(small.length)
    expect(await spilled()).toEqual([])
    service.hold(false)
    await seen('rendered')
    expect(await frame.locator('.skeleton').count()).toBe(0)
    const slicer = frame.locator('[data-visual=range]')
    const bottoms = await slicer
      .locator('input:visible')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
    const end = await slicer.evaluate((element) => element.getBoundingClientRect().bottom)
    expect(bottoms.filter((bottom) => bottom > end)).toEqual([])
  })

  it.each(sizes)('hold the reason of a refusal, %i pixels wide', async (width, height) => {
    for (const name of ['tiny', 'small', 'Region', 'Product', 'Year', 'wide'])
      service.refused.set(name, [400, 'UnsupportedQuery'])
    await host.setViewportSize({ width, height })
    await embed({ pageName: 'hidden', settings: { localeSettings: { language: 'en-US' } } })
    expect(await spilled()).toEqual([])
    for (const name of small) {
      const reason = frame.locator(`[data-visual=${name}] .notice-text`)
      const text = 'This visual uses a formula that is not calculated here yet.'
      expect(await reason.textContent()).toBe(text)
      expect(await reason.getAttribute('title')).toBe(text)
      expect(await reason.evaluate((element) => element.clientHeight), name).toBeGreaterThan(10)
      await reason.focus()
      const [visible, whole] = await reason.evaluate((element) => [
        getComputedStyle(element).overflowY,
        element.tabIndex,
      ])
      expect([visible, whole]).toEqual(['auto', 0])
    }
  })

  it.each([
    [503, 'DatasetBeingRebuilt', true],
    [504, 'Http504', true],
    [429, 'TooManyRequests', true],
    [500, 'InternalServerError', true],
    [400, 'UnknownField', false],
    [400, 'UnsupportedFilter', false],
    [400, 'UnrelatedFields', false],
    [403, 'InvalidIdentity', false],
    [501, 'NotSupportedByLocalService', false],
  ])('offer another try after %i %s: %s', async (status, code, isOffered) => {
    service.refused.set('tiny', [status, code])
    await embed({ pageName: 'hidden' })
    const failure = frame.locator('[data-visual=tiny] .is-failed')
    expect(await failure.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(isOffered ? 1 : 0)
    expect(await spilled()).toEqual([])
    if (!isOffered) return
    service.refused.clear()
    await failure.getByRole('button').click()
    await expect.poll(() => frame.locator('[data-visual=tiny] .figure-value').count(), PATIENT).toBe(1)
  })
})

describe('token', () => {
  it('is replaced without reload, and waiting requests continue', async () => {
    await embed()
    await forget()
    service.expired.add('Bearer good')
    await call('updateFilters', 1, [productFilter('Bike')])
    expect(await seen('error')).toMatchObject({ message: 'TokenExpired', errorCode: '403' })
    expect(await frame.locator('.is-failed').count()).toBe(0)
    await call('setAccessToken', 'better')
    await expect.poll(total, PATIENT).toBe(money(salesOf(({ Product }) => Product === 'Bike')))
    expect((await events()).filter((name) => name === 'error')).toHaveLength(1)
    expect(await events()).not.toContain('loaded')
  })
})

describe('settings, theme, data', () => {
  it('hides pages and filters, zooms, and applies a dark theme', async () => {
    await embed({ settings: { panes: { pageNavigation: { visible: false }, filters: { visible: false } } } })
    expect(await frame.getByRole('tab').count()).toBe(0)
    expect(await frame.locator('.filter-pane').isVisible()).toBe(false)
    const width = async () => (await frame.locator('[data-visual=total]').boundingBox())?.width ?? 0
    const before = await width()
    await call('setZoom', 1.5)
    expect(await call('getZoom')).toBe(1.5)
    expect(await width()).toBeCloseTo(before * 1.5, 0)
    await call('applyTheme', { themeJson: { name: 'dark', background: '#14171F', foreground: '#ECEBE8' } })
    await expect.poll(() => frame.locator('#viewer').getAttribute('data-scheme'), PATIENT).toBe('dark')
    await call('resetTheme')
    await expect.poll(() => frame.locator('#viewer').getAttribute('data-scheme'), PATIENT).toBe('light')
  })

  it('exports the rows of a visual as CSV under the current filters', async () => {
    await embed({ filters: [productFilter('Bike')] })
    const answer = await send('POST', '/report/pages/overview/visuals/byRegion/exportData', { exportDataType: 0 })
    const lines = ['Norte', 'Sul', 'Leste'].map(
      (region) => `${region},${salesOf(({ Region, Product }) => Region === region && Product === 'Bike')}`,
    )
    expect(answer).toEqual({ statusCode: 200, body: { data: `Região,Vendas\r\n${lines.join('\r\n')}\r\n` } })
    expect(await send('POST', '/report/pages/overview/visuals/heading/exportData', {})).toMatchObject({
      statusCode: 400,
    })
  })

  it('caches answers, and queries all visuals again on refresh', async () => {
    await embed()
    const count = () => service.questions.filter(({ page }) => page === 'overview').length
    const first = count()
    await call('setPage', 'hidden')
    await call('setPage', 'overview')
    await expect.poll(total, PATIENT).toBe(money(salesOf(() => true)))
    expect(count()).toBe(first)
    await forget()
    await call('refresh')
    await seen('rendered')
    expect(count()).toBe(first * 2)
  })

  it.each([
    ['pt-BR', 'Há mais de 2.000 valores escolhidos nos filtros. Escolha menos valores.'],
    ['pt-PT', 'Há mais de 2.000 valores escolhidos nos filtros. Escolha menos valores.'],
    ['en-US', 'More than 2,000 values are chosen in the filters. Choose fewer values.'],
    ['es', 'Hay más de 2.000 valores elegidos en los filtros. Elija menos valores.'],
  ])('says in %s that too many filter values are chosen, and offers no retry', async (language, sentence) => {
    service.tooMany.add('/viewer/visual')
    await embed({ settings: { localeSettings: { language, formatLocale: language } } }, 'loaded')
    const failure = frame.locator('.is-failed').first()
    await expect.poll(() => failure.textContent(), PATIENT).toBe(sentence)
    expect(await failure.getByRole('button').count()).toBe(0)
  })

  it('refuses to keep filters of a person, because it knows none', async () => {
    await embed()
    const refusal = { message: 'NotSupported', errorCode: '501' }
    expect(await call('arePersistentFiltersApplied')).toBe(false)
    for (const method of ['savePersistentFilters', 'resetPersistentFilters'])
      expect(await call(method)).toMatchObject({ rejected: refusal })
  })

  it.each([
    ['pt-BR', 'Ainda aguardando o serviço de relatórios…', 'Tentar de novo'],
    ['pt-PT', 'Ainda a aguardar o serviço de relatórios…', 'Tentar novamente'],
    ['en-US', 'Still waiting for the report service…', 'Try again'],
    ['es', 'Aún esperando al servicio de informes…', 'Reintentar'],
  ])(
    'says in %s that a visual still waits; asked again, it cancels the first request',
    async (language, sentence, retry) => {
      service.silent.add('total')
      const cancelled: string[] = []
      host.on('requestfailed', (request) => cancelled.push(new URL(request.url()).pathname))
      await embed({ settings: { localeSettings: { language, formatLocale: 'pt-BR' } } }, 'loaded')
      const waiting = frame.locator('.is-waiting')
      await expect.poll(() => waiting.getByRole('status').textContent(), PATIENT).toBe(sentence)
      // The other visuals are drawn meanwhile.
      await expect.poll(() => frame.locator('.skeleton').count(), PATIENT).toBe(0)
      expect([await waiting.count(), cancelled]).toEqual([1, []])
      expect(await events()).not.toContain('rendered')
      const asked = () => service.questions.filter(({ visual }) => visual === 'total').length
      expect(asked()).toBe(1)
      service.silent.clear()
      await waiting.getByRole('button', { name: retry }).click()
      await expect.poll(total, PATIENT).toBe(money(salesOf(() => true)))
      await seen('rendered')
      expect([asked(), await waiting.count()]).toEqual([2, 0])
      await expect.poll(() => cancelled, PATIENT).toEqual(['/viewer/visual'])
    },
  )

  it('keeps the old drawing of a visual that waits for new rows, and says so', async () => {
    await embed()
    service.silent.add('total')
    await call('updateFilters', 1, [productFilter('Bike')])
    await expect.poll(() => frame.locator('[data-visual=total] .is-waiting').count(), PATIENT).toBe(1)
    expect(await total()).toBe(money(salesOf(() => true)))
    await host.setViewportSize({ width: 1100, height: 800 })
    await host.waitForTimeout(300)
    expect(await frame.locator('[data-visual=total] .is-waiting').count()).toBe(1)
    service.silent.clear()
    await frame.locator('[data-visual=total] .is-waiting').getByRole('button').click()
    await expect.poll(total, PATIENT).toBe(money(salesOf(({ Product }) => Product === 'Bike')))
    expect(await frame.locator('.is-waiting').count()).toBe(0)
  })

  it('uses the language of the load message', async () => {
    await embed({
      settings: {
        localeSettings: { language: 'en-US', formatLocale: 'en-US' },
        panes: { filters: { expanded: true } },
      },
    })
    expect(await frame.locator('.filter-pane').textContent()).toContain('Filters')
    expect(await frame.locator('[data-visual=units] .figure-label').textContent()).toBe('Unidades')
    expect(await frame.locator('[data-visual=rows] tfoot').textContent()).toContain(
      `R$ ${salesOf(() => true).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
    )
  })

  it('answers every request: unknown ones with 404, refused ones with an error body', async () => {
    await embed()
    const expected = [
      ['GET', '/report/pages/overview/visuals/total/smartNarrativeInsights', 404],
      ['GET', '/report/unheard', 404],
      ['PATCH', '/report/filters', 404],
      ['GET', '/report/hasUnsavedChanges', 200],
      ['GET', '/getCorrelationId', 200],
      ['GET', '/report/pages/overview/layoutTypes/MobilePortrait', 200],
      ['POST', '/report/switchMode/edit', 403],
      ['POST', '/report/switchMode/view', 202],
      ['POST', '/report/closeAllOverlays', 202],
      ['GET', '/report/pages/nowhere/visuals', 404],
      ['POST', '/report/token', 400],
    ] as const
    for (const [method, url, status] of expected) {
      const { statusCode, body } = await send(method, url)
      expect([method, url, statusCode]).toEqual([method, url, status])
      // A refusal rejects the host's promise with its body, so every refusal needs a body.
      expect(status < 400 || typeof (body as { message?: unknown }).message).toBe(status < 400 ? true : 'string')
    }
  })

  it('passes the accessibility rules of WCAG 2.2 AA, light and dark, on two pages', async () => {
    await embed({ settings: { panes: { filters: { expanded: true } } } })
    const broken = async () => {
      const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
      const { violations } = await new AxeBuilder({ page: host }).withTags(rules).include('iframe').analyze()
      // The host page belongs to the test. Its missing title and language are ignored.
      return violations
        .filter(({ id }) => !['document-title', 'html-has-lang', 'frame-title'].includes(id))
        .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
    }
    expect(await broken()).toEqual([])
    await call('applyTheme', { themeJson: { name: 'dark', background: '#14171F', foreground: '#ECEBE8' } })
    await call('setPage', 'ReportSection 2')
    await expect.poll(() => frame.locator('[data-visual=matrix] table').count(), PATIENT).toBe(1)
    expect(await broken()).toEqual([])
  })

  it('names the visual in the labels of its buttons', async () => {
    await embed({ settings: { localeSettings: { language: 'en-US' } } })
    for (const [visual, name] of [
      ['byRegion', 'Focus mode: Vendas by Região'],
      ['byRegion', 'More options: Vendas by Região'],
      ['rows', 'Focus mode: Vendas, Unidades by Região, Produto'],
      ['years', 'Clear selection: Ano'],
    ] as const) {
      const buttons = frame.locator(`[data-visual=${visual}] .visual-header button`)
      expect(await buttons.evaluateAll((all) => all.map((one) => one.ariaLabel))).toContain(name)
    }
    const all = await frame
      .locator('.visual-header button')
      .evaluateAll((each) => each.map(({ ariaLabel }) => ariaLabel))
    expect(new Set(all).size).toBe(all.length)
  })

  it('shows the page as one column in a narrow frame, without clipping', async () => {
    await host.setViewportSize({ width: 390, height: 844 })
    await embed()
    expect(await frame.locator('.canvas').getAttribute('class')).toContain('is-stack')
    const widths = await frame
      .locator('.visual')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(Math.max(...widths)).toBeLessThanOrEqual(390)
  })

  it('scrolls the page above its tabs in a narrow frame, and opens another page at its top', async () => {
    await host.setViewportSize({ width: 390, height: 600 })
    await embed()
    const scroller = frame.locator('.canvas-scroll')
    const hidden = () => scroller.evaluate((element) => element.scrollHeight - element.clientHeight)
    await expect.poll(hidden, PATIENT).toBeGreaterThan(0)
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await frame.locator('.page-tab').nth(1).click()
    await expect.poll(() => frame.locator('.page-tab').nth(1).getAttribute('aria-selected'), PATIENT).toBe('true')
    const tops = () => frame.locator('html, .canvas-scroll').evaluateAll((all) => all.map((one) => one.scrollTop))
    await expect.poll(tops, PATIENT).toEqual([0, 0])
    const tabsEnd = () => frame.locator('.page-tabs').evaluate((tabs) => tabs.getBoundingClientRect().bottom)
    expect(await tabsEnd()).toBeLessThanOrEqual(600)
  })
})

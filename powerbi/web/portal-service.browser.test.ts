import type { Page } from '@playwright/test'
import type { Report } from 'powerbi-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MICROSOFT_ORIGIN, reportFrame, startEmbedStage } from '../testing/embed-stage.ts'
import type { EmbedStage } from '../testing/embed-stage.ts'

let stage: EmbedStage
let page: Page
beforeAll(async () => {
  stage = await startEmbedStage()
})
afterAll(() => stage.close())
beforeEach(async () => {
  page = await stage.open()
})
afterEach(() => page.context().close())

const MINUTE = 60_000
const reportId = '22222222-2222-4222-8222-222222222222'
const address = (origin: string) => `${origin}/reportEmbed?reportId=${reportId}&groupId=1`
const said = () => page.evaluate(() => window.host.log)
const waitForSaid = (text: string) => page.waitForFunction((wanted) => window.host.log.includes(wanted), text)

/** Messages that the report's frame has received, as `METHOD url`. */
const receivedBy = async (origin: string) => {
  const frame = await reportFrame(page, origin)
  return frame.evaluate(() => window.received.map(({ method, url }) => `${method} ${url}`))
}

describe('the same calls drive the reports of both services', () => {
  const ways = [
    { way: 'the adapter and a local origin', service: 'portal', origin: () => stage.localOrigin },
    { way: "the adapter and Microsoft's host", service: 'portal', origin: () => MICROSOFT_ORIGIN },
    { way: "the stock SDK and Microsoft's host", service: 'stock', origin: () => MICROSOFT_ORIGIN },
  ]
  test.each(ways)('$way', async ({ service, origin }) => {
    const outcome = await page.evaluate(
      async ([kind, embedUrl, id, localOrigin]) => {
        const sdk = kind === 'stock' ? window.host.stock() : window.host.portal([localOrigin])
        const element = document.body.appendChild(document.createElement('div'))
        const report = sdk.embed(element, {
          type: 'report',
          id,
          embedUrl,
          accessToken: 'first',
        }) as Report
        const nextEvent = (name: string) => new Promise((resolve) => report.on(name, (event) => resolve(event.detail)))
        await Promise.all([nextEvent('loaded'), nextEvent('rendered')])
        const changed = nextEvent('pageChanged')
        const pages = await report.getPages()
        await report.setPage('p2')
        await changed
        await report.setAccessToken('second')
        await report.updateFilters(window.host.replaceAll, [])
        return {
          type: report.config.type,
          pages: pages.map(({ name }) => name),
          frames: document.querySelectorAll('iframe').length,
        }
      },
      [service, address(origin()), reportId, stage.localOrigin] as const,
    )
    expect(outcome).toEqual({ type: 'report', pages: ['p1', 'p2'], frames: 1 })
    expect(await receivedBy(origin())).toEqual([
      'POST /report/load',
      'GET /report/pages',
      'PUT /report/pages/active',
      'POST /report/token',
      'POST /report/filters',
    ])
  })
})

describe('allowed origins', () => {
  const open = (embedUrl: string, type = 'report') =>
    page.evaluate(
      ([url, kind, localOrigin, id]) => {
        const element = document.body.appendChild(document.createElement('div'))
        try {
          window.host.portal([localOrigin]).embed(element, { type: kind, id, embedUrl: url, accessToken: 'secret' })
          return 'opened'
        } catch (error) {
          return error instanceof Error ? error.message : 'refused'
        }
      },
      [embedUrl, type, stage.localOrigin, reportId] as const,
    )

  test('E4 opens an origin on the list', async () => expect(await open(address(stage.localOrigin))).toBe('opened'))

  test.each([
    ['another port', (origin: string) => address(origin.replace(/:\d+$/, ':1'))],
    ['another scheme', (origin: string) => address(origin.replace('http:', 'https:'))],
    ['the list as user name', (origin: string) => address(`${origin}@evil.example`)],
    ['the list as a part of a host', (origin: string) => address(`${origin}.evil.example`)],
    ["Microsoft's name within another", () => address('https://app.powerbi.com.evil.example')],
    ['no address', () => 'javascript:alert(1)'],
  ])('E4 refuses %s', async (_, make) => {
    expect(await open(make(stage.localOrigin))).toMatch(/invalid embed url/i)
    expect(await page.locator('iframe').count()).toBe(0)
  })

  test('refuses kinds of content that the local service does not have', async () => {
    expect(await open(address(stage.localOrigin), 'dashboard')).toBe(
      'the local report service has no dashboard to embed',
    )
  })

  test('E4 creates a new frame when an element changes to another service, and sends it no token of the first', async () => {
    await page.evaluate(
      async ([local, other, id, localOrigin]) => {
        const sdk = window.host.portal([localOrigin])
        const element = document.body.appendChild(document.createElement('div'))
        const first = sdk.embed(element, { type: 'report', id, embedUrl: local, accessToken: 'for the local one' })
        await new Promise((resolve) => first.on('loaded', resolve))
        const second = sdk.embed(element, { type: 'report', id, embedUrl: other, accessToken: 'for the other' })
        await new Promise((resolve) => second.on('loaded', resolve))
      },
      [address(stage.localOrigin), address(MICROSOFT_ORIGIN), reportId, stage.localOrigin] as const,
    )
    const frame = await reportFrame(page, MICROSOFT_ORIGIN)
    expect(await frame.evaluate(() => JSON.stringify(window.received))).not.toContain('for the local one')
    expect(page.frames()).toHaveLength(2)
  })
})

describe('the component', () => {
  const show = (id: string, embedUrl = address(stage.localOrigin)) =>
    page.evaluate(
      ([reportId, url, localOrigin]) =>
        window.host.show(
          { reportId, embedUrl: url, token: { token: `token of ${reportId}`, endsInMs: 900_000 }, configuration: {} },
          [localOrigin],
        ),
      [id, embedUrl, stage.localOrigin] as const,
    )
  const loads = async () => {
    const frame = await reportFrame(page, stage.localOrigin)
    return frame.evaluate(() => window.received.filter(({ url }) => url === '/report/load').map(({ body }) => body))
  }
  const pass = (milliseconds: number) => page.evaluate((by) => void (window.host.clock.now += by), milliseconds)
  const wake = () => page.evaluate(() => window.dispatchEvent(new Event('focus')))
  const give = (token: string | null) =>
    page.evaluate((given) => {
      window.host.renewedToken = given === null ? null : { token: given, endsInMs: 900_000 }
    }, token)

  test('loads a report once, also under StrictMode, in a frame with a title', async () => {
    await show('r1')
    await waitForSaid('rendered r1')
    expect(await said()).toEqual(['loaded r1', 'rendered r1'])
    expect(await page.locator('iframe').count()).toBe(1)
    expect(await page.locator('iframe').getAttribute('title')).toBe('Sales')
    expect((await receivedBy(stage.localOrigin)).filter((each) => each === 'POST /report/load')).toHaveLength(1)
  })

  test('shows one visual of a report alone', async () => {
    await page.evaluate(
      ([embedUrl, localOrigin]) =>
        window.host.show(
          {
            reportId: 'r1',
            embedUrl,
            token: { token: 't', endsInMs: 900_000 },
            configuration: { settings: { visualSettings: { visualHeaders: [{ settings: { visible: false } }] } } },
            visual: { page: 'p2', name: 'total' },
          },
          [localOrigin],
        ),
      [address(stage.localOrigin), stage.localOrigin] as const,
    )
    await waitForSaid('rendered r1')
    const [hidden, visible] = [1, 0]
    const layout = {
      defaultLayout: { displayState: { mode: hidden } },
      visualsLayout: { total: { displayState: { mode: visible } } },
    }
    expect(await loads()).toMatchObject([
      {
        type: 'visual',
        pageName: 'p2',
        visualName: 'total',
        settings: { navContentPaneEnabled: false, customLayout: { pagesLayout: { p2: layout } } },
      },
    ])
  })

  test('renews the token after the computer slept, without loading the report again', async () => {
    await show('r1')
    await waitForSaid('rendered r1')
    const frame = await reportFrame(page, stage.localOrigin)
    await give('renewed')
    await pass(12 * MINUTE)
    await wake()
    await pass(2 * MINUTE)
    await wake()
    await frame.waitForFunction(() => window.received.some(({ url }) => url === '/report/token'))
    const tokens = await frame.evaluate(() => window.received.filter(({ url }) => url === '/report/token'))
    expect(tokens.map(({ body }) => body)).toEqual(['renewed'])
    expect(await page.evaluate(() => window.host.renewals)).toBe(1)
    expect((await receivedBy(stage.localOrigin)).filter((each) => each === 'POST /report/load')).toHaveLength(1)
  })

  test('renews when the report says that its token has expired; reports a failure if no new token is available', async () => {
    await show('r1')
    await waitForSaid('rendered r1')
    const frame = await reportFrame(page, stage.localOrigin)
    const expire = () => frame.evaluate(() => window.say('error', { message: 'TokenExpired', errorCode: '403' }))
    await give('renewed')
    await expire()
    await frame.waitForFunction(() =>
      window.received.some(({ url, body }) => url === '/report/token' && body === 'renewed'),
    )
    expect(await said()).toEqual(['loaded r1', 'rendered r1'])
    await give(null)
    await expire()
    await waitForSaid('failed token_ended')
  })

  test('reports each kind of failure with its code', async () => {
    await show('r1')
    await waitForSaid('rendered r1')
    const frame = await reportFrame(page, stage.localOrigin)
    await frame.evaluate(() => window.say('error', { message: 'PowerBIEntityNotFound', errorCode: '404' }))
    await waitForSaid('failed not_found')
    await frame.evaluate(() => window.say('error', { message: 'PowerBINotAuthorizedException' }))
    await waitForSaid('failed not_authorized')
    await frame.evaluate(() => window.say('error', { message: 'something', detailedMessage: 'else' }))
    await waitForSaid('failed other')
    await show('r2', address('http://evil.example'))
    await waitForSaid('failed invalid')
    expect((await said()).filter((each) => each.startsWith('failed'))).toHaveLength(4)
  })

  test('shows the last of several reports requested quickly, in the same frame, and receives its events', async () => {
    await show('r1')
    await show('r2')
    await show('r3')
    await waitForSaid('rendered r3')
    const frame = await reportFrame(page, stage.localOrigin)
    expect(await frame.textContent('#shown')).toBe('r3')
    expect(await page.locator('iframe').count()).toBe(1)
    await frame.evaluate(() => window.say('pageChanged', { newPage: { name: 'p2', displayName: 'Two' } }))
    await waitForSaid('page p2')
  })

  test('reports no_answer after the time-out, and still shows the next report', async () => {
    await page.clock.install()
    await show('r1', `${address(stage.localOrigin)}&quiet=1`)
    const frame = await reportFrame(page, stage.localOrigin)
    await frame.waitForFunction(() => window.received.length > 0)
    await page.clock.fastForward(46_000)
    await waitForSaid('failed no_answer')
    expect(await page.locator('iframe').count()).toBe(0)
    await show('r2')
    await reportFrame(page, stage.localOrigin)
    await page.clock.resume()
    await waitForSaid('rendered r2')
  })

  test('removes its frame and stops renewals when unmounted', async () => {
    await show('r1')
    await waitForSaid('rendered r1')
    await page.evaluate(() => window.host.hide())
    await page.waitForFunction(() => document.querySelectorAll('iframe').length === 0)
    await pass(60 * MINUTE)
    await wake()
    expect(await page.evaluate(() => window.host.renewals)).toBe(0)
  })
})

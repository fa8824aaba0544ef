import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Report } from 'powerbi-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPowerBi } from '#powerbi/server/power-bi.ts'
import type { PowerBiClient } from '#powerbi/server/power-bi.ts'
import { startEmbedStage } from '#powerbi/testing/embed-stage.ts'
import type { EmbedStage } from '#powerbi/testing/embed-stage.ts'
import { buildIfStale } from '../pages/build-pages.ts'
import { ANA, ANAS, environment, kill, start } from './testing/running-service.ts'
import type { RunningService } from './testing/running-service.ts'

let stage: EmbedStage
let page: Page
let service: RunningService
let client: PowerBiClient
let folder: string

beforeAll(async () => {
  await buildIfStale(() => {})
  stage = await startEmbedStage()
  folder = await mkdtemp(join(tmpdir(), 'embedding-'))
  const port = await freePort()
  service = await start({
    ...environment(folder),
    REPORT_SERVICE_PORT: String(port),
    REPORT_SERVICE_PUBLIC_URL: `http://127.0.0.1:${port}`,
    REPORT_SERVICE_ALLOWED_ORIGINS: stage.portalOrigin,
  })
  const { address } = service
  const where = { authority: address, api: address, allowedHosts: [], extensions: true }
  client = createPowerBi({ fetch, now: Date.now, sleep: async () => {}, log: () => {}, ...where }).account(ANA)
}, 180_000)
afterAll(async () => {
  await kill(service)
  await stage.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  page = await stage.open()
})
afterEach(() => page.context().close())

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof bound === 'object' && bound !== null ? bound.port : 0
}

/** What a portal gives to its page: the address from the REST API, and an embed token for one person. */
async function targetOf(name: string, username = 'linda3@adventure-works.com') {
  const report = (await client.reports(ANAS)).find((each) => each.name === name)
  const id = report?.id ?? ''
  const datasetId = report?.datasetId ?? ''
  const identity = { username, roles: ['Salesperson'], datasets: [datasetId], customData: null, auditableContext: null }
  const issue = () =>
    client.generateToken({
      reports: [{ id, allowEdit: false }],
      datasets: [{ id: datasetId }],
      targetWorkspaces: [],
      identities: [identity],
      lifetimeInMinutes: 15,
    })
  return { id, embedUrl: report?.embedUrl ?? '', issue, origin: service.address }
}

test('the SDK controls a report of the service through the adapter', async () => {
  const target = await targetOf('Visão geral de vendas')
  const tokens = [await target.issue(), await target.issue()].map(({ token }) => token)
  const outcome = await page.evaluate(
    async ([origin, id, embedUrl, first = '', second = '']) => {
      const element = document.body.appendChild(document.createElement('div'))
      element.style.cssText = 'width:1280px;height:800px'
      const sdk = window.host.portal([origin])
      const report = sdk.embed(element, { type: 'report', id, embedUrl, accessToken: first }) as Report
      const next = (name: string) =>
        new Promise<unknown>((resolve) => report.on(name, (event) => resolve(event.detail)))
      await Promise.all([next('loaded'), next('rendered')])
      const pages = await report.getPages()
      const target = pages.find((each) => !each.isActive)
      const changed = next('pageChanged')
      await report.setPage(target?.name ?? '')
      const detail = (await changed) as { newPage: { name: string } }
      await report.setAccessToken(second)
      const bookmark = await report.bookmarksManager.capture()
      await report.bookmarksManager.applyState(bookmark.state ?? '')
      const active = await report.getActivePage()
      return {
        pages: pages.length,
        changedTo: detail.newPage.name === target?.name,
        active: active.name === target?.name,
      }
    },
    [target.origin, target.id, target.embedUrl, tokens[0], tokens[1]] as const,
  )
  expect(outcome).toEqual({ pages: outcome.pages, changedTo: true, active: true })
  expect(outcome.pages).toBeGreaterThan(1)
})

test('after its token is revoked, a report continues with a new token, and ends without one', async () => {
  const target = await targetOf('Desempenho de revendas')
  const [first, second] = [await target.issue(), await target.issue()]
  const show = { reportId: target.id, embedUrl: target.embedUrl, token: { token: first.token, endsInMs: 900_000 } }
  await page.evaluate(
    ([shown, origin, renewed]) => {
      window.host.renewedToken = { token: renewed, endsInMs: 900_000 }
      window.host.show({ ...shown, configuration: {} }, [origin])
    },
    [show, target.origin, second.token] as const,
  )
  await page.waitForFunction((id) => window.host.log.includes(`rendered ${id}`), target.id)
  const tabs = page.frameLocator('iframe').getByRole('tab')
  const answered = (status: number) =>
    page.waitForResponse((response) => response.url().endsWith('/viewer/visual') && response.status() === status)

  await client.revokeEmbedToken(first.tokenId)
  const refusedThenServed = Promise.all([answered(403), answered(200)])
  await tabs.nth(1).click() // requests the rows of another page
  await refusedThenServed
  expect(await tabs.nth(1).getAttribute('aria-selected')).toBe('true')
  expect(await page.evaluate(() => window.host.log.filter((each) => each.startsWith('failed')))).toEqual([])

  await page.evaluate(() => void (window.host.renewedToken = null))
  await client.revokeEmbedToken(second.tokenId)
  await tabs.nth(0).click()
  await tabs.nth(2).click()
  await page.waitForFunction(() => window.host.log.includes('failed token_ended'))
}, 60_000)

test('E4 a page of an origin that is not allowed cannot frame the report', async () => {
  const target = await targetOf('Produtos')
  const policies: string[] = []
  page.on('console', (message) => void policies.push(message.text()))
  await page.goto(stage.localOrigin) // a page on the same machine with another origin
  await page.evaluate((url) => {
    document.body.appendChild(document.createElement('iframe')).src = url
  }, target.embedUrl)
  await expect.poll(() => policies.some((text) => text.includes('frame-ancestors'))).toBe(true)
})

// Embedded access: a page of another site, on another origin, shows a report in a frame. Its server runs the program that the settings show.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContextOptions, expect, type FrameLocator, type Page } from '@playwright/test'
import { sentenceOf } from '#apps/server/phrases.ts'
import { listAllReports } from '#features/home/shelves/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { exampleEmail } from '#features/organisation/settings/web/settings-embedded-snippets.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { publishTerm, userTermCalls } from '#features/organisation/user-terms/contract.ts'
import { claimsFor, signed } from '#testing/embedded-tokens.ts'
import { phrasesOf } from './phrase.ts'
import { fits, noViolations, people, type Portal, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

const run = promisify(execFile)
const reportName = 'Desempenho de revendas'

type Site = {
  origin: string
  /** The address that its page shows in the frame, made anew for each visit. */
  frame: () => Promise<string> | string
  close: () => Promise<void>
}

/** A server of another site. Its page has a heading of its own and one frame. */
async function startSite(): Promise<Site> {
  const site: Site = { origin: '', frame: () => 'about:blank', close: async () => undefined }
  const server = createServer((_, response) => {
    void Promise.resolve(site.frame()).then((address) =>
      response.setHeader('content-type', 'text/html; charset=utf-8').end(
        `<!doctype html><meta name="viewport" content="width=device-width"><title>ERP</title><body style="margin:0;font-family:sans-serif"><h1 style="margin:0;padding:12px 16px;font-size:18px;background:#173f5f;color:#fff">ERP · Pedidos</h1>
         <iframe src="${address}" title="Relatório" allow="fullscreen" referrerpolicy="no-referrer" style="width:100%;height:calc(100vh - 46px);border:0;display:block"></iframe>`,
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  site.origin = `http://127.0.0.1:${String(typeof bound === 'object' ? bound?.port : 0)}`
  site.close = () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections())
  return site
}

const outer = (page: Page): FrameLocator => page.frameLocator('iframe')
const figure = (page: Page) => outer(page).frameLocator('iframe').locator('.figure-value').first()
const seesReport = (page: Page) => expect(figure(page)).toContainText('$', { timeout: 40_000 })

const visitorOf = async (browser: Browser, options: BrowserContextOptions = {}) =>
  (await browser.newContext({ locale: 'pt-BR', ...options })).newPage()

async function setByCall(portal: Portal, change: Omit<SentOf<typeof updateSettings>, 'version'>) {
  const staff = await portal.as(people.partner)
  const { version } = await staff(readSettings, {})
  return staff(updateSettings, { version, ...change })
}

async function idOfReport(portal: Portal): Promise<string> {
  const manager = await portal.as(people.manager)
  const [report] = (await manager(listAllReports, { search: reportName })).data
  return report?.id ?? ''
}

test('staff allow embedded access, an ERP shows a report with the copied program, and a new secret ends it', async ({
  portal,
  browser,
}, testInfo) => {
  const picture = (page: Page, name: string) => takePicture(page, testInfo.outputPath(`${name}.png`))
  const [erp, stranger] = [await startSite(), await startSite()]
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-erp-'))
  const program = join(folder, 'embedded.mjs')
  try {
    // The settings: switch, origin, secret, program.
    const staff = await portal.pageOf(people.partner, { viewport: { width: 1366, height: 900 }, colorScheme: 'light' })
    staff.setDefaultTimeout(20_000)
    await staff.goto(portal.url('/setting'))
    await staff.getByRole('switch', { name: say('organisation.settings.field.enable_embedded') }).check({ force: true })
    const origins = staff.locator('#domains_embedded_whitelist')
    await origins.fill('erp.norte.example/pedidos')
    await origins.press('Enter')
    await expect(staff.getByText('erp.norte.example/pedidos não é o endereço de um site.')).toBeVisible()
    await origins.fill(`${erp.origin}/`)
    await origins.press('Enter')
    await expect(staff.getByText(erp.origin, { exact: true })).toBeVisible()
    await staff.getByRole('button', { name: say('general.action.save') }).click()
    // A secret is made for the saved version of the settings.
    await expect(staff.getByText(say('general.toast.done'))).toBeVisible()
    await expect(staff.getByText(say('organisation.settings.embedded.noSecret'))).toBeVisible()
    await staff.getByRole('button', { name: say('organisation.settings.embedded.make') }).click()
    const dialog = staff.getByRole('dialog', { name: say('organisation.settings.embedded.onceTitle') })
    const secret = await dialog.locator('[data-secret]').innerText()
    expect(secret).toMatch(/^[\w-]{43}$/)
    await picture(staff, 'secret')
    await noViolations(staff, 'the dialog of a secret')
    await dialog.getByRole('button', { name: say('organisation.settings.embedded.kept') }).click()
    await expect(staff.getByText(secret)).toHaveCount(0)
    const code = staff.getByRole('region', { name: 'Node.js' })
    await code.scrollIntoViewIfNeeded()
    await picture(staff, 'settings')
    await noViolations(staff, 'settings with embedded access')
    const text = await code.innerText()
    // Staff are none of the people of the unit: embedded access would refuse their own address.
    expect(text).not.toContain(people.partner)
    expect(text).toContain(exampleEmail)
    await writeFile(program, text.replace(exampleEmail, people.manager))
    await staff.setViewportSize({ width: 390, height: 844 })
    await staff.emulateMedia({ colorScheme: 'dark' })
    await fits(staff, 'settings with embedded access')
    await code.scrollIntoViewIfNeeded()
    await picture(staff, 'settings-phone-dark')

    // The other site.
    const report = await idOfReport(portal)
    const env = { ...process.env, VITRINE_EMBEDDED_SECRET: secret }
    const address = async () => (await run(process.execPath, [program], { env })).stdout.trim()
    erp.frame = async () => `${await address()}?report=${report}`
    const page = await visitorOf(browser, { viewport: { width: 1280, height: 800 } })
    await page.goto(erp.origin)
    await seesReport(page)
    await picture(page, 'erp')
    const frame = page.frames().find((each) => each.url().includes('/embedded/reports/'))
    expect(frame?.url()).toBe(portal.url(`/embedded/reports/${report}`))
    // No menu, no bar, no way to another page; the tools of the report are there.
    await expect(outer(page).getByRole('navigation')).toHaveCount(0)
    await expect(outer(page).getByRole('banner').getByRole('link')).toHaveCount(0)
    await expect(outer(page).getByRole('button', { name: /favorit/i })).toHaveCount(0)
    await expect(outer(page).getByRole('toolbar')).toBeVisible()

    // Its storage survives a reload of the frame, which needs no second token. It is no session of the portal, also in a browser that
    // does not partition storage by site.
    await frame?.evaluate(() => location.reload())
    await seesReport(page)
    const above = await page.context().newPage()
    await above.goto(portal.url('/'))
    await expect(above).toHaveURL(/\/signin/)
    await above.close()

    // Two frames of one page, and then the list of reports.
    const list = await visitorOf(browser, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    erp.frame = address
    await list.goto(erp.origin)
    await expect(outer(list).getByRole('link', { name: new RegExp(reportName) })).toBeVisible({ timeout: 30_000 })
    await picture(list, 'list-phone-dark')
    await outer(list)
      .getByRole('link', { name: new RegExp(reportName) })
      .click()
    await seesReport(list)
    await picture(list, 'erp-phone-dark')
    // One bar, as wide as the frame, with every tool inside it.
    const bar = outer(list).locator('header').filter({ visible: true })
    await expect(bar).toHaveCount(1)
    const { x, width } = (await bar.boundingBox()) ?? { x: -1, width: 0 }
    expect([x, width]).toEqual([0, 390])
    for (const tool of await outer(list).getByRole('toolbar').getByRole('button').all()) {
      const box = await tool.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    await outer(list)
      .getByRole('link', { name: /^Voltar para/ })
      .click()
    await expect(outer(list).getByRole('heading', { name: say('home.shelves.all.title') })).toBeVisible()
    await list.context().close()

    // A used address opens nothing a second time.
    const used = await address()
    erp.frame = () => used
    const first = await visitorOf(browser)
    await first.goto(erp.origin)
    await expect(outer(first).getByRole('heading', { name: say('home.shelves.all.title') })).toBeVisible({
      timeout: 30_000,
    })
    const second = await visitorOf(browser)
    await second.goto(erp.origin)
    await expect(
      outer(second).getByRole('heading', { name: sentenceOf('sign_in.hand_over_failed', 'pt-BR') }),
    ).toBeVisible()
    await expect.poll(() => second.frames()[1]?.url()).toBe(portal.url('/embedded/ended'))
    await Promise.all([first.context().close(), second.context().close()])

    // A page that is not on the list, and pages that are not embedded ones: the browser refuses.
    const refused = async (site: Site, path: () => Promise<string> | string) => {
      site.frame = path
      const visitor = await visitorOf(browser)
      const said = visitor.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
      await visitor.goto(site.origin)
      const message = (await said).text()
      await visitor.context().close()
      return message
    }
    expect(await refused(stranger, address)).toContain(erp.origin)
    for (const path of ['/', '/signin', '/setting', `/${report}/reports/view`, '/api/docs'])
      expect(await refused(erp, () => portal.url(path)), path).toContain("'none'")

    // A new secret: the open page ends by itself.
    const started = performance.now()
    await setByCall(portal, { token_embedded: 'rotate' })
    const changed = performance.now()
    await expect(outer(page).getByRole('heading', { name: say('identity.embeddedAccess.ended') })).toBeVisible()
    console.log(
      `A6: the frame showed the end ${String(Math.round(performance.now() - changed))} ms after the answer, ${String(Math.round(performance.now() - started))} ms after the request`,
    )
    await picture(page, 'ended')
    await page.context().close()
  } finally {
    await setByCall(portal, { enable_embedded: 'N', domains_embedded_whitelist: [] })
    await Promise.all([erp.close(), stranger.close(), rm(folder, { recursive: true })])
  }
})

test('a term before a report is asked inside the frame, and one after the sign-in is not', async ({
  portal,
  browser,
}, testInfo) => {
  const erp = await startSite()
  try {
    const staff = await portal.as(people.partner)
    const report_id = await idOfReport(portal)
    const ids: string[] = []
    for (const { title, ...placed } of [
      { title: 'Uso do portal', place: 'after_login', report_id: null },
      { title: 'Sigilo do relatório', place: 'report', report_id },
    ] as const) {
      const texts = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })
      const written = {
        title: texts(title),
        body: texts(`${title}: uma linha.`),
        condition: 'mandatory',
        active: 'S',
      } as const
      const { id } = await staff(userTermCalls.add, { ...written, ...placed })
      await staff(publishTerm, { id, version: 1 })
      ids.push(id)
    }
    await setByCall(portal, { enable_embedded: 'S', domains_embedded_whitelist: [erp.origin] })
    const { token_embedded: secret } = await setByCall(portal, { token_embedded: 'rotate' })
    const { host } = new URL(portal.url('/'))
    erp.frame = () =>
      portal.url(`/embedded/${signed(claimsFor(people.manager, host, { report: report_id }), String(secret))}`)
    const page = await visitorOf(browser, { viewport: { width: 1280, height: 800 } })
    await page.goto(erp.origin)
    const term = outer(page).getByRole('dialog')
    await expect(term.getByText('Sigilo do relatório: uma linha.')).toBeVisible({ timeout: 40_000 })
    await expect(outer(page).locator('iframe')).toHaveCount(0)
    await takePicture(page, testInfo.outputPath('term.png'))
    // Who does not accept goes back to the list of reports, and is asked again.
    await term.getByRole('button', { name: say('organisation.userTerms.dialog.leave') }).click()
    await outer(page)
      .getByRole('link', { name: new RegExp(reportName) })
      .click()
    await term.getByRole('checkbox', { name: say('organisation.userTerms.dialog.agree') }).check()
    await term.getByRole('button', { name: say('organisation.userTerms.dialog.accept') }).click()
    await seesReport(page)
    await expect(term).toHaveCount(0)
    await page.goto(erp.origin)
    await seesReport(page)
    for (const id of ids) await staff(userTermCalls.remove, { id })
  } finally {
    await erp.close()
  }
})

// A manager makes a playlist and connects a TV; the TV plays its reports over an expired session and a network cut, without anybody there.
import { type BrowserContext, expect, type Page } from '@playwright/test'
import {
  duplicateReport,
  listReports,
  readReport,
  removeReport,
  updateReport,
} from '#features/reports/library/contract.ts'
import { pairScreen, playlistCalls } from '#features/reports/playlists/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { REPORT_PAGE } from '#powerbi/testing/report-page.ts'
import { phrasesOf } from './phrase.ts'
import { chooseOffered, fits, noViolations, people, type Portal, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

// A TV shows the transitions between slides, which other journeys go without (playwright.config.ts).
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const first = 'Desempenho de revendas'
const second = 'Visão geral de vendas'

/** Makes a playlist with short items, as nobody can in the form, so that a test sees many of them. */
async function quickPlaylist(portal: Portal, name: string, seconds = 5, reportIds?: string[]): Promise<string> {
  const admin = await portal.as(people.admin)
  const reports = (await admin(listReports, { size: 100 })).data
  const idOf = (report: string) => reports.find((one) => one.name === report)?.id ?? ''
  const items = (reportIds ?? [first, second].map(idOf)).map((report_id) => ({
    id: crypto.randomUUID(),
    report_id,
    page: null,
    page_name: null,
    seconds,
    repetitions: 1,
    filters: [],
    hours: [],
  }))
  const { id } = await admin(playlistCalls.add, { name, description: null, items, user_ids: [], group_ids: [] })
  return id
}

/** What is on screen: the id of the shown item. */
const shownItem = (page: Page) => page.locator('[data-slide][data-shown]').getAttribute('data-slide')
const frameOnScreen = (page: Page) => page.locator('[data-slide][data-shown]').frameLocator('iframe')

async function connect(portal: Portal, tv: Page, playlist: string, name: string): Promise<void> {
  await tv.goto(portal.url('/auth/playlist'))
  const code = await tv.locator('[data-code]').getAttribute('data-code')
  const admin = await portal.as(people.admin)
  await admin(pairScreen, { playlist_id: playlist, name, code: code ?? '' })
}

test('a manager makes a playlist, connects a TV by its code, and sees it play', async ({ portal, browser }) => {
  const admin = await portal.pageOf(people.admin)
  await admin.goto(portal.url('/playlists/add'))
  const name = `Recepção ${Date.now()}`
  await admin.getByLabel(say('reports.playlists.field.name'), { exact: true }).fill(name)
  for (const report of [first, second]) {
    await chooseOffered(admin.getByRole('combobox', { name: say('reports.playlists.addItem') }), report, report)
  }
  const items = admin.getByRole('list', { name: say('reports.playlists.field.items') }).getByRole('listitem')
  await expect(items).toHaveCount(2)
  // The order by keyboard.
  await admin.getByRole('button', { name: say('general.order.up', { name: second }) }).focus()
  await admin.keyboard.press('Enter')
  await expect(items.first()).toContainText(second)
  await admin.getByRole('button', { name: say('reports.playlists.changeItem', { name: second }) }).click()
  await admin.getByLabel(say('reports.playlists.item.seconds')).fill('5')
  await admin.getByRole('button', { name: say('general.action.apply') }).click()
  await expect(items.first()).toContainText(say('reports.playlists.forSeconds', { count: 5 }))
  await admin.getByRole('button', { name: say('general.action.add'), exact: true }).click()
  // The new playlist offers where to show it.
  await expect(admin.getByText(say('reports.playlists.showNow'))).toBeVisible()
  await expect(admin.getByRole('link', { name: say('reports.playlists.playHere') })).toBeVisible()
  // Saving a change stays there as well.
  const saved = admin.url()
  await admin.getByLabel(say('reports.playlists.field.description')).fill('Na entrada')
  await admin.getByRole('button', { name: say('general.action.save'), exact: true }).click()
  await expect(admin.getByLabel(say('reports.playlists.field.description'))).toHaveValue('Na entrada')
  await expect(admin).toHaveURL(saved)

  const context = await browser.newContext()
  const tv = await context.newPage()
  await tv.goto(portal.url('/auth/playlist'))
  await expect(tv.getByRole('heading', { name: say('reports.playlists.pairing.title') })).toBeVisible()
  await expect(tv.getByText(say('reports.playlists.screens.pair'))).toBeVisible()
  const code = await tv.locator('[data-code]').innerText()
  // The menu of the list says it as the TV does, and asks for the code at once.
  await admin.goto(portal.url('/playlists'))
  await admin.getByRole('button', { name: `${say('general.action.more')}: ${name}` }).click()
  await admin.getByRole('menuitem', { name: say('reports.playlists.screens.pair') }).click()
  await admin.getByRole('textbox', { name: say('reports.playlists.screens.field.code') }).fill(code.toLowerCase())
  await admin.getByLabel(say('reports.playlists.screens.field.name')).fill('TV da recepção')
  await admin.getByRole('button', { name: say('reports.playlists.screens.connect'), exact: true }).click()

  await expect(tv).toHaveURL(portal.url('/playlist/view'), { timeout: 30_000 })
  await expect(frameOnScreen(tv).getByText('US$').first()).toBeVisible({ timeout: 30_000 })
  const started = await shownItem(tv)
  await expect.poll(() => shownItem(tv), { timeout: 30_000 }).not.toBe(started)
  const screen = admin.getByRole('listitem').filter({ hasText: 'TV da recepção' })
  await expect(screen).toContainText(say('reports.playlists.screens.playing'), { timeout: 40_000 })

  // Removing the screen stops it at once.
  await screen.getByRole('button').click()
  await admin.getByRole('menuitem', { name: say('general.action.remove') }).click()
  const asked = await admin.getByRole('dialog').innerText()
  const typed = /[A-ZÇÃ]+_[A-ZÇÃ_]+/.exec(asked)?.[0] ?? ''
  await admin.getByRole('dialog').getByRole('textbox').fill(typed)
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: say('general.action.remove') })
    .click()
  await expect(tv).toHaveURL(/\/signin/, { timeout: 30_000 })
  await context.close()
})

test('a TV plays on over an expired session and a network cut, and never shows an empty screen @all', async ({
  portal,
  browser,
}) => {
  const playlist = await quickPlaylist(portal, `Fábrica ${Date.now()}`)
  const context = await browser.newContext()
  const tv = await context.newPage()
  await connect(portal, tv, playlist, 'TV da fábrica')
  await expect(tv).toHaveURL(portal.url('/playlist/view'), { timeout: 30_000 })
  await expect(frameOnScreen(tv).getByText('US$').first()).toBeVisible({ timeout: 30_000 })
  await turns(tv, 3)

  // The session expires: the next call is refused with the word of an expired token, and the page renews it by itself.
  const renewed = tv.waitForResponse((answer) => answer.url().endsWith('/api/refresh/token') && answer.ok())
  const loaded = tv.waitForEvent('load')
  await expireOnce(context)
  await renewed
  await expect(tv.getByText(say('identity.sessions.updating'))).toBeVisible()
  await loaded
  await expect(frameOnScreen(tv).getByText('US$').first()).toBeVisible({ timeout: 30_000 })
  await expect(tv).toHaveURL(portal.url('/playlist/view'))
  await turns(tv, 2)

  // Without a network the last picture stays.
  await context.setOffline(true)
  await tv.waitForTimeout(15_000)
  await expect(tv.locator('[data-slide][data-shown]')).toHaveCount(1)
  await expect(frameOnScreen(tv).getByText('US$').first()).toBeVisible()
  await context.setOffline(false)
  await turns(tv, 2)
  await context.close()
})

/** Waits for `count` changes of the picture. At every look there is exactly one picture. */
async function turns(tv: Page, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    const before = await shownItem(tv)
    await expect
      .poll(
        async () => {
          expect(await tv.locator('[data-slide][data-shown]').count()).toBe(1)
          return shownItem(tv)
        },
        { timeout: 40_000 },
      )
      .not.toBe(before)
  }
}

/** Answers the next call of the player as the server answers an expired token. */
async function expireOnce(context: BrowserContext): Promise<void> {
  let isDone = false
  await context.route('**/api/auth/playlists/**', async (route) => {
    if (isDone) return route.fallback()
    isDone = true
    await route.fulfill({
      status: 401,
      contentType: 'application/json',
      body: JSON.stringify({ status: 'expired_token', key: 'expired_token', message: 'Autenticação expirada' }),
    })
  })
}

/** Counts the pictures of the player in every page of the context, also over a reload, and the moments without exactly one. */
async function countSlides(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (window.top !== window) return
    let shown: Element | null = null
    const add = (key: string) => sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key)) + 1))
    const look = () => {
      const all = document.querySelectorAll('[data-slide][data-shown]')
      if (shown !== null && all.length !== 1) add('faults')
      if (all.length !== 1 || all[0] === shown) return
      shown = all[0] ?? null
      add('slides')
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributeFilter: ['data-shown'] })
  })
}

const counted = (tv: Page, key: 'slides' | 'faults') => tv.evaluate((name) => Number(sessionStorage.getItem(name)), key)

/** Moves the clock of the page until it has shown this many pictures. The page may load anew meanwhile. */
async function playUntil(tv: Page, slides: number): Promise<void> {
  await expect(async () => {
    await tv.clock.fastForward(6_000)
    expect(await counted(tv, 'slides')).toBeGreaterThanOrEqual(slides)
  }).toPass({ timeout: 400_000, intervals: [50] })
}

test('a TV plays 200 accelerated slides over an expired token and a network cut @all', async ({ portal, browser }) => {
  test.setTimeout(900_000)
  const playlist = await quickPlaylist(portal, `Duzentos ${Date.now()}`)
  const context = await browser.newContext()
  const tv = await context.newPage()
  await countSlides(context)
  await connect(portal, tv, playlist, 'TV dos duzentos')
  await expect(tv).toHaveURL(portal.url('/playlist/view'))
  const value = () => frameOnScreen(tv).getByText('US$').first()
  await expect(value()).toBeVisible()

  // The service draws no report for the slides between: the player, its calls and its tokens are the real ones.
  await context.route('**/reportEmbed?*', (route) => route.fulfill({ contentType: 'text/html', body: REPORT_PAGE }))
  await tv.clock.install()
  await playUntil(tv, 70)

  const renewed = tv.waitForResponse((answer) => answer.url().endsWith('/api/refresh/token') && answer.ok())
  await expireOnce(context)
  await tv.clock.fastForward(60_000)
  await renewed
  await playUntil(tv, 140)

  // Without a network the last picture stays, however long it takes.
  await context.setOffline(true)
  await tv.clock.fastForward(3_600_000)
  await expect(tv.locator('[data-slide][data-shown]')).toHaveCount(1)
  await context.setOffline(false)
  await playUntil(tv, 200)
  await context.unroute('**/reportEmbed?*')
  await playUntil(tv, (await counted(tv, 'slides')) + 3)
  await expect(value()).toBeVisible()
  expect(await counted(tv, 'faults')).toBe(0)
  await context.close()
})

test('a playlist plays on a screen and on a phone', async ({ portal }, testInfo) => {
  const title = `Aparência ${Date.now()}`
  const playlist = await quickPlaylist(portal, title, 300)
  for (const [name, options] of Object.entries(looks)) {
    const page = await portal.pageOf(people.admin, options)
    await page.goto(portal.url('/playlists'))
    await expect(page.getByText(title).first()).toBeVisible()
    await fits(page, `playlists, ${name}`)
    await takePicture(page, testInfo.outputPath(`list-${name}.png`))
    await page.goto(portal.url(`/${playlist}/playlist/view`))
    await expect(frameOnScreen(page).getByText('US$').first()).toBeVisible({ timeout: 30_000 })
    await fits(page, `player, ${name}`)
    await noViolations(page, `player, ${name}`)
    await takePicture(page, testInfo.outputPath(`player-${name}.png`))
    if (name === 'phone') {
      const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
      await page.getByRole('button', { name: say('reports.view.tool.fullscreen') }).tap()
      await expect(page.getByRole('button', { name: say('reports.view.tool.leaveFullscreen') })).toBeVisible()
      await expect.poll(isFull).toBe(true)
      await takePicture(page, testInfo.outputPath('player-phone-full.png'))
      await page.getByRole('button', { name: say('reports.view.tool.leaveFullscreen') }).tap()
      await expect(page.getByRole('button', { name: say('reports.view.tool.fullscreen') })).toBeVisible()
      await expect.poll(isFull).toBe(false)

      // The browser of an iPhone gives no page the full screen.
      await page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
      await page.reload()
      await expect(page.getByRole('button', { name: say('reports.playlists.pause') })).toBeVisible()
      await expect(page.getByRole('button', { name: /tela cheia/i })).toHaveCount(0)
    }
  }
})

test('a portrait report of a playlist stands in the middle of a wide screen @all', async ({ portal }, testInfo) => {
  const ask = await portal.as(people.admin)
  const [original] = (await ask(listReports, { search: first })).data
  const { id } = await ask(duplicateReport, { id: original?.id ?? '' })
  const { version } = await ask(readReport, { id })
  await ask(updateReport, {
    id,
    version,
    orientation: 'portrait',
    ignore_row_security: 'S',
    ignore_role: 'Company',
  })
  const playlist = await quickPlaylist(portal, `Retrato ${Date.now()}`, 300, [id])
  for (const [name, options] of Object.entries(looks)) {
    const page = await portal.pageOf(people.admin, options)
    await page.goto(portal.url(`/${playlist}/playlist/view`))
    await expect(frameOnScreen(page).getByText('US$').first()).toBeVisible()
    await expect(frameOnScreen(page).locator('.canvas.is-phone')).toHaveCount(1)
    const frame = await page.locator('[data-slide][data-shown] iframe').boundingBox()
    const { width, height } = options.viewport
    expect([frame?.width, frame?.height]).toEqual([name === 'phone' ? width : height * 0.6, height])
    expect((frame?.x ?? 0) * 2 + (frame?.width ?? 0)).toBe(width)
    await fits(page, `portrait, ${name}`)
    await takePicture(page, testInfo.outputPath(`portrait-${name}.png`))
  }
  await ask(removeReport, { id })
})

test('a filter of an item offers the columns of its report, and takes names where the service tells none @all', async ({
  portal,
}, testInfo) => {
  for (const [name, options] of Object.entries(looks)) {
    const page = await portal.pageOf(people.admin, options)
    await page.goto(portal.url('/playlists/add'))
    await chooseOffered(page.getByRole('combobox', { name: say('reports.playlists.addItem') }), first, first)
    const change = page.getByRole('button', { name: say('reports.playlists.changeItem', { name: first }) })
    await change.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: say('reports.playlists.item.addFilter'), exact: true }).click()
    const filter = dialog.getByRole('group', { name: 'Filtro 1' })
    await chooseOffered(
      filter.getByRole('combobox', { name: say('reports.library.filters.column') }),
      'resel',
      'Reseller',
      { exact: true },
    )
    await expect(filter.getByRole('combobox', { name: say('reports.library.filters.column') })).toHaveValue('Reseller')
    await filter.getByRole('combobox', { name: say('reports.library.filters.values') }).fill('Bike World')
    await page.keyboard.press('Enter')
    await fits(page, `a filter of an item, ${name}`)
    await noViolations(page, `a filter of an item, ${name}`)
    await takePicture(page, testInfo.outputPath(`filter-${name}.png`))
    await dialog.getByRole('button', { name: say('general.action.apply') }).click()
    const items = page.getByRole('list', { name: say('reports.playlists.field.items') }).getByRole('listitem')
    await expect(items.first()).toContainText('Reseller: Bike World')

    await page.route('**/api/auth/playlists/report/columns?*', (route) => route.fulfill({ json: { data: [] } }))
    await page.goto(portal.url('/playlists/add'))
    await chooseOffered(page.getByRole('combobox', { name: say('reports.playlists.addItem') }), first, first)
    await change.click()
    await dialog.getByRole('button', { name: say('reports.playlists.item.addFilter'), exact: true }).click()
    await filter.getByRole('textbox', { name: say('reports.library.filters.table') }).fill('Reseller')
    await filter.getByRole('textbox', { name: say('reports.library.filters.column') }).fill('City')
    await filter.getByRole('combobox', { name: say('reports.library.filters.values') }).fill('Recife')
    await page.keyboard.press('Enter')
    await takePicture(page, testInfo.outputPath(`filter-typed-${name}.png`))
    await dialog.getByRole('button', { name: say('general.action.apply') }).click()
    await expect(items.first()).toContainText('City: Recife')
  }
})

const looks = {
  screen: { viewport: { width: 1920, height: 1080 }, colorScheme: 'light' },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' },
} as const

test('where playlists are the home page, a person lands on them @all', async ({ portal }) => {
  const admin = await portal.as(people.admin)
  const { version } = await admin(readSettings, {})
  await admin(updateSettings, { version, enable: 'S', home_page: 'playlists' })
  const page = await portal.pageOf(people.admin)
  await expect(page).toHaveURL(portal.url('/playlists'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('reports.playlists.title'))
})

test('a slide keeps the recommended size of its report, and is scaled to the screen @all', async ({
  portal,
}, testInfo) => {
  const playlist = await quickPlaylist(portal, `Resolução ${Date.now()}`, 300)
  await recommend(portal, first, '2560x1440')
  const sizes = { wide: [1280, 720], low: [1280, 400], high: [800, 1000] } as const
  for (const [name, [width, height]] of Object.entries(sizes)) {
    const page = await portal.pageOf(people.admin, { viewport: { width, height }, colorScheme: 'dark' })
    await page.goto(portal.url(`/${playlist}/playlist/view`))
    await expect(frameOnScreen(page).getByText('US$').first()).toBeVisible({ timeout: 30_000 })
    const { frame, drawn } = await frameOf(page)
    // At least as many pixels as recommended; drawn, it fills the screen, with one factor in both directions.
    expect(frame.width, name).toBeGreaterThanOrEqual(2559)
    expect(frame.height, name).toBeGreaterThanOrEqual(1439)
    expect(Math.abs(drawn.width - width), name).toBeLessThan(2)
    expect(Math.abs(drawn.height - height), name).toBeLessThan(2)
    expect(Math.abs(drawn.width / frame.width - drawn.height / frame.height), name).toBeLessThan(0.005)
    await fits(page, `a scaled slide, ${name}`)
    await takePicture(page, testInfo.outputPath(`scaled-${name}.png`))
  }
  // A phone has the report's layout for phones.
  const phone = await portal.pageOf(people.admin, looks.phone)
  await phone.goto(portal.url(`/${playlist}/playlist/view`))
  await expect(frameOnScreen(phone).getByText('US$').first()).toBeVisible({ timeout: 30_000 })
  expect((await frameOf(phone)).frame.width).toBe(390)
  await takePicture(phone, testInfo.outputPath('scaled-phone.png'))
  await recommend(portal, first, null)
})

async function recommend(portal: Portal, name: string, recommended_resolution: string | null): Promise<void> {
  const admin = await portal.as(people.admin)
  const { data } = await admin(listReports, { size: 100 })
  const id = data.find((one) => one.name === name)?.id ?? ''
  const { version } = await admin(readReport, { id })
  await admin(updateReport, { id, version, recommended_resolution })
}

/** The size of the shown frame in its own pixels, and on the screen. */
const frameOf = (page: Page) =>
  page.locator('[data-slide][data-shown] iframe').evaluate((element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect()
    return { frame: { width: element.offsetWidth, height: element.offsetHeight }, drawn: { width, height } }
  })

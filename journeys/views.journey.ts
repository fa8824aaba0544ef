// People keep views of a report, share them by link, filter by the address, reset their filters and print.
import { expect, type Page } from '@playwright/test'
import { phrasesOf } from './phrase.ts'
import { card, fits, noViolations, people, reportIn, salesByHand, slice, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

const report = 'Desempenho de revendas'
const ownOf = (email: string) => `e.EmailAddress = '${email}'`
const teamOf = (email: string) => `(e.EmailAddress = '${email}' or m.EmailAddress = '${email}')`
const sales = (page: Page) => card(page, 'Vendas')

async function open(page: Page): Promise<void> {
  await page.getByRole('link', { name: report }).first().click()
  // An earlier journey may have left another page and filters.
  await reportIn(page).getByRole('tab', { name: 'Vendedores' }).click()
  await expect(sales(page)).toContainText('US$', { timeout: 30_000 })
  await resetFilters(page)
  await expect(reportIn(page).getByRole('button', { name: 'Ano: Todos' })).toBeVisible({ timeout: 30_000 })
}

const more = async (page: Page, item: string) => {
  await page.getByRole('button', { name: say('reports.view.tool.more') }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The report opens again: its earlier frame must be gone before the next step. */
async function resetFilters(page: Page): Promise<void> {
  const frame = await page.locator('iframe').elementHandle()
  await more(page, say('reports.view.tool.reset'))
  await page.waitForFunction((element) => element !== null && !element.isConnected, frame)
}

test('a view opened by its link shows each person only their own rows, also on a phone', async ({
  portal,
}, testInfo) => {
  const manager = await portal.pageOf(people.manager)
  await open(manager)
  await slice(manager, 'Ano', '2012')
  const team = await salesByHand(`${teamOf(people.manager)} and d.CalendarYear = 2012`)
  await expect(sales(manager)).toContainText(team)

  await manager.getByRole('button', { name: say('reports.savedViews.title') }).click()
  const views = manager.getByRole('dialog', { name: say('reports.savedViews.title') })
  await views.getByRole('textbox', { name: say('reports.savedViews.field.name') }).fill('Ano de 2012')
  await views.getByRole('button', { name: say('reports.savedViews.save') }).click()
  await expect(views.getByRole('button', { name: 'Ano de 2012', exact: true })).toBeVisible()
  await views.getByRole('textbox', { name: say('reports.savedViews.field.name') }).fill('Outra')
  await views.getByRole('button', { name: say('reports.savedViews.save') }).click()
  await expect(views.getByRole('button', { name: 'Outra', exact: true })).toBeVisible()
  await views.getByRole('button', { name: 'Ano de 2012', exact: true }).click()
  await expect(manager).toHaveURL(/\?view=[\da-f-]{36}$/)
  await expect(sales(manager)).toContainText(team, { timeout: 30_000 })

  await more(manager, say('reports.view.tool.share'))
  const share = manager.getByRole('dialog', { name: say('reports.view.share.title', { name: report }) })
  await expect(share.getByRole('img', { name: /Código QR/ })).toBeVisible()
  const link = await share.getByRole('textbox', { name: say('reports.view.share.link') }).inputValue()
  expect(link).toBe(manager.url())
  await takePicture(manager, testInfo.outputPath('share.png'))
  await manager.keyboard.press('Escape')

  const seller = await portal.pageOf(people.seller)
  await open(seller)
  await seller.goto(link)
  const own = await salesByHand(`${ownOf(people.seller)} and d.CalendarYear = 2012`)
  await expect(sales(seller)).toContainText(own, { timeout: 30_000 })
  await expect(seller.getByText(/Visão “Ano de 2012”, de /)).toBeVisible()
  await expect(reportIn(seller).getByRole('button', { name: 'Ano: 2012', exact: true })).toBeVisible()
  await takePicture(seller, testInfo.outputPath('view.png'))
  const small = await portal.pageOf(people.seller, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  })
  await small.goto(link)
  await expect(sales(small)).toContainText(own, { timeout: 30_000 })
  await expect(small.getByText(/Visão “Ano de 2012”, de /)).toBeVisible()
  await fits(small, 'a view on a phone')
  await noViolations(small, 'a view on a phone')
  await takePicture(small, testInfo.outputPath('view-phone.png'))

  // The seller's own last filters stay as they were.
  await seller.goto(link.replace(/\?.*/, ''))
  await expect(sales(seller)).toContainText(await salesByHand(ownOf(people.seller)), { timeout: 30_000 })
})

test('the address filters a report, a fault in it is told, and a reset takes the filters away @all', async ({
  portal,
}) => {
  const seller = await portal.pageOf(people.seller)
  await open(seller)
  const address = seller.url().replace(/\?.*/, '')
  const all = await salesByHand(ownOf(people.seller))
  const of2012 = await salesByHand(`${ownOf(people.seller)} and d.CalendarYear = 2012`)
  const filtered = (filter: string) => seller.goto(`${address}?filter=${encodeURIComponent(filter)}`)

  await filtered('Date/Year eq 2012')
  await expect(sales(seller)).toContainText(of2012, { timeout: 30_000 })
  await resetFilters(seller)
  await expect(sales(seller)).toContainText(all, { timeout: 30_000 })
  await expect(seller).toHaveURL(address)

  await filtered('Date/Year like 2012')
  await expect(seller.getByText(say('reports.view.note.unreadable', { at: 'Date/Year like 2012' }))).toBeVisible()
  await expect(sales(seller)).toContainText(all, { timeout: 30_000 })

  await filtered('Date/Semester eq 1')
  await expect(seller.getByText('O relatório não tem Date/Semester')).toBeVisible({ timeout: 30_000 })
  await expect(sales(seller)).toContainText(all)

  // A link to a view that is gone.
  await seller.goto(`${address}?view=00000000-0000-4000-8000-000000000000`)
  await expect(seller.getByText(say('reports.view.note.viewMissing'))).toBeVisible({ timeout: 30_000 })

  for (const time of ['the first time', 'once more']) {
    await slice(seller, 'Ano', '2012')
    await expect(sales(seller), time).toContainText(of2012)
    await resetFilters(seller)
    await expect(sales(seller), time).toContainText(all, { timeout: 30_000 })
  }
})

test('a printed report is the report alone, with its name', async ({ portal }) => {
  const seller = await portal.pageOf(people.seller)
  await open(seller)
  await seller.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await seller.emulateMedia({ media: 'print' })
  await expect(seller.getByText(new RegExp(`^${report} · `))).toBeVisible()
  await expect(sales(seller)).toBeVisible()
  await expect(seller.getByRole('toolbar', { name: say('reports.view.tool.label') })).toBeHidden()
  await expect(seller.getByRole('navigation').first()).toBeHidden()
})

import { expect, type Page } from '@playwright/test'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { addTenant } from '#features/organisation/tenants/contract.ts'
import { setSettings } from './four-languages.ts'
import { phrasesOf } from './phrase.ts'
import { fits, noViolations, password, people, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

const at = (baseURL: string | undefined, host: string, path = '/') =>
  `http://${host}.localhost:${new URL(baseURL ?? '').port}${path}`

async function signIn(page: Page, email: string): Promise<void> {
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await expect(page).not.toHaveURL(/signin/)
}

/** Opens the switcher and chooses a business unit. Its button is found by what it opens: its name depends on the language. */
async function choose(page: Page, unit: string): Promise<void> {
  await page.getByRole('banner').locator('button[aria-haspopup="listbox"]').click()
  await page.getByRole('option', { name: new RegExp(unit) }).click()
}

test('a partner moves through three business units as administrator and reader, and back', async ({
  page,
  baseURL,
}, testInfo) => {
  const picture = (name: string) => takePicture(page, testInfo.outputPath(`${name}.png`))
  await page.goto(at(baseURL, 'adventure-works'))
  await signIn(page, 'tereza.nogueira@adventure-works.com')
  await page.goto(at(baseURL, 'adventure-works', '/companies'))
  await page.getByRole('banner').locator('button[aria-haspopup="listbox"]').click()
  await picture('menu')
  // The modal of the switch: held open by the second answer that it awaits. The first one uses the token, which is valid for 60 s.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**//aw-europe.localhost*/api/${readConfig.path}*`, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('option', { name: /Europe/ }).click()
  await expect(page).toHaveURL(new RegExp('//aw-europe\\.localhost'))
  const modal = page.getByRole('dialog')
  await expect(modal.getByRole('status')).toHaveText(/^(Abrindo|Opening) .+…$/)
  await noViolations(page, 'modal of a switch')
  await page.keyboard.press('Escape')
  await expect(modal).toBeVisible()
  await picture('modal')
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page, 'modal of a switch')
  await picture('modal-phone')
  await page.setViewportSize({ width, height })
  release()
  await expect(modal).toHaveCount(0)
  const strip = page.getByRole('main').getByRole('region').first()
  await expect(strip).toContainText('Adventure Works Europe')
  await picture('admin')
  await choose(page, 'Brasil')
  await expect(page).toHaveURL(new RegExp('//aw-brasil\\.localhost'))
  await expect(strip).toContainText('Adventure Works Brasil')
  await page.getByRole('banner').locator('button[aria-haspopup="listbox"]').click()
  await page
    .locator('label')
    .filter({ hasText: /Leitor|Reader/ })
    .click()
  await page
    .getByRole('option', { name: /US|North America|Estados/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp('//aw-us\\.localhost'))
  await expect(strip).toContainText('Adventure Works US')
  // A reader has no people to manage.
  await expect(page.getByRole('link', { name: /^(People|Pessoas|Users|Usuários)$/ })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await picture('reader-phone')
  await strip.getByRole('button').click()
  await expect(page).toHaveURL(at(baseURL, 'adventure-works', '/companies'))
  await expect(strip).toHaveCount(0)
  // The way back has ended the session in the unit.
  await page.goto(at(baseURL, 'aw-us'))
  await expect(page).toHaveURL(/\/signin/)
})

test('from eight business units on, the switcher has a search @all', async ({ portal }, testInfo) => {
  const partner = await portal.as(people.partner, 'adventure-works')
  const page = await portal.pageOf(people.partner, { unit: 'adventure-works' })
  const open = () => page.getByRole('banner').locator('button[aria-haspopup="listbox"]').click()
  const options = page.getByRole('listbox').getByRole('option')
  const search = page.getByRole('textbox', { name: say('identity.unitSwitch.search') })
  await open()
  const before = await options.count()
  expect(before).toBeLessThan(8)
  await expect(search).toHaveCount(0)

  for (let number = before + 1; number <= 8; number++) {
    const unit = { name: `Novo Açaí ${number}`, subdomain: `novo-acai-${number}`, user_limit: 10 }
    await partner(addTenant, unit)
  }
  await page.reload()
  await open()
  await expect(options).toHaveCount(8)
  await expect(search).toBeFocused()
  await page.keyboard.type('acai 8')
  await expect(options).toHaveText([/Novo Açaí 8/])
  await noViolations(page, 'search')
  await takePicture(page, testInfo.outputPath('search.png'))
  await search.fill('nobody')
  await expect(options).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page, 'search')
  await takePicture(page, testInfo.outputPath('search-phone.png'))
  await page.setViewportSize({ width: 1280, height: 720 })
  // By address too, and without an arrow key.
  await search.fill('acai-8')
  await expect(options).toHaveText([/Novo Açaí 8/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp('//novo-acai-8\\.localhost'))
  await expect(page.getByRole('main').getByRole('region').first()).toContainText('Novo Açaí 8')
})

test('a partner enters a business unit from its row in the list, as administrator and as reader @all', async ({
  portal,
}, testInfo) => {
  const page = await portal.pageOf(people.partner, { unit: 'adventure-works' })
  const enterAs = async (item: string) => {
    await page.goto(portal.url('/companies', 'adventure-works'))
    await page.getByRole('button', { name: `${say('general.action.more')}: Adventure Works Brasil` }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page).toHaveURL(/\/\/aw-brasil\.localhost/)
    return page.getByRole('main').getByRole('region').first()
  }
  await expect(await enterAs(say('organisation.tenants.enterAsAdmin'))).toContainText(
    say('identity.unitSwitch.actingAdmin', { unit: 'Adventure Works Brasil' }),
  )
  await page.getByRole('button', { name: say('identity.unitSwitch.back'), exact: true }).click()
  await expect(page).toHaveURL(portal.url('/companies', 'adventure-works'))
  await expect(page.getByRole('row', { name: /Adventure Works Brasil/ })).toBeVisible()
  await page.getByRole('button', { name: `${say('general.action.more')}: Adventure Works Brasil` }).click()
  await takePicture(page, testInfo.outputPath('row-menu.png'))
  await page.keyboard.press('Escape')
  await expect(await enterAs(say('organisation.tenants.enterAsUser'))).toContainText(
    say('identity.unitSwitch.actingUser', { unit: 'Adventure Works Brasil' }),
  )
})

test('the row of a business unit that refuses staff says so in place of the ways into it @all', async ({
  portal,
}, testInfo) => {
  await setSettings(portal, { allow_access_remote: 'N' })
  const page = await portal.pageOf(people.partner, { unit: 'adventure-works' })
  const refusal = page.getByRole('menuitem', { name: say('organisation.tenants.enterRefused') })
  for (const [name, width, colorScheme] of [
    ['desktop', 1280, 'light'],
    ['dark', 1280, 'dark'],
    ['phone', 390, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 720 })
    await page.emulateMedia({ colorScheme })
    await page.goto(portal.url('/companies', 'adventure-works'))
    await page.getByRole('button', { name: `${say('general.action.more')}: Adventure Works Brasil` }).click()
    await expect(refusal).toBeVisible()
    await expect(refusal).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('menuitem', { name: say('identity.unitSwitch.enterAs') })).toHaveCount(0)
    await fits(page, name)
    await takePicture(page, testInfo.outputPath(`refused-${name}.png`))
  }
  // It is said, and leads nowhere.
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: say('general.action.edit') })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(refusal).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(refusal).toBeVisible()
  await setSettings(portal, { allow_access_remote: 'S' })
})

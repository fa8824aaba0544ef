import { expect, type Page } from '@playwright/test'
import { sentenceOf } from '#apps/server/phrases.ts'
import { phrasesOf } from './phrase.ts'
import { password, test } from './portal.ts'

const say = phrasesOf('pt-BR')
const sayInEnglish = phrasesOf('en-US')

const at = (baseURL: string | undefined, host: string, path = '/') =>
  `http://${host}.localhost:${new URL(baseURL ?? '').port}${path}`

async function signIn(page: Page, email: string): Promise<void> {
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[name="password"]').fill(password)
  // Its name depends on the default language of the business unit.
  await page.locator('button[type="submit"]').click()
  await expect(page).not.toHaveURL(/signin/)
}

test('a partner creates a business unit, deactivates it, orders its erasure by typing its name, and opens it again', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto(at(baseURL, 'adventure-works'))
  await signIn(page, 'tereza.nogueira@adventure-works.com')
  await page.goto(at(baseURL, 'adventure-works', '/companies'))
  await page.getByRole('link', { name: say('organisation.tenants.add') }).click()

  // One menu entry of staff and one of readers have this name.
  await expect(page.getByRole('checkbox', { name: say('reports.management.title'), exact: true })).toBeVisible()
  await page
    .getByRole('textbox', { name: say('organisation.tenants.field.name'), exact: true })
    .fill('Adventure Works Norte')
  await page.getByLabel(say('organisation.tenants.field.subdomain')).fill('reports')
  await page.getByRole('button', { name: say('general.action.add') }).click()
  await expect(page.getByRole('alert')).toContainText(sentenceOf('tenant.subdomain_reserved', 'pt-BR'))
  await page.getByLabel(say('organisation.tenants.field.subdomain')).fill('aw-norte')
  await page.getByLabel(say('organisation.tenants.field.nome_usuario')).fill('Nina Prado')
  await page.getByRole('button', { name: say('general.action.add') }).click()
  await expect(page.getByText('E-mail do administrador é obrigatório!')).toHaveCount(2)
  await page.getByLabel(say('organisation.tenants.field.email')).fill('nina.prado@adventure-works.com')
  await page.getByRole('button', { name: say('general.action.add') }).click()

  await expect(page.getByRole('status').filter({ hasText: /Unidade criada em aw-norte\./ })).toBeVisible()
  // The partner has no mail server, so the person gets the link by hand.
  await expect(page.getByText(say('organisation.tenants.administratorLink', { name: 'Nina Prado' }))).toBeVisible()
  await page.getByRole('button', { name: say('frame.unit') }).click()
  await expect(page.getByRole('option', { name: /Adventure Works Norte/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: say('organisation.tenants.enter', { unit: 'Adventure Works Norte' }) }).click()
  await expect(page).toHaveURL(/\/\/aw-norte\./)
  await expect(page.getByText(say('identity.unitSwitch.actingAdmin', { unit: 'Adventure Works Norte' }))).toBeVisible()
  await page.getByRole('button', { name: say('identity.unitSwitch.back'), exact: true }).click()
  await expect(page).toHaveURL(/\/\/adventure-works\./)
  // The address changes before the session has moved: a page load in between would lose it.
  await expect(page.getByRole('button', { name: say('frame.profile.menu') })).toBeVisible()
  await page.goto(at(baseURL, 'adventure-works', '/companies'))
  const visitor = await browser.newPage()
  await expect(page.getByRole('link', { name: 'Adventure Works Norte' })).toBeVisible()
  await visitor.goto(at(baseURL, 'aw-norte'))
  await expect(visitor).toHaveURL(/\/signin$/)
  await expect(visitor.getByText('Adventure Works Norte')).toBeVisible()

  await page.getByRole('link', { name: 'Adventure Works Norte' }).click()
  await page.getByRole('switch', { name: say('organisation.tenants.field.enabled') }).click()
  await page.getByRole('button', { name: say('general.action.save') }).click()
  await expect(page.getByRole('row', { name: /Adventure Works Norte/ })).toContainText(
    say('organisation.tenants.state.disabled'),
  )

  await page.getByRole('button', { name: `${say('general.action.more')}: Adventure Works Norte` }).click()
  await page.getByRole('menuitem', { name: say('general.action.remove') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').pressSequentially('adventure works norte')
  await dialog.getByRole('button', { name: say('general.action.remove') }).click()
  await expect(
    page.getByText(say('organisation.tenants.begunRemoving', { name: 'Adventure Works Norte' })),
  ).toBeVisible()
  const row = page.getByRole('row', { name: /Adventure Works Norte/ })
  await expect(row).toContainText('Fechada, será apagada em')

  await page.getByRole('button', { name: `${say('general.action.more')}: Adventure Works Norte` }).click()
  await page.getByRole('menuitem', { name: say('organisation.tenants.reopen.action') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('organisation.tenants.reopen.action') })
    .click()
  await expect(row).toContainText(say('organisation.tenants.state.disabled'))
})

test('the connection test of an account shows each step, and a workspace is added from the account @all', async ({
  page,
  baseURL,
}) => {
  await page.goto(at(baseURL, 'adventure-works'))
  await signIn(page, 'tereza.nogueira@adventure-works.com')
  await page.goto(at(baseURL, 'adventure-works', '/powerbi'))
  await page.getByRole('main').getByRole('link', { name: 'Vitrine', exact: true }).click()
  await page.getByRole('button', { name: say('sources.accounts.test.action') }).click()
  await expect(page.getByText(say('sources.accounts.test.passed'))).toBeVisible()
  await page.locator('input[name="secret"]').fill('another one')
  await expect(page.getByText(say('sources.accounts.test.passed'))).toHaveCount(0)
  await page.getByRole('button', { name: say('sources.accounts.test.action') }).click()
  await expect(page.getByRole('listitem').filter({ has: page.getByLabel(say('general.step.failed')) })).toContainText(
    'AADSTS7000215',
  )

  // Europe has no workspace yet. It cannot see the workspaces of other business units at the same account.
  await page.goto(at(baseURL, 'aw-europe'))
  await signIn(page, 'karen.novak@adventure-works.com')
  await page.goto(at(baseURL, 'aw-europe', '/powerbi/workspace'))
  await page
    .getByRole('button', { name: sayInEnglish('sources.workspaces.add') })
    .first()
    .click()
  await page.getByRole('button', { name: 'Add: Adventure Works Europe' }).click()
  await expect(
    page.getByRole('dialog').getByText(sayInEnglish('sources.workspaces.dialog.added'), { exact: true }),
  ).toHaveCount(1)
  await page.getByRole('button', { name: sayInEnglish('general.action.close') }).click()

  await page.getByRole('button', { name: `${sayInEnglish('general.action.more')}: Adventure Works Europe` }).click()
  await page.getByRole('menuitem', { name: sayInEnglish('sources.workspaces.reports') }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3)
})

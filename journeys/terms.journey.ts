// User terms where they are due besides the sign-in: before a report and at a registration. Both are written on screen.
import { expect, type Page } from '@playwright/test'
import { listTenants, readTenant, updateTenant } from '#features/organisation/tenants/contract.ts'
import { selectTermReports } from '#features/organisation/user-terms/contract.ts'
import { phrasesOf } from './phrase.ts'
import { card, faultsOf, fits, noViolations, people, pin, reportIn, test, type Portal } from './portal.ts'

const say = phrasesOf('pt-BR')

const report = 'Visão geral de vendas'

type Written = { title: string; body: string; place: string; report?: string }

/** Writes a mandatory term, looks at its preview, and publishes it. Answers its id. */
async function publish(admin: Page, portal: Portal, term: Written): Promise<string> {
  await admin.goto(portal.url('/user_terms/add'))
  await admin
    .getByRole('textbox', { name: say('organisation.userTerms.field.title') })
    .first()
    .fill(term.title)
  await admin
    .getByRole('textbox', { name: say('organisation.userTerms.field.body') })
    .first()
    .fill(term.body)
  await admin.getByRole('button', { name: say('organisation.userTerms.preview') }).click()
  const preview = admin.getByRole('dialog', { name: term.title })
  await expect(preview.getByText(term.body)).toBeVisible()
  await expect(preview.getByText(say('organisation.userTerms.dialog.mandatory'))).toBeVisible()
  await noViolations(admin, 'preview of a term')
  await preview.getByRole('checkbox', { name: say('organisation.userTerms.dialog.agree') }).check()
  await preview.getByRole('button', { name: say('organisation.userTerms.dialog.accept') }).click()
  await expect(preview).toHaveCount(0)

  await admin.getByLabel(say('organisation.userTerms.field.place')).selectOption({ label: term.place })
  if (term.report !== undefined) await chooseReport(admin, term.report)
  await admin.getByRole('button', { name: say('general.action.add'), exact: true }).click()
  await expect(admin).toHaveURL(/\/user_terms\/[0-9a-f-]{36}$/)
  await admin.getByRole('button', { name: say('organisation.userTerms.publish', { edition: '1' }) }).click()
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: say('general.action.yes') })
    .click()
  await expect(admin.getByText(say('organisation.userTerms.published', { edition: '1' }))).toBeVisible()
  return new URL(admin.url()).pathname.split('/').at(-1) ?? ''
}

async function chooseReport(admin: Page, name: string): Promise<void> {
  const found = admin.waitForResponse((answer) => answer.url().includes(selectTermReports.path))
  await admin.getByRole('combobox', { name: say('organisation.userTerms.field.report_id') }).fill(name)
  await found
  await admin.getByRole('option', { name }).click()
}

test('a term before a report keeps the report closed until it is accepted, and is asked once', async ({ portal }) => {
  const admin = await portal.pageOf(people.admin)
  const faults = [faultsOf(admin)]
  const title = 'Sigilo das vendas'
  const id = await publish(admin, portal, {
    title,
    body: 'As vendas não saem da empresa.',
    place: say('organisation.userTerms.choice.place.report'),
    report,
  })

  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const
  for (const [who, options] of [
    [people.reader, {}],
    ['daniela.rocha@adventure-works.com', phone],
  ] as const) {
    const page = await portal.pageOf(who, options)
    faults.push(faultsOf(page))
    await page.getByRole('link', { name: report }).first().click()
    const term = page.getByRole('dialog', { name: title })
    await expect(term.getByText('As vendas não saem da empresa.')).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    await noViolations(page, 'term before a report')
    await fits(page, 'term before a report')
    // Who does not accept leaves the report, and is asked again.
    await term.getByRole('button', { name: say('organisation.userTerms.dialog.leave') }).click()
    await expect(term).toHaveCount(0)
    await expect(reportIn(page).locator('body')).toHaveCount(0)
    await expect(pin(page, 'Margem').locator('iframe')).toHaveCount(0)
    await page.getByRole('link', { name: report }).first().click()
    await term.getByRole('checkbox', { name: say('organisation.userTerms.dialog.agree') }).check()
    await term.getByRole('button', { name: say('organisation.userTerms.dialog.accept') }).click()
    await expect(card(page, 'Vendas totais')).toBeVisible()
    await page.reload()
    await expect(card(page, 'Vendas totais')).toBeVisible()
    await expect(term).toHaveCount(0)
  }

  await admin.goto(portal.url(`/user_terms/${id}/acceptances`))
  await expect(admin.getByRole('row', { name: /Beatriz Lima/ })).toContainText(
    say('organisation.userTerms.acceptances.yes'),
  )
  expect(faults.flat()).toEqual([])
})

test('a term at the registration must be accepted before the account is asked for @all', async ({ page, portal }) => {
  const partner = await portal.as(people.partner, 'adventure-works')
  const { data: units } = await partner(listTenants, { size: 100 })
  const unit = units.find(({ subdomain }) => subdomain === 'aw-brasil')?.id ?? ''
  const { version } = await partner(readTenant, { id: unit })
  await partner(updateTenant, { id: unit, version, registration_enabled: 'S' })
  const admin = await portal.pageOf(people.admin)
  const faults = [faultsOf(admin), faultsOf(page)]
  await admin.goto(portal.url('/setting'))
  await admin.locator('input[name="enable_auto_register"]').check()
  await admin.getByRole('button', { name: say('general.action.save') }).click()
  await expect(admin.getByText(say('general.toast.done'))).toBeVisible()
  const title = 'Uso do portal'
  const id = await publish(admin, portal, {
    title,
    body: 'O portal serve ao trabalho.',
    place: say('organisation.userTerms.choice.place.registration'),
  })

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(portal.url('/register'))
  await page.locator('input[name="nome_usuario"]').fill('Nova Leitora')
  await page.locator('input[name="email"]').fill('nova.leitora@adventure-works.com')
  await page.locator('input[name="password"]').fill('Quiet-river-71')
  await page.locator('button[type="submit"]').click()
  const box = page.getByRole('checkbox', { name: `Li e aceito: ${title}` })
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(say('identity.registration.sent'))).toHaveCount(0)
  await page.getByRole('button', { name: title }).click()
  const term = page.getByRole('dialog', { name: title })
  await expect(term.getByText('O portal serve ao trabalho.')).toBeVisible()
  await noViolations(page, 'term of a registration')
  await term
    .getByRole('button', { name: say('organisation.userTerms.dialog.accept') })
    .or(term.getByRole('button', { name: say('organisation.userTerms.dialog.read') }))
    .click()
  await expect(box).toBeChecked()
  await noViolations(page, 'registration with a term')
  await fits(page, 'registration with a term')
  await page.locator('button[type="submit"]').click()
  await expect(page.getByText(say('identity.registration.sent'))).toBeVisible()

  await admin.goto(portal.url(`/user_terms/${id}`))
  await expect(admin.getByText(/^Versão 1, de/)).toBeVisible()
  expect(faults.flat()).toEqual([])
})

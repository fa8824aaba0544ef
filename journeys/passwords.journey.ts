import { expect } from '@playwright/test'
import { listMails, readMail } from '#features/messaging/outbox/contract.ts'
import { phrasesOf } from './phrase.ts'
import { card, faultsOf, fits, noViolations, people, signOut, test } from './portal.ts'

const say = phrasesOf('pt-BR')

/** No other journey signs this person in: the password changes. */
const forgetful = 'caio.ferreira@adventure-works.com'

test('a person who forgot the password gets a link by mail, chooses a new password and opens a report', async ({
  page,
  portal,
}) => {
  const faults = faultsOf(page)
  await page.goto(portal.url('/signin'))
  await page.getByRole('link', { name: say('identity.signIn.forgot') }).click()
  // The demo world sends no mails: its outbox shows them. The page says so before and after the request, and whom to ask.
  const note = page.getByRole('note').filter({ hasText: say('identity.passwords.forgot.noMail') })
  await expect(note).toContainText(say('identity.passwords.forgot.noMailText', { unit: 'Adventure Works Brasil' }))
  await noViolations(page, '/forgot')
  await page.getByLabel(say('identity.signIn.field.email')).fill(forgetful)
  await page.getByRole('button', { name: say('identity.passwords.forgot.submit') }).click()
  await expect(note).toContainText(say('identity.passwords.forgot.kept', { email: forgetful }))
  await expect(page.getByText(say('identity.passwords.forgot.sent'))).toBeHidden()

  const ask = await portal.as(people.admin)
  const mailed = async () => (await ask(listMails, {})).data.find(({ to_address: to }) => to === forgetful)
  await expect.poll(async () => (await mailed())?.purpose).toBe('password.recovery')
  const { body_text } = await ask(readMail, { id: (await mailed())?.id ?? '' })
  const [, path = ''] = /https?:\/\/[^/]+(\/new\/password\/[\w-]+)/.exec(body_text ?? '') ?? []
  await page.goto(portal.url(path))
  await expect(page.getByText(say('identity.passwords.set.text', { email: forgetful }))).toBeVisible()
  await noViolations(page, '/new/password')
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page, '/new/password')
  const fresh = 'Uma-nova-senha-42'
  await page.locator('input[name="password"]').fill(fresh)
  await expect(page.getByText('pelo menos 8 caracteres: cumprido')).toBeVisible()
  await page.locator('input[name="repeat"]').fill('outra')
  await page.getByRole('button', { name: say('identity.passwords.set.submit') }).click()
  await expect(page.getByText(say('identity.passwords.set.differs'))).toBeVisible()
  await page.locator('input[name="repeat"]').fill(fresh)
  await page.getByRole('button', { name: say('identity.passwords.set.submit') }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await page.setViewportSize({ width: 1280, height: 720 })
  // The address is known from the link, and stands in no URL.
  await expect(page.locator('input[name="email"]')).toHaveValue(forgetful)
  await expect(page.locator('input[name="password"]')).toBeFocused()
  await page.locator('input[name="password"]').fill(fresh)
  await page.locator('button[type="submit"]').click()
  await expect(page).not.toHaveURL(/\/signin/)
  await page.getByRole('link', { name: 'Visão geral de vendas' }).first().click()
  await expect(card(page, 'Vendas totais')).toBeVisible()
  await page.getByRole('link', { name: /^Voltar para/ }).click()
  await signOut(page)
  await page.goto(portal.url(path))
  await expect(page.getByRole('heading', { name: say('identity.passwords.set.lost') })).toBeVisible()
  expect(faults).toEqual([])
})

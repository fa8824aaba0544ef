// Another person ends a session: the person sees why, signs in again, and returns to the same page.
import { expect } from '@playwright/test'
import { changeUserState, forceLogout, listUsers } from '#features/users/contract.ts'
import { card, fillSignIn, people, reportIn, signOut, slice, stored, test } from './portal.ts'

test('an administrator ends the sessions of a reader; after signing in again the reader sees the same report and filters', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.otherSeller)
  const admin = await portal.as(people.admin)
  const { body } = await admin({ method: 'GET', path: `/api/${listUsers.path}?search=${people.otherSeller}` })
  const [person] = body['data'] as { id: string }[]
  if (!person) throw new Error('the seller is a person of the business unit')

  await page.getByRole('link', { name: 'Desempenho de revendas' }).first().click()
  await expect(card(page, 'Vendas')).toContainText('US$', { timeout: 30_000 })
  const kept = page.waitForResponse((answer) => answer.url().endsWith('save/user-report-filters') && answer.ok())
  await slice(page, 'Ano', '2012')
  await kept
  const place = page.url()
  const shown = await card(page, 'Vendas').textContent()

  expect(await admin({ path: `/api/${forceLogout.path}`, body: { id: person.id } })).toMatchObject({ status: 200 })
  await expect(page).toHaveURL(/\/signin\?redirect=/)
  await expect(page.getByText('Sua sessão expirou')).toBeVisible()
  const { entries, local } = await stored(page)
  expect(entries.filter((name) => name !== 'entry:theme')).toEqual(['key'])
  expect(local).not.toMatch(new RegExp(`${person.id}|${people.otherSeller}|token`, 'i'))
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)

  await fillSignIn(page, people.otherSeller)
  await expect(page).toHaveURL(place)
  await expect(reportIn(page).getByRole('button', { name: 'Ano: 2012' })).toBeVisible({ timeout: 30_000 })
  await expect(card(page, 'Vendas')).toHaveText(shown ?? '')
})

test('a new record typed when the session ended is restored after signing in, without a question about unsaved input', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/tags/add'))
  await page.getByLabel('Nome').fill('Trimestral')
  const other = await page.context().newPage()
  await other.goto(portal.url('/'))
  await signOut(other)
  await expect(page).toHaveURL(/\/signin\?redirect=%2Ftags%2Fadd$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await fillSignIn(page, people.admin)
  await expect(page).toHaveURL(portal.url('/tags/add'))
  await expect(page.getByLabel('Nome')).toHaveValue('Trimestral')
})

test('unsaved changes of a record are restored after the session ended and the person signed in again', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/profile'))
  await page.getByLabel('Telefone').fill('+5511970009999')
  const other = await page.context().newPage()
  await other.goto(portal.url('/'))
  await signOut(other)
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fprofile$/)
  await fillSignIn(page, people.admin)
  await expect(page.getByLabel('Telefone')).toHaveValue('+5511970009999')
})

test('a person who is blocked while reading is signed out, sees the reason at sign-in, and can sign in again once unblocked', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.reader)
  const admin = await portal.as(people.admin)
  const { body } = await admin({ method: 'GET', path: `/api/${listUsers.path}?search=${people.reader}` })
  const [person] = body['data'] as { id: string }[]
  const set = async (state: 'A' | 'B') =>
    expect(
      await admin({ path: `/api/${changeUserState.path}`, body: { id: person?.id, status: state } }),
    ).toMatchObject({
      status: 200,
    })
  await page.getByRole('link', { name: 'Todos os relatórios' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Todos os relatórios')
  await set('B')
  try {
    await expect(page).toHaveURL(/\/signin\?redirect=%2Fall%2Freports$/)
    await fillSignIn(page, people.reader)
    await expect(page.getByRole('alert').getByText('Usuário bloqueado!')).toBeVisible()
    await expect(page).toHaveURL(/\/signin/)
  } finally {
    await set('A')
  }
  await fillSignIn(page, people.reader)
  await expect(page).toHaveURL(portal.url('/all/reports'))
})

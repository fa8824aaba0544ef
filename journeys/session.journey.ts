// Another person ends a session: the person sees why, signs in again, and returns to the same page.
import { expect } from '@playwright/test'
import { sentenceOf } from '#apps/server/phrases.ts'
import { shiftCalls } from '#features/organisation/shifts/contract.ts'
import { changeUserState, forceLogout, listUsers, readUser, updateUser } from '#features/people/users/contract.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { phrasesOf } from './phrase.ts'
import {
  card,
  fillSignIn,
  fits,
  noViolations,
  people,
  reportIn,
  signOut,
  slice,
  stored,
  test,
  takePicture,
  openScreen,
} from './portal.ts'

const say = phrasesOf('pt-BR')

test('an administrator ends the sessions of a reader; after signing in again the reader sees the same report and filters', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.otherSeller)
  const admin = await portal.as(people.admin)
  const [person] = (await admin(listUsers, { search: people.otherSeller })).data
  if (!person) throw new Error('the seller is a person of the business unit')

  await page.getByRole('link', { name: 'Desempenho de revendas' }).first().click()
  await expect(card(page, 'Vendas')).toContainText('US$', { timeout: 30_000 })
  const ofAllYears = await card(page, 'Vendas').innerText()
  const kept = page.waitForResponse((answer) => answer.url().endsWith('save/user-report-filters') && answer.ok())
  await slice(page, 'Ano', '2012')
  await kept
  const place = page.url()
  await expect(card(page, 'Vendas')).not.toHaveText(ofAllYears, { useInnerText: true })
  const shown = await card(page, 'Vendas').textContent()

  await admin(forceLogout, { id: person.id })
  await expect(page).toHaveURL(/\/signin\?redirect=/)
  await expect(page.getByText(say('identity.sessions.expired'))).toBeVisible()
  // The bar is the timer of the notice, also for a person who prefers less motion.
  const bar = page.locator('.Toastify__progress-bar').first()
  expect(await bar.evaluate((element) => getComputedStyle(element).animationDuration)).toBe('10s')
  const { entries, local } = await stored(page)
  expect(entries.filter((name) => name !== 'entry:theme')).toEqual(['key'])
  expect(local).not.toMatch(new RegExp(`${person.id}|${people.otherSeller}|token`, 'i'))
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)

  await fillSignIn(page, people.otherSeller)
  await expect(page).toHaveURL(place)
  await expect(reportIn(page).getByRole('button', { name: 'Ano: 2012', exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(card(page, 'Vendas')).toHaveText(shown ?? '')
})

test('a new record typed when the session ended is restored after signing in, without a question about unsaved input', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/tags/add'))
  await page.getByLabel(say('reports.tags.field.name')).fill('Trimestral')
  const other = await page.context().newPage()
  await other.goto(portal.url('/'))
  await signOut(other)
  await expect(page).toHaveURL(/\/signin\?redirect=%2Ftags%2Fadd$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await fillSignIn(page, people.admin)
  await expect(page).toHaveURL(portal.url('/tags/add'))
  await expect(page.getByLabel(say('reports.tags.field.name'))).toHaveValue('Trimestral')
})

test('unsaved changes of a record are restored after the session ended and the person signed in again @all', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/profile'))
  await page.getByLabel(say('people.profile.field.phone')).fill('+5511970009999')
  const other = await page.context().newPage()
  await other.goto(portal.url('/'))
  await signOut(other)
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fprofile$/)
  await fillSignIn(page, people.admin)
  await expect(page.getByLabel(say('people.profile.field.phone'))).toHaveValue('+5511970009999')
})

test('a person who is blocked while reading is signed out, sees the reason at sign-in, and can sign in again once unblocked @all', async ({
  portal,
}) => {
  const page = await portal.pageOf(people.reader)
  const admin = await portal.as(people.admin)
  const [person] = (await admin(listUsers, { search: people.reader })).data
  const set = (status: 'A' | 'B') => admin(changeUserState, { id: person?.id ?? '', status })
  await openScreen(page, 'reports', say('home.shelves.all.tab'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('home.shelves.all.title'))
  // A message says it for some seconds, so the wait begins before the change.
  const told = expect(page.getByText(sentenceOf('sign_in.user_blocked', 'pt-BR'))).toBeVisible()
  await set('B')
  try {
    await told
    await expect(page).toHaveURL(/\/signin\?redirect=%2Fall%2Freports$/)
    await fillSignIn(page, people.reader)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(sentenceOf('sign_in.user_blocked', 'pt-BR'))
    await expect(page).toHaveURL(/\/signin/)
  } finally {
    await set('A')
  }
  await fillSignIn(page, people.reader)
  await expect(page).toHaveURL(portal.url('/all/reports'))
})

type Weekday = SentOf<typeof shiftCalls.add>['hours'][number]['day']

/** The weekday, as calls name it, and the time of day in the time zone of the demo world. */
function clockAt(at: Date): { day: Weekday; time: string } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Sao_Paulo',
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (kind: string) => parts.find(({ type }) => type === kind)?.value ?? ''
  return { day: part('weekday').toUpperCase() as Weekday, time: `${part('hour')}:${part('minute')}` }
}

test('in the last minutes of a shift a strip says when it ends @all', async ({ portal }, testInfo) => {
  const admin = await portal.as(people.admin)
  const minutes = (count: number) => clockAt(new Date(Date.now() + count * 60_000))
  const [begin, end] = [minutes(-60), minutes(4)]
  const hours = [{ day: begin.day, from: begin.time, to: end.time }]
  const { id: shift_id } = await admin(shiftCalls.add, { name: 'Fim próximo', hours })
  const id = (await admin(listUsers, { search: people.reader })).data[0]?.id ?? ''
  const { version } = await admin(readUser, { id })
  await admin(updateUser, { id, version, shift_id })

  const page = await portal.pageOf(people.reader)
  const strip = page.getByRole('region', { name: say('identity.sessions.shift.strip') })
  await expect(strip).toContainText('Salve o que estiver fazendo: a sessão se encerra nessa hora.')
  await noViolations(page, 'shift strip')
  await takePicture(page, testInfo.outputPath('strip.png'))
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page, 'shift strip')
  await takePicture(page, testInfo.outputPath('strip-phone.png'))
  await page.setViewportSize({ width: 1280, height: 720 })

  // Without the shift, the next page of the person has no strip.
  await admin(updateUser, { id, version: version + 1, shift_id: null })
  await page.reload()
  await expect(page.getByRole('main').filter({ visible: true }).first()).toBeVisible()
  await expect(strip).toHaveCount(0)
})

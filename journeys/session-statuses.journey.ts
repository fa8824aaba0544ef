// The statuses of a running session: switches between business units, remote access, and calls that a later refusal ends. Each is reached
// by what causes it, and its sentence is read on the page.
import { type Browser, expect } from '@playwright/test'
import { forceLogout, listUsers, readUser, updateUser } from '#features/people/users/contract.ts'
import {
  answerRemoteRequest,
  cancelRemoteRequest,
  requestRemoteAccess,
  withdrawRemoteAccess,
} from '#features/identity/remote-access/contract.ts'
import {
  addReader,
  addReaders,
  begin,
  close,
  done,
  look,
  openPages,
  removePeople,
  removePerson,
  setUnit,
  signInAt,
  walked,
} from './four-languages.ts'
import { password, people, type Portal, test } from './portal.ts'
import { causes, type Status } from './refusals.ts'
import { inLanguages } from './told-sentences/in-languages.ts'
import { sessionSentences } from './told-sentences/session-statuses.ts'
import { refusalSentences } from './told-sentences/sign-in-refusals.ts'

const specified = inLanguages({ ...refusalSentences, ...sessionSentences })
const folder = 'session-statuses'

const start = (browser: Browser, title: string) => begin(browser, title, { specified })

test('change leads to the other business unit, whose page says that it opens @all', async ({ browser, portal }) => {
  const { pages, read, each, print } = await start(browser, 'a switch of the business unit')
  await each(async (page, language) => {
    // The page stays as it is until the answer comes.
    const { promise: looked, resolve: goOn } = Promise.withResolvers<void>()
    await page.route('**/api/oauth/company', async (route) => {
      await looked
      await route.continue()
    })
    await signInAt(page, portal, { email: people.partner, unit: 'adventure-works', typed: password })
    await page.getByRole('banner').locator('button[aria-haspopup="listbox"]').click()
    await page.getByRole('option', { name: /Europe/ }).click()
    await expect(page).toHaveURL(/\/\/aw-europe\.localhost.*\/change\/company\//)
    await read(page, language, 'change')
    if (language === 'es') await look(page, folder, 'change')
    goOn()
    await expect(page.getByRole('main').getByRole('region').first()).toContainText('Adventure Works Europe')
    await expect(page).not.toHaveURL(/\/change\/company\//)
  })
  print()
  await close(pages)
})

test('a switch at the same host says as whom the person is there @all', async ({ browser, portal }) => {
  const { pages, read, each, print } = await start(browser, 'a switch at the same host')
  await each(async (page, language) => {
    await signInAt(page, portal, { email: people.partner, typed: password })
    // The sign-in chose the person's own language.
    await page.goto(portal.url('/'))
    await expect(page.getByRole('main').filter({ visible: true }).first()).toBeVisible()
    const answered = page.waitForResponse(/\/partner\/to\/admin/)
    await page.getByRole('banner').locator('button[aria-haspopup="listbox"]').click()
    await page.locator('label').filter({ hasText: specified.reader[language] }).click()
    await page.getByRole('option', { name: /Brasil/ }).click()
    expect((await (await answered).json()) as object).toMatchObject({ status: 'success' })
    await read(page, language, 'asReader')
    if (language === 'es') await look(page, folder, 'as-reader')
  })
  print()
  await close(pages)
})

/** The partner gives the administrator the toggle of remote access. */
async function grantToggle(portal: Portal): Promise<void> {
  const { data } = await done(portal, people.partner, listUsers, { search: people.admin })
  const id = data[0]?.id ?? ''
  const { version } = await done(portal, people.partner, readUser, { id })
  await done(portal, people.partner, updateUser, { id, version, remote_access: 'S' })
}

/** A reader whom the administrator may ask, and the calls of both. */
async function remoteScene(portal: Portal) {
  await grantToggle(portal)
  const person = await addReader(portal, 'Novo Acessado', 'pt-BR', { password })
  const request = async () => {
    const body = { user_id: person.id, reason: 'O relatório não abre' }
    const answer = await done(portal, people.admin, requestRemoteAccess, body)
    expect(answer.status).toBe('wait_authorization')
    return answer.token ?? ''
  }
  const answers = (token: string, answer: 'authorize' | 'refuse') =>
    done(portal, person.email, answerRemoteRequest, { token, answer })
  return { person, request, answers }
}

test('wait_authorization: the requester waits, and reads that the person refused or that the request is over @all', async ({
  browser,
  portal,
}) => {
  const { person, request, answers } = await remoteScene(portal)
  const { pages, read, each, print } = await start(browser, 'a request for remote access')
  const asked = await openPages(browser)
  for (const page of asked.all) await signInAt(page, portal, { email: person.email, typed: password })
  await each((page) => signInAt(page, portal, { email: people.admin, typed: password }))

  const refused = await request()
  await each(async (page, language) => {
    await page.goto(portal.url(`/authorization/${refused}`))
    await expect(page.getByRole('heading', { name: specified.waiting[language] })).toBeVisible()
    await read(page, language, 'waitingText')
    await asked.in(language).goto(portal.url('/'))
    await expect(asked.in(language).getByRole('dialog', { name: specified.asked[language] })).toBeVisible()
  })
  await look(pages.in('es'), folder, 'waiting')
  await look(asked.in('es'), folder, 'asked')
  await answers(refused, 'refuse')
  await each((page, language) => read(page, language, 'refused'))
  await look(pages.in('es'), folder, 'refused')

  const cancelled = await request()
  await done(portal, people.admin, cancelRemoteRequest, { token: cancelled })
  await each(async (page, language) => {
    await page.goto(portal.url(`/authorization/${cancelled}`))
    await read(page, language, 'over')
  })
  await look(pages.in('es'), folder, 'over')
  print()
  await removePerson(portal, person)
  await Promise.all([close(pages), close(asked)])
})

test('wait_authorization: an authorized requester uses the portal as the person, and reads the end @all', async ({
  browser,
  portal,
}) => {
  const { person, request, answers } = await remoteScene(portal)
  const { pages, read, each, print } = await start(browser, 'an authorized remote access')
  await each(async (page, language) => {
    await signInAt(page, portal, { email: people.admin, typed: password })
    const authorized = await request()
    await page.goto(portal.url(`/authorization/${authorized}`))
    await expect(page.getByRole('heading', { name: specified.waiting[language] })).toBeVisible()
    await answers(authorized, 'authorize')
    await read(page, language, 'acting')
    if (language === 'es') await look(page, folder, 'acting')
    const told = read(page, language, 'ended')
    await done(portal, person.email, withdrawRemoteAccess, {})
    await told
    // The page loads again as the requester. A context that is closed during this may never finish closing.
    await expect(page.getByRole('button', { name: /Ana Souza/ })).toBeVisible()
  })
  print()
  await removePerson(portal, person)
  await close(pages)
})

test('a session that was ended leaves the page with a sentence @all', async ({ browser, portal }) => {
  const { pages, read, each, print } = await start(browser, 'a running session')
  const readers = await addReaders(portal, 'Novo Encerrado')
  await each(async (page, language) => {
    const { id, email } = readers.in(language)
    await signInAt(page, portal, { email })
    await page.goto(portal.url('/audit'))
    await read(page, language, 'page')
    if (language === 'es') await look(page, folder, 'page')
    await done(portal, people.admin, forceLogout, { id })
    await expect(page).toHaveURL(/\/signin\?redirect=/)
    await read(page, language, 'expired')
  })
  print()
  await removePeople(portal, readers)
  await close(pages)
})

test('a state that ends a running session has the sentence that it has at sign-in @all', async ({
  browser,
  portal,
}) => {
  const { pages, read, each, print } = await start(browser, 'a state of the person or of their business unit')
  const readers = await addReaders(portal, 'Novo Impedido')
  // Blocked: sign-in-refusals.journey.ts. That a running session hears its state is proven by calls: apps/server/revocation.db.test.ts.
  const ending = ['inactive', 'user_disable', 'horario_not_allowed', 'finish_test'] satisfies Status[]
  for (const status of ending) {
    await each((page, language) => signInAt(page, portal, readers.in(language)))
    await each(async (page, language) => {
      // A message says it for some seconds, so the wait begins before the change.
      const told = read(page, language, status)
      const undo = await causes[status]?.(portal, readers.in(language))
      await told
      await expect(page).toHaveURL(/\/signin/)
      await undo?.()
    })
  }
  await each((page, language) => signInAt(page, portal, readers.in(language)))
  const undo = await causes.ip_not_allowed?.(portal, readers.in('es'))
  await each(async (page, language) => {
    await expect(page).toHaveURL(/\/ip\/notallowed$/)
    await read(page, language, 'ip_not_allowed')
  })
  await look(pages.in('es'), folder, 'address')
  await undo?.()
  await each((page, language) => signInAt(page, portal, readers.in(language)))
  const told = Promise.all(walked.map((language) => read(pages.in(language), language, 'user_disable')))
  await setUnit(portal, { enabled: 'N' })
  await told
  await setUnit(portal, { enabled: 'S' })
  print()
  await removePeople(portal, readers)
  await close(pages)
})

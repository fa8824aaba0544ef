// The statuses of a running session: switches between business units, remote access, and calls that a later refusal ends. Each is reached
// by what causes it, and its sentence is read on the page in four languages.
import { expect, type Page } from '@playwright/test'
import { type Language, languages } from '#catalogue/languages.ts'
import {
  addReader,
  addReaders,
  close,
  done,
  enter,
  type InLanguages,
  inLanguages,
  look,
  openPages,
  type Pages,
  type Person,
  readings,
  removePeople,
} from './four-languages.ts'
import { password, people, type Portal, test } from './portal.ts'

const specified = {
  change: inLanguages(['Abrindo…', 'Opening…', 'Abriendo…', 'A abrir…']),
  waiting: inLanguages([
    'Aguardando autorização',
    'Waiting for authorization',
    'Esperando la autorización',
    'A aguardar autorização',
  ]),
  waitingText: inLanguages([
    'Deixe esta página aberta: o acesso começa aqui.',
    'Leave this page open: the access begins here.',
    'Deje esta página abierta: el acceso comienza aquí.',
    'Deixe esta página aberta: o acesso começa aqui.',
  ]),
  refused: inLanguages([
    'Novo Acessado recusou o acesso',
    'Novo Acessado refused the access',
    'Novo Acessado rechazó el acceso',
    'Novo Acessado recusou o acesso',
  ]),
  over: inLanguages(['O pedido terminou', 'The request is over', 'La solicitud terminó', 'O pedido terminou']),
  asked: inLanguages([
    'Ana Souza pede acesso remoto',
    'Ana Souza asks for remote access',
    'Ana Souza pide acceso remoto',
    'Ana Souza pede acesso remoto',
  ]),
  acting: inLanguages([
    'Ana Souza está usando o portal como Novo Acessado.',
    'Ana Souza is using the portal as Novo Acessado.',
    'Ana Souza está usando el portal como Novo Acessado.',
    'Ana Souza está a usar o portal como Novo Acessado.',
  ]),
  ended: inLanguages([
    'O acesso remoto terminou. Você voltou à sua conta.',
    'The remote access has ended. You are back in your account.',
    'El acceso remoto terminó. Ha vuelto a su cuenta.',
    'O acesso remoto terminou. Voltou à sua conta.',
  ]),
  expired: inLanguages([
    'Sua sessão expirou',
    'Authentication expired',
    'Su sesión ha caducado',
    'A sua sessão expirou',
  ]),
  page: inLanguages([
    'Você não tem permissão para acessar esta página',
    'You do not have permission to access this page',
    'No tiene permiso para acceder a esta página',
    'Não tem permissão para aceder a esta página',
  ]),
} satisfies Record<string, InLanguages>
type Step = keyof typeof specified

const folder = 'session-statuses'

function readerOf(pages: Pages, title: string) {
  const { note, print } = readings(title)
  const read = async (page: Page, language: Language, step: Step) => {
    const sentence = specified[step][language]
    await expect(page.getByText(sentence).filter({ visible: true }).first()).toBeVisible()
    note(step, language, sentence)
  }
  const each = async (work: (page: Page, language: Language) => Promise<void>) => {
    for (const language of languages) await work(pages[language], language)
  }
  return { read, each, print }
}

async function signInAt(portal: Portal, page: Page, email: string, unit?: string, typed?: string): Promise<void> {
  await page.goto(portal.url('/signin', unit))
  await enter(page, email, typed)
  await expect(page).not.toHaveURL(/\/signin/)
  await expect(page.getByRole('main').filter({ visible: true }).first()).toBeVisible()
}

test('change leads to the other business unit, whose page says that it opens', async ({ browser, portal }) => {
  const pages = await openPages(browser)
  const { read, each, print } = readerOf(pages, 'a switch of the business unit')
  await each(async (page, language) => {
    // The page stays as it is until the answer comes.
    const { promise: looked, resolve: goOn } = Promise.withResolvers<void>()
    await page.route('**/api/oauth/company', async (route) => {
      await looked
      await route.continue()
    })
    await signInAt(portal, page, people.partner, 'adventure-works', password)
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

/** The partner gives the administrator the toggle of remote access. */
async function grantToggle(portal: Portal): Promise<void> {
  const { data } = (await done(portal, people.partner, 'GET', `auth/users/all?search=${people.admin}`)) as {
    data?: Person[]
  }
  const id = data?.[0]?.id ?? ''
  const { version } = await done(portal, people.partner, 'GET', `auth/users/get?id=${id}`)
  await done(portal, people.partner, 'PUT', 'auth/users/update', { id, version, remote_access: 'S' })
}

test('wait_authorization: the requester waits, and reads what the person answered', async ({ browser, portal }) => {
  await grantToggle(portal)
  const person = await addReader(portal, 'Novo Acessado', 'pt-BR', password)
  const [pages, asked] = [await openPages(browser), await openPages(browser)]
  const { read, each, print } = readerOf(pages, 'remote access')
  for (const page of Object.values(asked)) await signInAt(portal, page, person.email, undefined, password)
  await each((page) => signInAt(portal, page, people.admin, undefined, password))
  const request = async () => {
    const body = { user_id: person.id, reason: 'O relatório não abre' }
    const answer = await done(portal, people.admin, 'POST', 'auth/remote/request', body)
    expect(answer['status']).toBe('wait_authorization')
    return String(answer['token'])
  }
  const answers = (token: string, answer: 'authorize' | 'refuse') =>
    done(portal, person.email, 'POST', 'auth/remote/answer', { token, answer })

  const refused = await request()
  await each(async (page, language) => {
    await page.goto(portal.url(`/authorization/${refused}`))
    await expect(page.getByRole('heading', { name: specified.waiting[language] })).toBeVisible()
    await read(page, language, 'waitingText')
    await asked[language].goto(portal.url('/'))
    await expect(asked[language].getByRole('dialog', { name: specified.asked[language] })).toBeVisible()
  })
  await look(pages.es, folder, 'waiting')
  await look(asked.es, folder, 'asked')
  await answers(refused, 'refuse')
  await each((page, language) => read(page, language, 'refused'))
  await look(pages.es, folder, 'refused')

  const cancelled = await request()
  await done(portal, people.admin, 'POST', 'auth/remote/cancel', { token: cancelled })
  await each(async (page, language) => {
    await page.goto(portal.url(`/authorization/${cancelled}`))
    await read(page, language, 'over')
  })
  await look(pages.es, folder, 'over')

  await each(async (page, language) => {
    const authorized = await request()
    await page.goto(portal.url(`/authorization/${authorized}`))
    await expect(page.getByRole('heading', { name: specified.waiting[language] })).toBeVisible()
    await answers(authorized, 'authorize')
    await read(page, language, 'acting')
    if (language === 'es') await look(page, folder, 'acting')
    const told = read(page, language, 'ended')
    await done(portal, person.email, 'POST', 'auth/remote/withdraw', {})
    await told
  })
  print()
  await done(portal, people.admin, 'DELETE', `auth/users/delete?id=${person.id}`)
  await Promise.all([close(pages), close(asked)])
})

test('a refusal ends a running session with its sentence', async ({ browser, portal }) => {
  const pages = await openPages(browser)
  const { read, each, print } = readerOf(pages, 'a running session')
  const readers = await addReaders(portal, 'Novo Encerrado')
  await each(async (page, language) => {
    const { id, email } = readers[language]
    await signInAt(portal, page, email)
    await page.goto(portal.url('/audit'))
    await read(page, language, 'page')
    if (language === 'es') await look(page, folder, 'page')
    await done(portal, people.admin, 'POST', 'auth/users/force/logout', { id })
    await expect(page).toHaveURL(/\/signin\?redirect=/)
    await read(page, language, 'expired')
  })
  print()
  await removePeople(portal, readers)
  await close(pages)
})

// Refusals of the sign-in form, each reached by the state that causes it, in four languages. A person whose last membership ends is
// erased, so nobody at this form is without a business unit.
import { type Page, expect } from '@playwright/test'
import { errors, type GeneralCode } from '#catalogue/errors.ts'
import { type Language, languages } from '#catalogue/languages.ts'
import { errorPhrases } from '#catalogue/phrases/sentence.ts'
import { people, type Portal, test } from './portal.ts'

const secret = 'Quiet-river-71'
type Ask = Awaited<ReturnType<Portal['as']>>
type Person = { id: string; email: string }
/** Makes a new person one who is refused. Answers what undoes it, if the deletion of the person does not. */
type Cause = (asked: { admin: Ask; person: Person }) => Promise<(() => Promise<unknown>) | undefined>

const done = async (answer: ReturnType<Ask>) => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const inState =
  (status: string): Cause =>
  async ({ admin, person }) => {
    await done(admin({ path: '/api/auth/users/change/status', body: { id: person.id, status } }))
    return undefined
  }

const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY']

const causes: Partial<Record<GeneralCode, { cause: Cause; unit?: string; typed?: string }>> = {
  'sign_in.wrong_credentials': { cause: async () => undefined, typed: 'another password' },
  'sign_in.user_blocked': { cause: inState('B') },
  'sign_in.user_inactive': { cause: inState('I') },
  'sign_in.user_deactivated': { cause: inState('D') },
  'sign_in.domain_refused': { cause: async () => undefined, unit: 'aw-us' },
  'sign_in.hour_refused': {
    cause: async ({ admin, person }) => {
      const hours = [{ day: weekdays[(new Date().getUTCDay() + 3) % 7], from: '08:00', to: '12:00' }]
      const { id } = await done(admin({ path: '/api/auth/shifts/add', body: { name: 'Outro dia', hours } }))
      const { version } = await done(admin({ method: 'GET', path: `/api/auth/users/get?id=${person.id}` }))
      await done(
        admin({ method: 'PUT', path: '/api/auth/users/update', body: { id: person.id, version, shift_id: id } }),
      )
      return async () => {
        const { version: present } = await done(admin({ method: 'GET', path: `/api/auth/users/get?id=${person.id}` }))
        const body = { id: person.id, version: present, shift_id: null }
        await done(admin({ method: 'PUT', path: '/api/auth/users/update', body }))
        await done(admin({ method: 'DELETE', path: `/api/auth/shifts/delete?id=${String(id)}` }))
      }
    },
  },
}

test('each state of a person that refuses a sign-in has its sentence in four languages', async ({
  browser,
  portal,
}, testInfo) => {
  const admin = await portal.as(people.admin)
  for (const [code, { cause, unit, typed = secret }] of Object.entries(causes)) {
    const email = `${code.replace(/\W/g, '-')}@adventure-works.com`
    const identity = { nome_usuario: 'Novo Recusado', email, phone: null, password: secret, perfil_usuario: 'user' }
    const rest = { state: 'A', department: null, language: 'pt-BR', group_ids: [] }
    const { id } = await done(admin({ path: '/api/auth/users/add', body: { ...identity, ...rest } }))
    const person = { id: String(id), email }
    const undo = await cause({ admin, person })
    for (const language of languages) {
      const page = await (await browser.newContext()).newPage()
      await choose(page, portal, language, unit)
      await page.locator('input[name="email"]').fill(email)
      await page.locator('input[name="password"]').fill(typed)
      const answered = page.waitForResponse(/\/api\/login$/)
      await page.locator('button[type="submit"]').click()
      const body = (await (await answered).json()) as { status: string }
      expect(body.status, code).toBe(errors[code as GeneralCode].status)
      const sentence = errorPhrases[language][code as GeneralCode]
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(sentence)
      if (language === 'pt-BR') await page.screenshot({ path: testInfo.outputPath(`${code}.png`) })
      await page.context().close()
    }
    await undo?.()
    await done(admin({ method: 'DELETE', path: `/api/auth/users/delete?id=${person.id}` }))
  }
})

/** Opens the sign-in page in a language. */
async function choose(page: Page, portal: Portal, language: Language, unit?: string): Promise<void> {
  await page.goto(portal.url('/signin', unit))
  // The portal has set its default language by then.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
  await page.reload()
}

import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { factsIn, listNotifications } from '#features/messaging/notifications/contract.ts'
import { publishTerm, userTermCalls } from '#features/organisation/user-terms/contract.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { type TestWorker, testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { resellers } from '#testing/probe.ts'
import { manager, seller } from '#testing/reports.ts'
import { masterInNorte, type Person, type PersonName, tenants } from '#testing/world.ts'
import { termNoticeJobs } from './term-notice-jobs.ts'
import { notifyPartners, notifyUnit } from './term-notices.ts'

const portal = testPortal({ reports: true })
type Who = PersonName | Person
type RequestBody = SentOf<typeof userTermCalls.add>

const only = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })
const versionOf = async (person: Who, id: string) =>
  (await portal.as(person).ask(userTermCalls.read, { id })).body.version
async function change(person: Who, id: string, changed: Partial<RequestBody>) {
  const version = await versionOf(person, id)
  expect((await portal.as(person).ask(userTermCalls.update, { id, version, ...changed })).status).toBe(200)
}
async function publish(person: Who, id: string) {
  expect((await portal.as(person).ask(publishTerm, { id, version: await versionOf(person, id) })).status).toBe(200)
}
async function published(person: Who, title: string, overrides: Partial<RequestBody> = {}): Promise<string> {
  const term = { title: only(title), body: only('Leia.'), condition: 'informative', place: 'after_login' } as const
  const { status, body } = await portal
    .as(person)
    .ask(userTermCalls.add, { ...term, report_id: null, active: 'S', ...overrides })
  expect(status).toBe(200)
  await publish(person, body.id)
  return body.id
}
const accepted = (term_id: string, { id: user_id }: { id: string }) =>
  portal.platform((db) =>
    db.insertInto('user_term_acceptances').values({ term_id, edition: 1, user_id, address: '127.0.0.1' }).execute(),
  )
const notifications = async (person: Who) =>
  (await portal.as(person).ask(listNotifications, {})).body.data.filter(({ type }) => type === 'terms_changed')
const titlesTo = async (person: Who) =>
  (await notifications(person)).map(({ facts }) => factsIn(facts, 'pt-BR')['term'])
const pathsTo = async (person: Who) => (await notifications(person)).map(({ path }) => path)

beforeAll(() =>
  portal.platform((db) =>
    db
      .insertInto('report_grants')
      .values({
        tenant_id: tenants.norte.id,
        report_id: resellers,
        user_id: seller.id,
        roles: ['Salesperson'],
        identity: 'email',
      })
      .execute(),
  ),
)
beforeEach(() =>
  portal.platform(async (db) => {
    await db.deleteFrom('user_terms').execute()
    await db.deleteFrom('notifications').execute()
    await db.deleteFrom('staff_notifications').execute()
  }),
)

describe('a published version of user terms', () => {
  /** Does the work of the job. */
  const sendReminder = (id: string) =>
    portal.platform((db) =>
      notifyUnit(
        { db, announce: async () => undefined, enqueue: async () => undefined, tenantId: tenants.norte.id },
        id,
      ),
    )

  it('notifies the people of the unit, once for each version', async () => {
    const id = await published(masterInNorte, 'Avisado')
    await sendReminder(id)
    for (const person of [seller, manager, 'adminOfNorte'] as const)
      expect([await titlesTo(person), await pathsTo(person)]).toEqual([['Avisado'], ['/']])
    for (const person of ['userOfSul', 'adminOfLeste'] as const) expect(await titlesTo(person), person).toEqual([])
    await sendReminder(id)
    expect(await titlesTo(seller)).toEqual(['Avisado'])
    await change(masterInNorte, id, { title: only('Avisado de novo') })
    await sendReminder(id)
    expect(await titlesTo(seller)).toEqual(['Avisado'])
    await publish(masterInNorte, id)
    await sendReminder(id)
    expect(await titlesTo(seller)).toEqual(['Avisado de novo', 'Avisado'])
  })

  it('notifies only while its term is in force, and only people who have not accepted it', async () => {
    const id = await published(masterInNorte, 'Depois', { active: 'N' })
    await sendReminder(id)
    expect(await titlesTo(seller)).toEqual([])
    await accepted(id, manager)
    await change(masterInNorte, id, { active: 'S' })
    await sendReminder(id)
    expect([await titlesTo(seller), await titlesTo(manager)]).toEqual([['Depois'], []])
  })

  it('of a term before a report notifies only people who may open it, with a link to the report', async () => {
    await sendReminder(await published(masterInNorte, 'Do relatório', { place: 'report', report_id: resellers }))
    expect(await pathsTo(seller)).toEqual([`/${resellers}/reports/view`])
    expect(await titlesTo('adminOfNorte')).toEqual(['Do relatório'])
    expect([await titlesTo(manager), await titlesTo('userOfSul')]).toEqual([[], []])
  })

  it('of a term of registration notifies only people who registered with an earlier version', async () => {
    const id = await published(masterInNorte, 'Do cadastro', { place: 'registration' })
    await sendReminder(id)
    expect(await titlesTo(seller)).toEqual([])
    await accepted(id, seller)
    await publish(masterInNorte, id)
    await sendReminder(id)
    expect([await titlesTo(seller), await titlesTo(manager)]).toEqual([['Do cadastro'], []])
  })

  it('of a term of the platform notifies the staff of partners, once, and not the staff of the platform', async () => {
    const id = await published('platform', 'De todos')
    const again = () => portal.platform((db) => notifyPartners({ db, announce: async () => undefined }, id))
    await again()
    await again()
    for (const person of ['masterOfAlfa', 'masterOfBeta'] as const) expect(await titlesTo(person)).toEqual(['De todos'])
    expect(await titlesTo('platform')).toEqual([])
  })
})

describe('the jobs of user terms', () => {
  let worker: TestWorker | undefined
  afterEach(() => worker?.close())
  const soon = { timeout: 30_000, interval: 200 }

  it('notify when a version is published, and when its term comes into force', { timeout: 90_000 }, async () => {
    worker = await testWorker(portal.databaseUrl, termNoticeJobs)
    await published(masterInNorte, 'Publicado')
    await expect.poll(() => titlesTo(seller), soon).toEqual(['Publicado'])
    const later = await published(masterInNorte, 'Em vigor depois', { active: 'N' })
    await change(masterInNorte, later, { active: 'S' })
    await expect.poll(() => titlesTo(seller), soon).toEqual(['Em vigor depois', 'Publicado'])
    await published('platform', 'De todos')
    await expect.poll(() => titlesTo(seller), soon).toEqual(['De todos', 'Em vigor depois', 'Publicado'])
    for (const person of ['userOfSul', 'adminOfLeste', 'masterOfBeta'] as const)
      await expect.poll(() => titlesTo(person), soon).toEqual(['De todos'])
  })
})

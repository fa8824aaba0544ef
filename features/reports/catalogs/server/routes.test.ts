import { randomUUID } from 'node:crypto'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { accessRequestsAnHour } from '#catalogue/limits.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { type TestWorker, testWorker } from '#testing/jobs.ts'
import type { LiveEvent } from '#platform/server/live/live-event.ts'
import { channel } from '#platform/server/live/announce.ts'
import { listenTo } from '#platform/server/database/listen.ts'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import { webhookEvents } from '#testing/webhooks.ts'
import { customFieldCalls } from '#features/organisation/custom-fields/contract.ts'
import { countUnread, listNotifications } from '#features/messaging/notifications/contract.ts'
import { readReport, updateReport } from '#features/reports/library/contract.ts'
import { checkExists, openReport } from '#features/reports/view/contract.ts'
import {
  addRequest,
  denyRequest,
  grantRequest,
  listCatalog,
  listRequests,
  readRequest,
  withdrawRequest,
} from '../contract.ts'
import { catalogJobs } from './jobs.ts'

const portal = testPortal({ reports: true })
const [report, other] = published.reports
const tenant_id = tenants.norte.id
const admin = () => portal.as('adminOfNorte')
const reader = () => portal.as(seller)

let worker: TestWorker
beforeAll(async () => {
  worker = await testWorker(portal.databaseUrl, catalogJobs)
})
afterAll(() => worker.close())

const change = (id: string, fields: Omit<SentOf<typeof updateReport>, 'id' | 'version'>) =>
  admin()
    .ask(readReport, { id })
    .then(({ body }) => admin().ask(updateReport, { id, version: body.version, ...fields }))

beforeEach(async () => {
  await portal.platform(async (db) => {
    await db.deleteFrom('access_requests').execute()
    await db.deleteFrom('report_grants').execute()
    await db.deleteFrom('notifications').where('tenant_id', '=', tenant_id).execute()
    await db
      .updateTable('reports')
      .set({ show_on_catalog: false, hidden: false, filters: '[]', catalog_description: null })
      .where('tenant_id', '=', tenant_id)
      .execute()
    await db.updateTable('reports').set({ show_on_catalog: true }).where('id', '=', report).execute()
  })
})

const reading = { identity: 'email', identity_value: null, custom_data: null } as const
const withRole = { ...reading, roles: ['Salesperson'] }

async function requestAccess(reason = 'Preciso para as metas'): Promise<string> {
  const { status, body } = await reader().ask(addRequest, { report_id: report, reason })
  expect(status).toBe(200)
  return body.id
}

let asked = ''

const listedReports = async (person = reader()) => (await person.ask(listCatalog, {})).body.data
const notificationsOf = async (person: Parameters<typeof portal.as>[0]) =>
  (await portal.as(person).ask(listNotifications, {})).body.data.map(({ type, facts, path }) => ({ type, facts, path }))

describe('the catalog', () => {
  it('shows readers the reports that they may not open, with their catalog description', async () => {
    await change(report, { catalog_description: 'Metas de cada revenda' })
    expect(await listedReports()).toMatchObject([
      { id: report, description: 'Metas de cada revenda', may_open: false, request: null, waiting: null },
    ])
    await portal.platform((db) =>
      db
        .insertInto('report_grants')
        .values({ tenant_id, report_id: report, user_id: seller.id, roles: ['A'] })
        .execute(),
    )
    expect(await listedReports()).toEqual([])
    expect(await listedReports(portal.as(manager))).toHaveLength(1)
  })

  it('leaves out hidden reports and reports without `show_on_catalog`', async () => {
    await change(report, { hidden: 'S' })
    expect(await listedReports()).toEqual([])
    expect((await reader().ask(addRequest, { report_id: report, reason: 'x' })).status).toBe(404)
    expect((await reader().ask(addRequest, { report_id: other, reason: 'x' })).status).toBe(404)
    expect((await reader().ask(addRequest, { report_id: randomUUID(), reason: 'x' })).status).toBe(404)
  })

  it('shows report managers all its reports, with the number of waiting requests', async () => {
    await requestAccess()
    expect(await listedReports(admin())).toMatchObject([{ id: report, may_open: true, waiting: 1 }])
    const { raw } = await admin().ask(addRequest, { report_id: report, reason: 'x' })
    expect(raw['key']).toBe('access_request_needless')
  })

  it('T1: shows nothing of another business unit, and accepts no request from there', async () => {
    expect(await listedReports(portal.as('userOfSul'))).toEqual([])
    expect((await portal.as('userOfSul').ask(addRequest, { report_id: report, reason: 'x' })).status).toBe(404)
  })
})

describe('a request for access', () => {
  it('notifies the administrators, with the reason', async () => {
    await requestAccess('Reunião de sexta')
    expect(await notificationsOf('adminOfNorte')).toMatchObject([
      {
        type: 'access_requested',
        facts: { person: expect.any(String), report: expect.any(String), reason: 'Reunião de sexta' },
        path: '/catalogs/requests',
      },
    ])
    expect(await listedReports()).toMatchObject([{ request: { state: 'waiting', reason: 'Reunião de sexta' } }])
  })

  it.each([
    ['granted', () => admin().ask(grantRequest, { id: asked, ...withRole })],
    ['denied', () => admin().ask(denyRequest, { id: asked, answer: 'Ainda não' })],
    ['withdrawn', () => reader().ask(withdrawRequest, { id: asked })],
  ])('leaves the bell of every administrator at once when it is %s; another request stays', async (_, decide) => {
    const colleague = people.otherUserOfNorte.id
    const profile = (is: 'admin' | 'user') =>
      portal.platform((db) =>
        db.updateTable('memberships').set({ profile: is }).where('user_id', '=', colleague).execute(),
      )
    const unread = async () =>
      (
        await portal.platform((db) =>
          db
            .selectFrom('notification_receipts as m')
            .innerJoin('notifications as n', 'n.id', 'm.notification_id')
            .select('m.user_id')
            .where('n.type', '=', 'access_requested')
            .where('m.read_at', 'is', null)
            .orderBy('m.user_id')
            .execute(),
        )
      ).map(({ user_id }) => user_id)
    await profile('admin')
    const news: { kind: string; userIds?: string[] | null }[] = []
    const listening = await listenTo(portal.databaseUrl, channel, {
      onMessage: (text) => news.push(JSON.parse(text) as LiveEvent),
      onEnd: () => undefined,
    })
    try {
      await change(other, { show_on_catalog: 'S' })
      asked = await requestAccess()
      const managers = [people.adminOfNorte.id, colleague].toSorted()
      expect(await unread()).toEqual(managers)
      await reader().ask(addRequest, { report_id: other, reason: 'Este também' })
      expect((await admin().ask(countUnread, {})).body.unread).toBe(2)
      const toldOf = () =>
        news.filter(({ kind, userIds }) => kind === 'notifications_changed' && userIds?.length === managers.length)
      await vi.waitFor(() => expect(toldOf()).toHaveLength(2))
      expect((await decide()).status).toBe(200)
      expect((await admin().ask(countUnread, {})).body.unread).toBe(1)
      expect(await unread()).toEqual(managers)
      await vi.waitFor(() => expect(toldOf().map(({ userIds }) => userIds?.toSorted())[2]).toEqual(managers))
    } finally {
      await listening.close()
      await profile('user')
    }
  })

  it('and its decision are also sent by e-mail, if the business unit sends copies', async () => {
    const sends = (is: boolean) =>
      portal.platform((db) =>
        db.updateTable('settings').set({ send_notification_mails: is }).where('tenant_id', '=', tenant_id).execute(),
      )
    const mailed = () =>
      portal.platform((db) =>
        db
          .selectFrom('notification_receipts as m')
          .innerJoin('notifications as n', 'n.id', 'm.notification_id')
          .innerJoin('users as u', 'u.id', 'm.user_id')
          .select(['n.type', 'u.email', 'm.mail_due'])
          .where('n.tenant_id', '=', tenant_id)
          .orderBy('n.type')
          .execute(),
      )
    await sends(true)
    const [asks, manages] = [seller.email, people.adminOfNorte.email]
    await admin().ask(denyRequest, { id: await requestAccess(), answer: 'Ainda não' })
    expect(await mailed()).toEqual([
      { type: 'access_denied', email: asks, mail_due: true },
      { type: 'access_requested', email: manages, mail_due: true },
    ])
    await sends(false)
    await portal.platform((db) => db.deleteFrom('notifications').where('tenant_id', '=', tenant_id).execute())
    await admin().ask(denyRequest, { id: await requestAccess(), answer: 'Ainda não' })
    expect((await mailed()).map(({ mail_due }) => mail_due)).toEqual([false, false])
  })

  it('Z8: is stored once if twenty arrive concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => reader().ask(addRequest, { report_id: report, reason: 'x' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.flatMap(({ status, raw }) => (status === 200 ? [] : [raw['key']])))).toEqual(
      new Set(['access_request_waiting']),
    )
  })

  it('Z7: is withdrawn by its person only; a colleague gets 404', async () => {
    const id = await requestAccess()
    expect((await portal.as(manager).ask(withdrawRequest, { id })).status).toBe(404)
    expect((await portal.as('userOfSul').ask(withdrawRequest, { id })).status).toBe(404)
    expect((await reader().ask(withdrawRequest, { id })).status).toBe(200)
    expect((await reader().ask(withdrawRequest, { id })).raw['key']).toBe('access_request_settled')
    await requestAccess('De novo')
  })

  it('Z1: is not listed, read or decided by readers, nor by another business unit', async () => {
    const id = await requestAccess()
    for (const [person, status] of [
      [reader(), 403],
      [portal.as('adminOfSul'), 404],
    ] as const) {
      expect((await person.ask(readRequest, { id })).status).toBe(status)
      expect((await person.ask(grantRequest, { id, ...withRole })).status).toBe(status)
      expect((await person.ask(denyRequest, { id, answer: 'x' })).status).toBe(status)
    }
    expect((await reader().ask(listRequests, {})).status).toBe(403)
    expect((await portal.as('adminOfSul').ask(listRequests, {})).body.total).toBe(0)
    expect((await admin().ask(listRequests, { state: 'waiting' })).body.data).toMatchObject([{ id, state: 'waiting' }])
  })

  it('is accepted from people of the business unit, not from visiting staff', async () => {
    const { raw } = await portal.as(masterInNorte).ask(addRequest, { report_id: report, reason: 'x' })
    expect(raw['key']).toBe('access_request_needless')
  })
})

describe('a decision about a request for access', () => {
  it('E2: grants the report with roles, and the person opens it with them', async () => {
    const id = await requestAccess()
    const bare = await admin().ask(grantRequest, { id, ...reading, roles: [] })
    expect([bare.status, bare.raw['key']]).toEqual([400, 'report_role_missing'])
    expect((await reader().ask(checkExists, { reportId: report })).body.status).toBe(false)
    expect((await admin().ask(grantRequest, { id, ...withRole, answer: 'Bom proveito' })).status).toBe(200)
    expect((await reader().ask(openReport, { reportId: report })).status).toBe(200)
    expect(await listedReports()).toEqual([])
    expect(await notificationsOf(seller)).toMatchObject([{ type: 'access_granted', path: `/${report}/reports/view` }])
    expect((await admin().ask(listRequests, {})).body.data).toMatchObject([
      { state: 'granted', answer: 'Bom proveito', decided_by: expect.any(String) },
    ])
  })

  it('applies the filters of the report, or makes it available without them', async () => {
    const filters = [{ table: 'Territory', column: 'País', operator: 'in' as const, values: ['França'] }]
    expect((await change(report, { filters })).status).toBe(200)
    const filtersOf = async () => (await reader().ask(openReport, { reportId: report })).body.filters
    expect((await admin().ask(grantRequest, { id: await requestAccess(), ...withRole })).status).toBe(200)
    expect(await filtersOf()).toEqual(filters)
    await portal.platform((db) => db.deleteFrom('report_grants').execute())
    const without = { id: await requestAccess(), ...withRole, without_filters: 'S' } as const
    expect((await admin().ask(grantRequest, without)).status).toBe(200)
    expect(await filtersOf()).toEqual([])
  })

  it('E2: takes the user name and the custom data from custom fields, as the access of a report does', async () => {
    const { body: added } = await admin().ask(customFieldCalls.add, {
      name: 'Código',
      kind: 'text',
      options: [],
      required: 'N',
      searchable: 'N',
      in_registration: 'N',
    })
    const id = await requestAccess()
    const { identity_fields } = (await admin().ask(readRequest, { id })).body
    expect(identity_fields).toContainEqual({ id: added.id, name: 'Código' })
    const sources = { identity: 'field', custom_data_from: 'field', custom_data_field: added.id } as const
    const sent = { ...withRole, ...sources, id, pages: ['vendedores'] }
    expect((await admin().ask(grantRequest, sent)).raw['errors']).toHaveProperty('identity_field')
    const foreign = { ...sent, identity_field: randomUUID() }
    expect((await admin().ask(grantRequest, foreign)).status).toBe(404)
    await portal.platform((db) =>
      db
        .insertInto('report_page_lists')
        .values({ tenant_id, report_id: report, service_report_id: 'as-read', due_at: new Date() })
        .execute(),
    )
    const page = { tenant_id, report_id: report, name: 'vendedores', display_name: 'Quem vende', position: 0 }
    await portal.platform((db) => db.insertInto('report_pages').values(page).execute())
    expect((await admin().ask(grantRequest, { ...sent, identity_field: added.id })).status).toBe(200)
    const entry = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('changes')
        .where('event', '=', 'access_request.granted')
        .orderBy('at', 'desc')
        .executeTakeFirstOrThrow(),
    )
    expect(entry.changes).toMatchObject({
      identity_field: [null, added.id],
      custom_data_field: [null, added.id],
      pages: [null, ['Quem vende (vendedores)']],
    })
    // Without a value of the field there is no identity.
    expect((await reader().ask(openReport, { reportId: report })).raw['key']).toBe('report_identity_missing')
    await admin().ask(customFieldCalls.remove, { id: added.id })
  })

  it('denies with a reason that the person reads, and the person may ask again', async () => {
    const id = await requestAccess()
    expect((await admin().send({ method: 'POST', url: `/api/${denyRequest.path}`, body: { id } })).status).toBe(400)
    expect((await admin().ask(denyRequest, { id, answer: 'Fale com o seu gestor.' })).status).toBe(200)
    expect(await listedReports()).toMatchObject([{ request: { state: 'denied', answer: 'Fale com o seu gestor.' } }])
    expect(await notificationsOf(seller)).toMatchObject([
      { type: 'access_denied', facts: { reason: 'Fale com o seu gestor.' } },
    ])
    await requestAccess('Falei com o gestor')
    expect(await listedReports()).toMatchObject([{ request: { state: 'waiting' } }])
  })

  it('is told to webhooks, as is the request, without reason and answer', async () => {
    const types = ['access_request.added', 'access_request.decided', 'grant.added'] as const
    const events = await webhookEvents(portal, tenant_id, [...types])
    const denied = await requestAccess()
    await admin().ask(denyRequest, { id: denied, answer: 'Fale com o seu gestor.' })
    const granted = await requestAccess()
    await admin().ask(grantRequest, { id: granted, ...withRole })
    const about = {
      report: { id: report, name: expect.any(String) as string },
      user: { id: seller.id, name: seller.name },
    }
    const asked = (request_id: string) => ({ event_type: types[0], data: { request_id, ...about } })
    const decided = (request_id: string, decision: string) => ({
      event_type: types[1],
      data: { request_id, decision, ...about },
    })
    expect(await events()).toEqual([
      asked(denied),
      decided(denied, 'denied'),
      asked(granted),
      { event_type: types[2], data: { ...about, group: null } },
      decided(granted, 'granted'),
    ])
  })

  it('Z8: one of twenty concurrent decisions is stored', async () => {
    const id = await requestAccess()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? admin().ask(grantRequest, { id, ...withRole })
          : admin().ask(denyRequest, { id, answer: 'Não' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const grants = await portal.platform((db) => db.selectFrom('report_grants').select('id').execute())
    const { data } = (await admin().ask(listRequests, {})).body
    expect(grants).toHaveLength(data[0]?.state === 'granted' ? 1 : 0)
  })

  it('D5: is in the audit trail of the report', async () => {
    await admin().ask(grantRequest, { id: await requestAccess(), ...withRole, ends_on: '2099-12-31' })
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'actor_id', 'changes'])
        .where('target_id', '=', report)
        .where('event', 'like', 'access_request.%')
        .orderBy('at', 'desc')
        .limit(2)
        .execute(),
    )
    expect(entries).toMatchObject([
      { event: 'access_request.granted', actor_id: people.adminOfNorte.id, changes: { ends_on: [null, '2099-12-31'] } },
      { event: 'access_request.added', actor_id: seller.id },
    ])
  })
})

describe('a grant that ends', () => {
  const setTimezone = (timezone: string) =>
    portal.platform((db) => db.updateTable('settings').set({ timezone }).where('tenant_id', '=', tenant_id).execute())
  const endOn = (days: number) =>
    portal.platform(async (db) => {
      const { timezone } = await db
        .selectFrom('settings')
        .select('timezone')
        .where('tenant_id', '=', tenant_id)
        .executeTakeFirstOrThrow()
      const ends_on = DateTime.now().setZone(timezone).plus({ days }).toISODate() ?? ''
      await db.updateTable('report_grants').set({ ends_on }).where('report_id', '=', report).execute()
      return ends_on
    })

  it('refuses a day that has passed', async () => {
    const { status, raw } = await admin().ask(grantRequest, {
      id: await requestAccess(),
      ...withRole,
      ends_on: '2020-01-01',
    })
    expect([status, Object.keys(raw['errors'] as object)]).toEqual([400, ['ends_on']])
  })

  it('opens the report on its last day and no longer, and the report returns to the catalog', async () => {
    await admin().ask(grantRequest, { id: await requestAccess(), ...withRole })
    await endOn(0)
    expect((await reader().ask(openReport, { reportId: report })).status).toBe(200)
    await endOn(-1)
    expect((await reader().ask(openReport, { reportId: report })).status).toBe(404)
    expect((await reader().ask(checkExists, { reportId: report })).body.status).toBe(false)
    expect(await listedReports()).toHaveLength(1)
  })

  it('E1: gives no embed token beyond its last minute', async () => {
    // A zone in which the day ends within the hour.
    const isLate = (zone: string) => zone.includes('/') && DateTime.now().setZone(zone).hour === 23
    const timezone = Intl.supportedValuesOf('timeZone').find(isLate) ?? ''
    await setTimezone(timezone)
    try {
      await admin().ask(grantRequest, { id: await requestAccess(), ...withRole })
      await endOn(0)
      const end = DateTime.now().setZone(timezone).endOf('day')
      const { body } = await reader().ask(openReport, { reportId: report })
      // The service counts in whole minutes, at least one.
      expect(body.expires_at.getTime()).toBeLessThanOrEqual(end.toMillis() + 60_000)
    } finally {
      await setTimezone('America/Sao_Paulo')
    }
  })
})

it('the administrators are reminded once of a request that waits for two days', async () => {
  const id = await requestAccess('Ainda espero')
  const count = async () => (await notificationsOf('adminOfNorte')).length
  expect(await count()).toBe(1)
  const run = async () => {
    const [find] = catalogJobs
    if (find) await worker.gate.acrossTenants('test', (db) => worker.enqueue(db, find, {}))
  }
  const reminded = async () =>
    (
      await portal.platform((db) =>
        db.selectFrom('access_requests').select('reminded_at').where('id', '=', id).executeTakeFirstOrThrow(),
      )
    ).reminded_at
  await portal.platform((db) =>
    db
      .updateTable('access_requests')
      .set({ created_at: new Date(Date.now() - 49 * 3_600_000) })
      .where('id', '=', id)
      .execute(),
  )
  await run()
  await vi.waitFor(async () => expect(await reminded()).not.toBeNull(), { timeout: 20_000, interval: 100 })
  expect(await count()).toBe(2)
  const before = await reminded()
  const done = () =>
    portal.platform((db) =>
      db.selectFrom('job_slots').select('slot').where('task', '=', 'access_request.find_waiting').execute(),
    )
  const ran = (await done()).length
  await run()
  await vi.waitFor(async () => expect((await done()).length).toBe(ran + 1), { timeout: 20_000, interval: 100 })
  expect([await count(), await reminded()]).toEqual([2, before])
})

it('V5: limits the requests for access of one person per hour', async () => {
  const statuses: number[] = []
  while (statuses.length < accessRequestsAnHour) {
    const id = await requestAccess()
    statuses.push((await reader().ask(withdrawRequest, { id })).status)
  }
  expect(new Set(statuses)).toEqual(new Set([200]))
  const nextRequest = { report_id: report, reason: 'Mais uma vez' }
  expect((await reader().ask(addRequest, nextRequest)).status).toBe(429)
  expect(await notificationsOf('adminOfNorte')).toHaveLength(accessRequestsAnHour)
  await portal.platform((db) =>
    db
      .updateTable('access_requests')
      .set({ created_at: new Date(Date.now() - 3_700_000) })
      .execute(),
  )
  expect((await reader().ask(addRequest, nextRequest)).status).toBe(200)
})

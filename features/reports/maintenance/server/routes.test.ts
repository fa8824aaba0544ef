import { DateTime } from 'luxon'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { listNotifications } from '#features/messaging/notifications/contract.ts'
import { openReport, renewToken } from '#features/reports/view/contract.ts'
import { behavesLikeResource } from '#testing/behaves-like-resource.ts'
import { testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { people, type PersonName, tenants } from '#testing/world.ts'
import { listUpcoming, maintenanceCalls, readReportMaintenance } from '../contract.ts'
import {
  announceMaintenance,
  findMaintenanceToNotify,
  findWindowsToPlan,
  notifyReadersAhead,
  planMaintenance,
} from './jobs.ts'
import { notifyReaders } from './commands.ts'
import { unitsToNotify } from './store.ts'

const portal = testPortal({ reports: true })
const admin = () => portal.as('adminOfNorte')
const reader = () => portal.as(seller)
const [reportId, otherId] = published.reports
const tenant_id = tenants.norte.id
const maintenancePlan = {
  message: 'The server is being updated.',
  recurrence: 'once',
  first_day: '2031-01-06',
  last_day: '2031-01-06',
  days: [],
  from_time: '08:00',
  to_time: '09:00',
  report_ids: [],
  group_ids: [],
  passes: 'editors',
  announces: 'never',
} satisfies Omit<SentOf<typeof maintenanceCalls.add>, 'name'>

// This portal has no published reports, because publishing replaces the plain user that these tests need.
behavesLikeResource(testPortal(), maintenanceCalls, {
  noun: 'maintenance_window',
  sample: (name) => ({ name, ...maintenancePlan }),
})

beforeEach(() =>
  portal.platform(async (db) => {
    await db.deleteFrom('maintenance_windows').execute()
    await db.deleteFrom('notifications').execute()
    await db.deleteFrom('report_grants').execute()
    await db
      .insertInto('report_grants')
      .values(
        [reportId, otherId].map((report_id) => ({
          tenant_id,
          report_id,
          user_id: people.userOfNorte.id,
          roles: ['Salesperson'],
        })),
      )
      .execute()
  }),
)

let names = 0
/** A window of some reports that has begun; each test moves its occurrence. */
async function window(change: object = {}): Promise<string> {
  names += 1
  const sent = {
    name: `Janela ${names}`,
    ...maintenancePlan,
    report_ids: [reportId],
    ...change,
  }
  const { status, body } = await admin().ask(maintenanceCalls.add, sent)
  expect(status).toBe(200)
  return body.id
}
const lasts = (id: string, fromMs: number, toMs: number) =>
  portal.platform((db) =>
    db
      .updateTable('maintenance_occurrences')
      .set({ starts_at: new Date(Date.now() + fromMs), ends_at: new Date(Date.now() + toMs) })
      .where('window_id', '=', id)
      .execute(),
  )
const minutes = 60_000

describe('maintenance', () => {
  it('replaces its report by the message and the remaining time, and ends by itself', async () => {
    const id = await window()
    expect((await reader().ask(openReport, { reportId })).status).toBe(200)
    await lasts(id, -minutes, 10 * minutes)
    const refused = await reader().ask(openReport, { reportId })
    expect([refused.status, refused.raw.key]).toEqual([503, 'report_in_maintenance'])
    expect((await reader().ask(renewToken, { reportId })).raw.key).toBe('report_in_maintenance')
    const { maintenance } = (await reader().ask(readReportMaintenance, { reportId })).body
    expect(maintenance).toMatchObject({ message: 'The server is being updated.', report: 'Desempenho de revendas' })
    expect(maintenance?.ends_in_ms).toBeGreaterThan(9 * minutes)
    expect((await reader().ask(openReport, { reportId: otherId })).status).toBe(200)
    await lasts(id, -10 * minutes, -minutes)
    expect((await reader().ask(openReport, { reportId })).status).toBe(200)
    expect((await reader().ask(readReportMaintenance, { reportId })).body.maintenance).toBeNull()
  })

  it('concerns the reports of its groups, and all of them when it names none', async () => {
    const id = await window({ report_ids: [], group_ids: [published.group] })
    await lasts(id, -minutes, minutes)
    expect((await reader().ask(openReport, { reportId: otherId })).raw.key).toBe('report_in_maintenance')
    await admin().ask(maintenanceCalls.remove, { id })
    const all = await window({ report_ids: [] })
    await lasts(all, -minutes, minutes)
    expect((await reader().ask(openReport, { reportId: otherId })).raw.key).toBe('report_in_maintenance')
  })

  it('Z1: lets the people open the report whom it allows', async () => {
    const passes = async (passing: string, allow_edit: boolean, toggles: string[]) => {
      await portal.platform(async (db) => {
        await db.deleteFrom('maintenance_windows').execute()
        await db.updateTable('reports').set({ allow_edit }).where('id', '=', reportId).execute()
        await db.updateTable('memberships').set({ toggles }).where('user_id', '=', people.userOfNorte.id).execute()
      })
      const id = await window({ passes: passing })
      await lasts(id, -minutes, minutes)
      const isKeptOutReader = (await reader().ask(openReport, { reportId })).status !== 200
      const isKeptOutAdmin = (await admin().ask(openReport, { reportId })).raw.key === 'report_in_maintenance'
      return [!isKeptOutReader, !isKeptOutAdmin]
    }
    expect(await passes('editors', true, ['edit_reports'])).toEqual([true, true])
    expect(await passes('editors', false, ['edit_reports'])).toEqual([false, true])
    expect(await passes('editors', true, [])).toEqual([false, true])
    expect(await passes('managers', true, ['edit_reports'])).toEqual([false, true])
    expect(await passes('nobody', true, ['edit_reports'])).toEqual([false, false])
    await portal.platform((db) =>
      db.updateTable('memberships').set({ toggles: [] }).where('user_id', '=', people.userOfNorte.id).execute(),
    )
  })

  it('E1: an embed token ends when the next maintenance begins, and one issued before is revoked then', async () => {
    const before = await reader().ask(openReport, { reportId })
    expect(before.body.ends_in_ms).toBeGreaterThan(50 * minutes)
    const id = await window()
    await lasts(id, 20 * minutes, 40 * minutes)
    const token = portal.as({ token: await portal.tokenOf(seller), host: seller.host })
    const { body } = await token.ask(openReport, { reportId })
    expect(body.ends_in_ms).toBeLessThanOrEqual(20 * minutes)
    expect(body.maintenance_in_ms).toBeLessThanOrEqual(20 * minutes)
    const living = () =>
      portal.platform((db) =>
        db.selectFrom('embed_tokens').select('token_id').where('report_id', '=', reportId).execute(),
      )
    expect((await living()).length).toBeGreaterThan(0)
    await lasts(id, -minutes, 40 * minutes)
    const worker = await testWorker(portal.databaseUrl, [announceMaintenance])
    try {
      await vi.waitFor(async () => expect(await living()).toEqual([]), { timeout: 30_000, interval: 200 })
    } finally {
      await worker.close()
    }
  })

  it('is listed for the people whose reports it concerns', async () => {
    const id = await window()
    await lasts(id, 60 * minutes, 90 * minutes)
    expect((await reader().ask(listUpcoming, {})).body.data).toMatchObject([
      { id, now: false, reports: ['Desempenho de revendas'] },
    ])
    expect((await portal.as('userOfSul').ask(listUpcoming, {})).body.data).toEqual([])
    expect((await portal.as('adminOfSul').ask(readReportMaintenance, { reportId })).body.maintenance).toBeNull()
    await portal.platform((db) => db.deleteFrom('report_grants').execute())
    expect((await reader().ask(listUpcoming, {})).body.data).toEqual([])
  })

  it('T1: refuses reports and groups of another business unit, and a window that ends before it begins', async () => {
    const sent = { ...maintenancePlan }
    const foreign = await portal
      .as('adminOfSul')
      .ask(maintenanceCalls.add, { name: 'De Norte', ...sent, report_ids: [reportId] })
    expect(foreign.status).toBe(404)
    const group = await portal
      .as('adminOfSul')
      .ask(maintenanceCalls.add, { name: 'De Norte', ...sent, group_ids: [published.group] })
    expect(group.status).toBe(404)
    const backwards = await admin().ask(maintenanceCalls.add, { name: 'Torta', ...sent, to_time: '07:00' })
    expect([backwards.status, Object.keys(backwards.raw.errors as object)]).toEqual([400, ['to_time']])
  })

  it('a weekly one gets its occurrences, and later ones by a job', async () => {
    const id = await window({ recurrence: 'weekly', first_day: '2026-01-01', last_day: null, days: ['MONDAY'] })
    const count = () =>
      portal.platform(
        async (db) =>
          (await db.selectFrom('maintenance_occurrences').select('starts_at').where('window_id', '=', id).execute())
            .length,
      )
    const plannedCount = await count()
    expect(plannedCount).toBeGreaterThanOrEqual(8)
    await portal.platform(async (db) => {
      await db.deleteFrom('maintenance_occurrences').where('window_id', '=', id).execute()
      await db.updateTable('maintenance_windows').set({ planned_until: '2026-01-01' }).where('id', '=', id).execute()
    })
    // A window of another unit that cannot be planned does not stop the job from planning this one.
    await portal.platform((db) =>
      db
        .insertInto('maintenance_windows')
        .values({
          tenant_id: tenants.sul.id,
          name: 'Quebrada',
          message: 'x',
          first_day: '2027-01-01',
          from_time: 'quokka',
          to_time: '23:00',
        })
        .execute(),
    )
    const worker = await testWorker(portal.databaseUrl, [findWindowsToPlan, planMaintenance])
    try {
      await vi.waitFor(async () => expect(await count()).toBe(plannedCount), { timeout: 30_000, interval: 200 })
    } finally {
      await worker.close()
    }
  })
})

describe('announcements of maintenance', () => {
  const zone = 'America/Sao_Paulo'
  const notificationsOf = async (person: PersonName | typeof seller) =>
    (await portal.as(person).ask(listNotifications, {})).body.data.map(({ type, facts, path }) => ({
      type,
      facts,
      path,
    }))
  const count = async (person: PersonName | typeof seller = seller) => (await notificationsOf(person)).length
  /** A window that begins after `hours` and lasts one hour, in the time zone of Norte. */
  const inHours = (hours: number) => {
    const starts = DateTime.now().setZone(zone).plus({ hours }).startOf('minute')
    const ends = starts.plus({ hours: 1 })
    return {
      first_day: starts.toISODate() ?? '',
      last_day: ends.toISODate() ?? '',
      from_time: starts.toFormat('HH:mm'),
      to_time: ends.toFormat('HH:mm'),
      shown: [starts, ends].map((each) => each.toFormat('dd/MM/yyyy HH:mm')),
    }
  }
  const announced = ({ shown: _, ...times }: ReturnType<typeof inHours>, change: object = {}) =>
    window({ ...times, announces: 'day', ...change })
  const announce = () =>
    portal.platform((db) =>
      notifyReaders({ db, tenantId: tenant_id, announce: async () => undefined, enqueue: async () => undefined }, null),
    )

  it('notify the people who may open the report, with its times in their language, and nobody else', async () => {
    await portal.platform((db) =>
      db.deleteFrom('report_grants').where('report_id', '=', otherId).where('tenant_id', '=', tenant_id).execute(),
    )
    const times = inHours(3)
    await announced(times)
    const [notification] = await notificationsOf(seller)
    const [from, to] = times.shown
    expect(notification).toMatchObject({
      type: 'maintenance_announced',
      facts: {
        report: 'Desempenho de revendas',
        from: { 'pt-BR': from },
        to: { 'pt-BR': to },
        text: maintenancePlan.message,
      },
      path: '/notifications/maintenance',
    })
    expect(notification?.facts['from']).toMatchObject({
      'en-US': expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d?:\d\d\u00A0[AP]M$/) as string,
    })
    expect([await count('adminOfNorte'), await count(manager), await count('adminOfSul')]).toEqual([1, 0, 0])
    await announced(times, { report_ids: [otherId] })
    expect([await count('adminOfNorte'), await count()]).toEqual([2, 1])
  })

  it('do not name the reports of a window that concerns several', async () => {
    await announced(inHours(3), { report_ids: [reportId, otherId] })
    expect((await notificationsOf(seller))[0]?.facts['report']).toMatchObject({
      'pt-BR': 'relatórios',
      'en-US': 'reports',
    })
  })

  it('reach the people of mayOpen() only: a hidden report, an ended grant, a group', async () => {
    const openedBy = async () => {
      await portal.platform((db) => db.deleteFrom('maintenance_windows').execute())
      await announced(inHours(3))
      const { status } = await reader().ask(openReport, { reportId })
      const countBefore = await count()
      await portal.platform((db) => db.deleteFrom('notifications').execute())
      return [status, countBefore]
    }
    const report = (fields: object) =>
      portal.platform((db) => db.updateTable('reports').set(fields).where('id', '=', reportId).execute())
    const grants = (fields: object) => portal.platform((db) => db.updateTable('report_grants').set(fields).execute())
    expect(await openedBy()).toEqual([200, 1])
    await report({ hidden: true })
    expect(await openedBy()).toEqual([404, 0])
    await report({ hidden: false })
    await grants({ ends_on: '2026-01-01' })
    expect(await openedBy()).toEqual([404, 0])
    const group_id = await portal.platform(async (db) => {
      const { id } = await db
        .insertInto('user_groups')
        .values({ tenant_id, name: 'Leitores' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('user_group_members')
        .values({ tenant_id, group_id: id, user_id: people.userOfNorte.id })
        .execute()
      return id
    })
    await grants({ ends_on: null, user_id: null, group_id })
    expect(await openedBy()).toEqual([200, 1])
    await grants({ ends_on: '2026-01-01' })
    expect(await openedBy()).toEqual([404, 0])
  })

  it('are sent once for each occurrence, also when the window is saved again or the job runs again', async () => {
    const id = await announced(inHours(3))
    await admin().ask(maintenanceCalls.update, { id, version: 1, message: 'Outra mensagem.' })
    await announce()
    expect(await count()).toBe(1)
    const { shown: _, ...later } = inHours(5)
    expect((await admin().ask(maintenanceCalls.update, { id, version: 2, ...later })).status).toBe(200)
    expect(await count()).toBe(2)
  })

  it('are sent when they are due, and never for a window without announcements', async () => {
    await window({ ...maintenancePlan, name: 'Calada' })
    const id = await announced(inHours(30))
    const { shown: _, ...times } = inHours(3)
    await window({ ...times, announces: 'never' })
    await announce()
    expect([await count(), await portal.platform(unitsToNotify)]).toEqual([0, []])
    await lasts(id, 23 * 60 * minutes, 24 * 60 * minutes)
    expect(await portal.platform(unitsToNotify)).toEqual([tenant_id])
    const worker = await testWorker(portal.databaseUrl, [findMaintenanceToNotify, notifyReadersAhead])
    try {
      await vi.waitFor(async () => expect(await count()).toBe(1), { timeout: 30_000, interval: 200 })
    } finally {
      await worker.close()
    }
    expect(await portal.platform(unitsToNotify)).toEqual([])
  })

  it('of a weekly window come for one occurrence at a time', async () => {
    const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']
    const weekly = { recurrence: 'weekly', first_day: '2026-01-01', last_day: null, days, announces: 'week' }
    const id = await window(weekly)
    expect(await count()).toBe(1)
    await announce()
    expect(await count()).toBe(1)
    await portal.platform((db) =>
      db.deleteFrom('maintenance_occurrences').where('window_id', '=', id).where('told_ahead', '=', true).execute(),
    )
    await announce()
    expect(await count()).toBe(2)
  })

  it('T1: are not sent by the job of another business unit', async () => {
    const id = await announced(inHours(30))
    await lasts(id, 60 * minutes, 90 * minutes)
    await portal.platform((db) =>
      notifyReaders(
        { db, tenantId: tenants.sul.id, announce: async () => undefined, enqueue: async () => undefined },
        null,
      ),
    )
    expect(await count()).toBe(0)
    expect(await portal.platform(unitsToNotify)).toEqual([tenant_id])
  })
})

import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { publishInto } from '#testing/published.ts'
import { people, tenants } from '#testing/world.ts'
import { addReportGroup } from '#features/reports/groups/contract.ts'
import { addSubgroup } from '#features/reports/subgroups/contract.ts'
import * as calls from '../contract.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')
const period = { from: '2026-03-01', to: '2026-03-10' }
const { norte, sul } = tenants

let group = ''
let sales = ''
let stock = ''
let other = ''

type LoggedView = {
  at: string
  user?: string
  report?: string
  event?: string
  page?: string
  name?: string
  origin?: string
} & {
  view?: string
  load?: number
  render?: number
  unit?: string
}

const logged = (events: LoggedView[]) =>
  portal.platform(async (db) => {
    for (const { at, user, report, event, page, name, origin, view, load, render, unit } of events) {
      await sql`insert into report_views (tenant_id, view_id, event, page, page_name, report_id, user_id, origin, load_ms, render_ms, at)
        values (${unit ?? norte.id}, ${view ?? crypto.randomUUID()}, ${event ?? 'opened'}, ${page ?? ''}, ${name ?? null},
          ${report ?? sales}, ${user ?? people.userOfNorte.id}, ${origin ?? 'report'}, ${load ?? null}, ${render ?? null},
          ${at}::timestamptz)`.execute(db)
    }
  })

beforeAll(async () => {
  group = (await admin().ask(addReportGroup, { name: 'Comercial' })).body.id
  const otherGroup = (await admin().ask(addReportGroup, { name: 'Logística' })).body.id
  const subgroup = (await admin().ask(addSubgroup, { name: 'Vendas', group_id: group })).body.id
  const otherSubgroup = (await admin().ask(addSubgroup, { name: 'Armazém', group_id: otherGroup })).body.id
  const groupOfSul = (await portal.as('adminOfSul').ask(addReportGroup, { name: 'Sul' })).body.id
  const ofSul = (await portal.as('adminOfSul').ask(addSubgroup, { name: 'Sul', group_id: groupOfSul })).body.id
  await portal.platform(async (db) => {
    sales = await publishInto(db, norte, subgroup, { name: 'Vendas' })
    stock = await publishInto(db, norte, otherSubgroup, { name: 'Estoque' })
    other = await publishInto(db, norte, otherSubgroup, { name: 'Esquecido', hidden: true })
    const quokka = await publishInto(db, sul, ofSul, { name: 'Quokka' })
    // UTC−3 and UTC+9, without daylight saving time.
    await db.updateTable('settings').set({ timezone: 'America/Sao_Paulo' }).where('tenant_id', '=', norte.id).execute()
    await db.updateTable('settings').set({ timezone: 'Asia/Tokyo' }).where('tenant_id', '=', sul.id).execute()
    await sql`insert into report_views (tenant_id, view_id, event, report_id, user_id, at)
      values (${sul.id}, ${crypto.randomUUID()}, 'opened', ${quokka}, ${people.userOfSul.id}, '2026-03-10T16:00:00Z')`.execute(
      db,
    )
    // The same instant one hour earlier: in Tokyo already 11 March, too.
    await sql`insert into report_views (tenant_id, view_id, event, report_id, user_id, at)
      values (${sul.id}, ${crypto.randomUUID()}, 'opened', ${quokka}, ${people.userOfSul.id}, '2026-02-28T15:00:00Z')`.execute(
      db,
    )
  })
  await logged([
    // 28 February, 23:59 in São Paulo: before the period.
    { at: '2026-03-01T02:59:59Z' },
    // 1 March, 00:00: the first instant of the period.
    { at: '2026-03-01T03:00:00Z' },
    { at: '2026-03-02T12:30:00Z', user: people.adminOfNorte.id, origin: 'playlist' },
    { at: '2026-03-02T12:40:00Z', report: stock },
    // 10 March, 23:59: the last second of the period.
    { at: '2026-03-11T02:59:59Z' },
    { at: '2026-03-11T03:00:00Z' },
    { at: '2026-03-02T12:31:00Z', event: 'failed' },
    // The view of a person who is not a member of the unit.
    { at: '2026-03-03T12:00:00Z', user: people.masterOfAlfa.id },
    { at: '2026-03-02T12:30:01Z', event: 'page', page: 'p1', name: 'Antigo' },
    { at: '2026-03-04T12:30:01Z', event: 'page', page: 'p1', name: 'Resumo' },
    { at: '2026-03-02T12:30:01Z', event: 'page', page: 'p2', user: people.adminOfNorte.id },
    ...[10, 20, 30, 40].map((load) => ({ at: '2026-03-02T15:00:00Z', event: 'rendered', load, render: load * 10 })),
  ])
})

describe('the usage of a business unit', () => {
  it('counts views, readers and waiting times exactly, in days and hours of its time zone', async () => {
    const { body } = await admin().ask(calls.readUsage, period)
    expect(body).toMatchObject({
      views: 4,
      readers: 2,
      failed: 1,
      reports: 3,
      unread_reports: 1,
      tv_only_reports: 0,
      people: 3,
      silent_people: 2,
    })
    // The nearest rank of 10, 20, 30, 40.
    expect(body).toMatchObject({ load_p50: 20, load_p95: 40, render_p50: 200, render_p95: 400 })
    expect(body.days.map(({ day, views, readers }) => [day.slice(8), views, readers])).toEqual([
      ['01', 1, 1], ['02', 1, 1], ['03', 1, 1], ['04', 0, 0], ['05', 0, 0], ['06', 0, 0], ['07', 0, 0], ['08', 0, 0], ['09', 0, 0], ['10', 1, 1],
    ]) // prettier-ignore
    expect(body.days[1]).toMatchObject({ load_p50: 20, render_p95: 400 })
    expect(body.days[0]).toMatchObject({ load_p50: null })
    expect(body.hours.filter(({ views }) => views > 0).map(({ hour, views }) => [hour, views])).toEqual([
      [0, 1], [9, 2], [23, 1],
    ]) // prettier-ignore
  })

  it('is filtered by origin, group, report and person; playlists count only where they are asked for', async () => {
    const viewsOf = async (part: object) => (await admin().ask(calls.readUsage, { ...period, ...part })).body.views
    expect(await viewsOf({ origin: 'playlist' })).toBe(1)
    expect(await viewsOf({ group_id: group })).toBe(3)
    expect(await viewsOf({ report_id: stock })).toBe(1)
    expect(await viewsOf({ user_id: people.userOfNorte.id })).toBe(3)
  })

  it('counts reports that only TVs showed apart, and each number is the length of its list', async () => {
    await logged([{ at: '2026-03-05T12:00:00Z', report: other, origin: 'playlist' }])
    const lengths = async (part: object) => {
      const { body } = await admin().ask(calls.readUsage, { ...period, ...part })
      const lists = await Promise.all(
        (['no', 'tv'] as const).map(
          async (seen) => (await admin().ask(calls.listReportUsage, { ...period, ...part, seen })).body,
        ),
      )
      expect(lists.map(({ total }) => total)).toEqual([body.unread_reports, body.tv_only_reports])
      return [body.unread_reports, body.tv_only_reports]
    }
    expect(await lengths({})).toEqual([0, 1])
    expect(await lengths({ report_id: other })).toEqual([0, 1])
    expect(await lengths({ report_id: stock })).toEqual([0, 0])
    expect(await lengths({ origin: 'report' })).toEqual([1, 0])
    expect(await lengths({ from: '2026-04-01', to: '2026-04-30' })).toEqual([3, 0])
    await lengths({ group_id: group })
    const { data } = (await admin().ask(calls.listReportUsage, { ...period, seen: 'tv' })).body
    expect(data).toMatchObject([{ name: 'Esquecido', views: 0, tv_views: 1 }])
    await portal.platform((db) => db.deleteFrom('report_views').where('report_id', '=', other).execute())
  })

  it('has a row for each report, also for reports without views', async () => {
    const ask = async (part: object = {}) => (await admin().ask(calls.listReportUsage, { ...period, ...part })).body
    const { data, total } = await ask()
    expect(total).toBe(3)
    expect(data.map(({ name, views, readers, failed: failures, load_p95 }) => [name, views, readers, failures, load_p95])).toEqual([
      ['Vendas', 3, 2, 1, 40], ['Estoque', 1, 1, 0, null], ['Esquecido', 0, 0, 0, null],
    ]) // prettier-ignore
    expect(data[0]?.last_view_at).toEqual(new Date('2026-03-11T03:00:00Z'))
    expect((await ask({ seen: 'never' })).data.map(({ id }) => id)).toEqual([other])
    const march = { from: '2026-03-05', to: '2026-03-06' }
    expect((await ask({ ...march, seen: 'no', sort: 'name', order: 'asc' })).data.map(({ name }) => name)).toEqual([
      'Esquecido', 'Estoque', 'Vendas',
    ]) // prettier-ignore
    expect((await ask({ search: 'ESTOQ' })).total).toBe(1)
  })

  it('has a row for each person, and one without a name for staff', async () => {
    const { body } = await admin().ask(calls.listPeopleUsage, period)
    expect(body.data.map(({ id, person, views, reports }) => [id, person, views, reports])).toEqual([
      [people.userOfNorte.id, people.userOfNorte.name, 3, 2],
      [people.masterOfAlfa.id, null, 1, 1],
      [people.adminOfNorte.id, people.adminOfNorte.name, 0, 0],
      [people.otherUserOfNorte.id, people.otherUserOfNorte.name, 0, 0],
    ])
    const never = await admin().ask(calls.listPeopleUsage, { ...period, seen: 'never' })
    expect(never.body.data.map(({ id }) => id)).toEqual([people.otherUserOfNorte.id])
  })

  it('has a row for each page, by its last name', async () => {
    const { body } = await admin().ask(calls.listPageUsage, period)
    expect(body.data.map(({ report, name, views, readers }) => [report, name, views, readers])).toEqual([
      ['Vendas', 'Resumo', 2, 1],
      ['Vendas', 'p2', 1, 1],
    ])
  })

  it('lists days and hours, and writes each list as a file', async () => {
    const days = await admin().ask(calls.listDays, { ...period, sort: 'views', order: 'desc' })
    expect([days.body.total, days.body.data[0]?.day]).toEqual([10, '2026-03-01'])
    const hours = await admin().ask(calls.listHours, period)
    expect(hours.body.total).toBe(24)
    const file = async (path: string) => {
      const { host } = people.adminOfNorte
      const authorization = `Bearer ${await portal.tokenOf(people.adminOfNorte)}`
      const url = `/api/${path}?format=csv&from=2026-03-01&to=2026-03-02&order=asc`
      return (await portal.portal.app.inject({ method: 'GET', url, headers: { host, authorization } })).body
    }
    expect((await file(calls.exportDays.path)).split('\r\n').slice(1, 3)).toEqual([
      '01/03/2026,1,1,,,,',
      '02/03/2026,1,1,20,40,200,400',
    ])
    expect(await file(calls.exportReportUsage.path)).toContain('Esquecido')
  })

  it('refuses a period whose last day is before its first one, as numbers, as a list and as a file', async () => {
    const swapped = { from: '2026-03-10', to: '2026-03-01' }
    for (const { status, raw } of [
      await admin().ask(calls.readUsage, swapped),
      await admin().ask(calls.listDays, swapped),
      await admin().send({
        method: 'GET',
        url: `/api/${calls.exportDays.path}?format=csv&from=2026-03-10&to=2026-03-01`,
      }),
    ]) {
      expect([status, Object.keys(raw['errors'] as object)]).toEqual([400, ['to']])
    }
    expect((await admin().ask(calls.readUsage, { from: '2026-03-10', to: '2026-03-10' })).status).toBe(200)
  })

  it('ends a longer period at 366 days', async () => {
    const { body } = await admin().ask(calls.readUsage, { from: '2000-01-01', to: '2026-03-10' })
    expect([body.days.length, body.days.at(-1)?.day]).toEqual([366, '2026-03-10'])
  })

  it('Z1: is refused to readers', async () => {
    expect((await portal.as('userOfNorte').ask(calls.readUsage, period)).status).toBe(403)
    expect((await portal.as('masterOfAlfa').ask(calls.readUsage, period)).status).toBe(403)
    expect((await admin().ask(calls.listUnitUsage, period)).status).toBe(403)
  })
})

describe('the usage of the units of a partner', () => {
  it('T1: shows a partner its own units, each in days of its own time zone', async () => {
    const { body } = await portal.as('masterOfAlfa').ask(calls.listUnitUsage, period)
    expect(body.data.map(({ name, views, readers }) => [name, views, readers])).toEqual([
      ['Norte', 4, 2],
      // 1 March 00:00 in Tokyo counts; 11 March 01:00 does not.
      ['Sul', 1, 1],
    ])
    expect(body.data[0]).toMatchObject({
      people: 3,
      reports: 3,
      opened_reports: 2,
      failed: 1,
      load_p50: 20,
      render_p95: 400,
    })
    const leste = await portal.as('masterOfBeta').ask(calls.listUnitUsage, period)
    expect(leste.body.data.map(({ name, views }) => [name, views])).toEqual([['Leste', 0]])
    const all = await portal.as('platform').ask(calls.listUnitUsage, { ...period, sort: 'name', order: 'asc' })
    expect(all.body.data.map(({ name }) => name)).toEqual(['Leste', 'Norte', 'Sul'])
  })

  it('T1: names the failed reports of its own units, and none of a unit that lets no staff in', async () => {
    const ask = async (who: 'masterOfAlfa' | 'masterOfBeta') =>
      (await portal.as(who).ask(calls.listFailedReports, {})).body.data
    await portal.platform(async (db) => {
      await sql`insert into report_views (tenant_id, view_id, event, report_id, user_id, at)
        select r.tenant_id, app.uuidv7(), 'failed', r.id, ${people.adminOfNorte.id}, now() - make_interval(days => d)
          from (select * from reports where tenant_id = ${tenants.norte.id} order by name limit 1) r, unnest(array[1, 2, 8]) d`.execute(
        db,
      )
    })
    const [failed, ...others] = await ask('masterOfAlfa')
    expect(others).toEqual([])
    expect(failed).toMatchObject({
      unit: 'Norte',
      report: expect.any(String),
      failures: 2,
      readers: 1,
      known_since: null,
      may_enter: true,
    })
    expect(await ask('masterOfBeta')).toEqual([])
    await portal.platform((db) =>
      db
        .updateTable('settings')
        .set({ allow_remote_access: false })
        .where('tenant_id', '=', tenants.norte.id)
        .execute(),
    )
    expect(await ask('masterOfAlfa')).toMatchObject([{ unit: 'Norte', report: null, failures: 2, may_enter: false }])
    expect((await admin().ask(calls.listFailedReports, {})).status).toBe(403)
  })

  it('T1: the numbers of a unit do not reach a session inside another', async () => {
    const { body } = await portal.as('adminOfSul').ask(calls.readUsage, period)
    expect([body.views, body.reports]).toEqual([1, 1])
  })
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { people, tenants } from '#testing/world.ts'
import { listAllReports, readMenu, readShelves, selectReports } from '../contract.ts'

const portal = testPortal({ reports: true })
const tenant_id = tenants.norte.id
const [resellers, products] = published.reports
const admin = () => portal.as('adminOfNorte')
const reader = () => portal.as(seller)

const viewed = (report: string, user: string, daysAgo: number, times: number) =>
  portal.platform(async (db) => {
    for (let time = 0; time < times; time += 1) {
      await sql`insert into report_views (tenant_id, view_id, event, report_id, user_id, at)
        values (${tenant_id}, ${randomUUID()}, 'opened', ${report}, ${user}, now() - make_interval(days => ${daysAgo}))`.execute(
        db,
      )
    }
  })

beforeAll(async () => {
  await portal.platform(async (db) => {
    await db.deleteFrom('report_views').execute()
    await db.deleteFrom('report_grants').execute()
    for (const report_id of [resellers, products]) {
      // Too old for the shelf of new grants.
      const created_at = new Date(Date.now() - 31 * 86_400_000)
      await db.insertInto('report_grants').values({ tenant_id, report_id, user_id: seller.id, created_at }).execute()
    }
  })
  await viewed(products, people.adminOfNorte.id, 1, 3)
  await viewed(resellers, people.adminOfNorte.id, 1, 2)
  // Too old to count.
  await viewed(resellers, people.adminOfNorte.id, 31, 9)
})

describe('the shelf of the most used reports', () => {
  it('orders by the views of everybody in the last 30 days, and repeats neither favourites nor recent ones', async () => {
    const { body } = await reader().ask(readShelves, {})
    expect(body.most_used.map(({ id }) => id)).toEqual([products, resellers])
    await viewed(products, seller.id, 0, 1)
    const after = (await reader().ask(readShelves, {})).body
    expect([after.recent.map(({ id }) => id), after.most_used.map(({ id }) => id)]).toEqual([[products], [resellers]])
  })

  it('Z2: shows only reports that the person may open', async () => {
    const { body } = await portal.as(manager).ask(readShelves, {})
    expect(body.most_used).toEqual([])
  })
})

it('a report that was just granted is on a shelf of its own until the person opens it', async () => {
  const shelves = async () => {
    const { granted, recent, most_used } = (await reader().ask(readShelves, {})).body
    return [granted, recent, most_used].map((shelf) => shelf.map(({ id }) => id))
  }
  const grantedOn = (created_at: Date) =>
    portal.platform((db) =>
      db.updateTable('report_grants').set({ created_at }).where('report_id', '=', resellers).execute(),
    )
  await grantedOn(new Date())
  expect(await shelves()).toEqual([[resellers], [products], []])
  await viewed(resellers, seller.id, 0, 1)
  expect((await shelves())[0]).toEqual([])
  await portal.platform((db) =>
    db.deleteFrom('report_views').where('report_id', '=', resellers).where('user_id', '=', seller.id).execute(),
  )
  await grantedOn(new Date(Date.now() - 31 * 86_400_000))
  expect(await shelves()).toEqual([[], [products], [resellers]])
})

it('the shelf of the latest reports has the latest ones, whatever other shelf they are on', async () => {
  const { body } = await reader().ask(readShelves, {})
  const latest = await reader().ask(listAllReports, { sort: 'created_at', order: 'desc' })
  expect(body.latest.map(({ id }) => id).toSorted()).toEqual(latest.body.data.map(({ id }) => id).toSorted())
  expect(body.latest.map(({ id }) => id)).toEqual(expect.arrayContaining([resellers, products]))
  const times = body.latest.map(({ created_at }) => Number(created_at))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

describe('the last refresh of the data on a card', () => {
  const hours = (ago: number) => new Date(Date.UTC(2026, 5, 10, 12) - ago * 3_600_000)
  const shown = async () => {
    const find = (cards: { id: string; last_update: Date | null; is_stale: boolean }[]) => {
      const card = cards.find(({ id }) => id === resellers)
      return [card?.last_update, card?.is_stale]
    }
    const shelves = (await reader().ask(readShelves, {})).body
    const list = (await reader().ask(listAllReports, {})).body
    expect(find(shelves.latest)).toEqual(find(list.data))
    return find(list.data)
  }
  const refreshed = (...found: [state: 'completed' | 'failed' | 'canceled', hoursAgo: number][]) =>
    portal.platform(async (db) => {
      await db.deleteFrom('dataset_refreshes').execute()
      const { id } = await db
        .selectFrom('datasets as d')
        .innerJoin('reports as r', (join) =>
          join.onRef('r.service_dataset_id', '=', 'd.service_id').onRef('r.workspace_id', '=', 'd.workspace_id'),
        )
        .select('d.id')
        .where('r.id', '=', resellers)
        .executeTakeFirstOrThrow()
      for (const [state, ago] of found) {
        const times = { started_at: hours(ago + 0.5), ended_at: hours(ago) }
        await db
          .insertInto('dataset_refreshes')
          .values({ tenant_id, dataset_id: id, cause: 'service', state, ...times })
          .execute()
      }
    })
  const set = (settings: { show_last_update: boolean; force_last_update: boolean }, report: boolean) =>
    portal.platform(async (db) => {
      await db.updateTable('settings').set(settings).where('tenant_id', '=', tenant_id).execute()
      await db.updateTable('reports').set({ show_last_update: report }).where('id', '=', resellers).execute()
    })

  it.each([
    [true, false, true, true],
    [true, false, false, false],
    [false, false, true, false],
    [false, true, false, true],
  ])('with the settings shown %s, forced %s, and on the report %s: %s', async (show, force, report, isShown) => {
    await refreshed(['completed', 5], ['completed', 2])
    await set({ show_last_update: show, force_last_update: force }, report)
    expect(await shown()).toEqual([isShown ? hours(2) : null, false])
  })

  it('is stale if a later refresh failed, and only then', async () => {
    await set({ show_last_update: true, force_last_update: false }, true)
    await refreshed(['completed', 5], ['failed', 3])
    expect(await shown()).toEqual([hours(5), true])
    await refreshed(['failed', 7], ['completed', 5], ['canceled', 3])
    expect(await shown()).toEqual([hours(5), false])
  })

  it('is absent without a completed refresh', async () => {
    await refreshed(['failed', 3])
    expect(await shown()).toEqual([null, false])
  })
})

it('the menu has the settings of the report tree', async () => {
  const set = (show_report_menu: boolean, show_report_name: boolean) =>
    portal.platform((db) =>
      db
        .updateTable('settings')
        .set({ show_report_menu, show_report_name })
        .where('tenant_id', '=', tenant_id)
        .execute(),
    )
  await set(false, true)
  expect((await reader().ask(readMenu, {})).body).toMatchObject({ show_menu_report: false, show_name_report: true })
  await set(true, false)
  expect((await reader().ask(readMenu, {})).body).toMatchObject({ show_menu_report: true, show_name_report: false })
  await set(true, true)
})

describe('reports for a picker', () => {
  it('have their pages, for a manager', async () => {
    const { status, body } = await admin().ask(selectReports, { for: 'playlist' })
    expect(status).toBe(200)
    const pages = body.find(({ value }) => value === resellers)?.pages ?? []
    expect(pages.map(({ display_name }) => display_name)).toContain('Vendedores')
    const again = await admin().ask(selectReports, { for: 'playlist' })
    expect(again.body).toEqual(body)
  })

  it('have no pages for a reader, who chooses only a home page among their own reports', async () => {
    const { body } = await reader().ask(selectReports, {})
    expect(new Set(body.map(({ value }) => value))).toEqual(new Set([resellers, products]))
    expect(body.every(({ pages }) => pages.length === 0)).toBe(true)
    for (const purpose of ['playlist', 'grant', 'task', 'export'] as const) {
      expect((await reader().ask(selectReports, { for: purpose })).status).toBe(403)
    }
  })

  it('include hidden reports, except as a home page', async () => {
    const hide = (hidden: boolean) =>
      portal.platform((db) => db.updateTable('reports').set({ hidden }).where('id', '=', products).execute())
    await hide(true)
    const ids = async (purpose: 'home' | 'grant') =>
      (await admin().ask(selectReports, { for: purpose })).body.map(({ value }) => value)
    expect([(await ids('home')).includes(products), (await ids('grant')).includes(products)]).toEqual([false, true])
    await hide(false)
  })

  it('are those that allow exports, for a scheduled export', async () => {
    const allow = (isAllowed: boolean, id: string) =>
      portal.platform((db) => db.updateTable('reports').set({ export: isAllowed }).where('id', '=', id).execute())
    await allow(true, resellers)
    await allow(false, products)
    const ids = async (purpose: 'home' | 'export') =>
      (await admin().ask(selectReports, { for: purpose })).body.map(({ value }) => value)
    const offered = await ids('export')
    expect([offered.includes(resellers), offered.includes(products)]).toEqual([true, false])
    expect(await ids('home')).toContain(products)
    await allow(true, products)
    expect(await ids('export')).toContain(products)
  })

  it('are at most 20; the search finds the others', async () => {
    const { body: all } = await admin().ask(listAllReports, { size: 100 })
    const searchedName = all.data[0]?.name ?? ''
    const { body } = await admin().ask(selectReports, { search: searchedName })
    expect(body.map(({ label }) => label)).toContain(searchedName)
    expect(body.length).toBeLessThanOrEqual(20)
  })
})

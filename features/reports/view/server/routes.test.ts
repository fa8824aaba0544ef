import { z } from 'zod'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import Fastify from 'fastify'
import { DateTime } from 'luxon'
import { beforeAll, describe, expect, it } from 'vitest'
import { savedEdits, viewEvents } from '#catalogue/limits.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { openPool } from '#platform/server/database/pool.ts'
import { bind } from '#platform/server/http/bind.ts'
import { errorHandler } from '#platform/server/http/errors.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { createGate } from '#platform/server/session/gate.ts'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller, workspaceServiceId } from '#testing/reports.ts'
import { type PersonName, masterInNorte, partners, people, tenants } from '#testing/world.ts'
import { addAccount, readAccount, updateAccount } from '#features/sources/accounts/contract.ts'
import { readMenu, readShelves, listAllReports } from '#features/home/shelves/contract.ts'
import { logout } from '#features/identity/sessions/contract.ts'
import { readTenant, updateTenant } from '#features/organisation/tenants/contract.ts'
import { forceLogout, readUser, updateUser } from '#features/people/users/contract.ts'
import { partnerCalls } from '#features/organisation/partners/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { type Interval, weekdays } from '#platform/contract/week.ts'
import { shiftCalls } from '#features/organisation/shifts/contract.ts'
import { listColumns, readReport, updateReport } from '#features/reports/library/contract.ts'
import {
  checkEdit,
  checkExists,
  logView,
  openReport,
  recordEdit,
  renewToken,
  saveFilters,
  setFavourite,
} from '../contract.ts'
import { routes } from './routes.ts'

const portal = testPortal({ reports: true })
const [resellers, products] = published.reports
const tenant_id = tenants.norte.id

const grant = (userId: string, roles: string[], report: string = resellers) =>
  portal.platform((db) =>
    db.insertInto('report_grants').values({ tenant_id, report_id: report, user_id: userId, roles }).execute(),
  )

/** The rows of a visual, requested with an embed token as the viewer does. */
async function rowsOf(opened: { service_report_id: string; token: string }, visual: string, page: string) {
  const answer = await fetch(`${portal.reportServiceUrl}/viewer/visual?reportId=${opened.service_report_id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${opened.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ page, visual, filters: [] }),
  })
  return { status: answer.status, body: (await answer.json()) as { rows: number[][] } }
}

type Definition = { report: { pages: { name: string; visuals: { name: string; type: string; title: string }[] }[] } }

/** The value of the card with reseller sales on the first page. */
async function resellerSales(opened: { service_report_id: string; token: string }): Promise<number | undefined> {
  const definition = await fetch(`${portal.reportServiceUrl}/viewer/report?reportId=${opened.service_report_id}`, {
    headers: { authorization: `Bearer ${opened.token}` },
  })
  const [page] = ((await definition.json()) as Definition).report.pages
  const card = page?.visuals.find(({ type, title }) => type.startsWith('card') && title === 'Vendas')
  if (!page || !card) throw new Error('the reseller report has a card named Vendas')
  return (await rowsOf(opened, card.name, page.name)).body.rows[0]?.[0]
}

/** The expected value, computed directly from the Parquet files. */
async function expectedSales(where: string): Promise<number> {
  const data = fileURLToPath(
    new URL('../../../../report-service/samples/AdventureWorks.SemanticModel/data/', import.meta.url),
  )
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const result = await connection.runAndReadAll(
    `select sum(f.SalesAmount)::double as total from '${data}FactResellerSales.parquet' f
       join '${data}DimEmployee.parquet' e on e.EmployeeKey = f.EmployeeKey
       left join '${data}DimEmployee.parquet' m on m.EmployeeKey = e.ParentEmployeeKey where ${where}`,
  )
  return Number(result.getRowObjects()[0]?.total)
}

beforeAll(async () => {
  await grant(seller.id, ['Salesperson'])
  await grant(manager.id, ['Manager'])
})

describe('the settings of an open report', () => {
  it('contain the publisher’s filters, which the embedded service offers columns for', async () => {
    const { service_report_id } = await portal.platform((db) =>
      db.selectFrom('reports').select('service_report_id').where('id', '=', resellers).executeTakeFirstOrThrow(),
    )
    const source = { workspace_id: published.workspace, service_report_id }
    const { data } = (await portal.as('adminOfNorte').ask(listColumns, source)).body
    const [column] = data.filter(({ kind }) => kind === 'text')
    if (!column) throw new Error('the reseller report shows a text column')
    const filter = { table: column.table, column: column.column, operator: 'in' as const, values: ['x'] }
    const before = await portal.as('adminOfNorte').ask(readReport, { id: resellers })
    const change = { id: resellers, version: before.body.version, filters: [filter] }
    expect((await portal.as('adminOfNorte').ask(updateReport, change)).status).toBe(200)
    const opened = await portal.as(seller).ask(openReport, { reportId: resellers })
    expect(opened.body).toMatchObject({ filters: [filter], show_mobile_background: true })
    await portal.as('adminOfNorte').ask(updateReport, { id: resellers, version: before.body.version + 1, filters: [] })
  })
})

describe('opening a report', () => {
  it('E2: shows a seller their own rows and a manager the rows of the team', async () => {
    const own = await portal.as(seller).ask(openReport, { reportId: resellers })
    expect(own.status).toBe(200)
    expect(await resellerSales(own.body)).toBeCloseTo(await expectedSales(`e.EmailAddress = '${seller.email}'`), 4)
    const team = await portal.as(manager).ask(openReport, { reportId: resellers })
    const managed = `e.EmailAddress = '${manager.email}' or m.EmailAddress = '${manager.email}'`
    expect(await resellerSales(team.body)).toBeCloseTo(await expectedSales(managed), 4)
    expect(await expectedSales(managed)).toBeGreaterThan(await expectedSales(`e.EmailAddress = '${seller.email}'`))
  })

  it('E2: executeQueries returns the same numbers for the same identity', async () => {
    const account = portal.reportAccount()
    const report = await portal.platform((db) =>
      db.selectFrom('reports').select('service_dataset_id').where('id', '=', resellers).executeTakeFirstOrThrow(),
    )
    const total = async (username: string, role: string) => {
      const [row] = await account.executeQueries({
        workspaceId: workspaceServiceId,
        datasetId: report.service_dataset_id,
        dax: 'EVALUATE ROW("Total", [Reseller Sales])',
        impersonatedUserName: null,
        effectiveIdentity: { username, roles: [role], customData: null },
      })
      return Number(row?.['[Total]'])
    }
    expect(await total(seller.email, 'Salesperson')).toBeCloseTo(
      await expectedSales(`e.EmailAddress = '${seller.email}'`),
      4,
    )
    expect(await total(manager.email, 'Manager')).toBeCloseTo(
      await expectedSales(`e.EmailAddress = '${manager.email}' or m.EmailAddress = '${manager.email}'`),
      4,
    )
  })

  it('E2: refuses a report with roles to a person without a role', async () => {
    await grant(seller.id, [], products)
    const { status, raw } = await portal.as(seller).ask(openReport, { reportId: products })
    expect([status, raw.key]).toEqual([403, 'report_identity_missing'])
    const admin = await portal.as('adminOfNorte').ask(openReport, { reportId: resellers })
    expect(admin.raw.key).toBe('report_identity_missing')
  })

  it('E2: ignores identities and roles that the caller sends', async () => {
    const { body } = await portal.as(seller).send({
      method: 'POST',
      url: '/api/auth/report_view/open',
      body: {
        reportId: resellers,
        roles: ['Company'],
        identities: [{ username: manager.email, roles: ['Manager'] }],
        email: manager.email,
      },
    })
    const opened = body as { service_report_id: string; token: string }
    expect(await resellerSales(opened)).toBeCloseTo(await expectedSales(`e.EmailAddress = '${seller.email}'`), 4)
  })

  it('T1: gives the same answer for absent, foreign and not granted reports', async () => {
    const answers = await Promise.all([
      portal.as('adminOfSul').ask(openReport, { reportId: resellers }),
      portal.as('userOfSul').ask(openReport, { reportId: resellers }),
      portal.as('adminOfNorte').ask(openReport, { reportId: randomUUID() }),
    ])
    expect(answers.map(({ status, raw }) => [status, raw.key])).toEqual(answers.map(() => [404, 'report_missing']))
    for (const [person, reportId] of [
      ['adminOfSul', resellers],
      ['adminOfNorte', randomUUID()],
      ['adminOfNorte', 'not an id'],
    ] as const) {
      const { status, body } = await portal.as(person).ask(checkExists, { reportId })
      expect([status, body.status]).toEqual([200, false])
      expect((await portal.as(person).ask(checkEdit, { reportId })).body.permission_edit).toBe(false)
    }
    expect((await portal.as(seller).ask(checkExists, { reportId: resellers })).body).toEqual({ status: true })
  })

  describe('editing the content', () => {
    const allow = (allow_edit: boolean) =>
      portal.platform((db) => db.updateTable('reports').set({ allow_edit }).where('id', '=', resellers).execute())
    const hold = (toggles: string[]) =>
      portal.platform((db) =>
        db
          .updateTable('memberships')
          .set({ toggles })
          .where('tenant_id', '=', tenant_id)
          .where('user_id', '=', people.userOfNorte.id)
          .execute(),
      )
    const draft = ({ service_report_id, token }: { service_report_id: string; token: string }) =>
      fetch(`${portal.reportServiceUrl}/viewer/draft?reportId=${service_report_id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ operations: [] }),
      })

    it.each([
      { allows: false, toggles: ['edit_reports'], edits: false },
      { allows: true, toggles: [], edits: false },
      { allows: true, toggles: ['edit_reports'], edits: true },
    ])('needs the report (allows: $allows) and the person ($toggles)', async ({ allows, toggles, edits }) => {
      await allow(allows)
      await hold(toggles)
      const person = portal.as(seller)
      expect((await person.ask(checkEdit, { reportId: resellers })).body.permission_edit).toBe(edits)
      const read = await person.ask(openReport, { reportId: resellers })
      expect(read.body.may_edit).toBe(edits)
      expect((await draft(read.body)).status).toBe(403)
      const edited = await person.ask(openReport, { reportId: resellers, edit: 'S' })
      const recorded = await person.ask(recordEdit, { reportId: resellers })
      expect([edited.status, recorded.status]).toEqual(edits ? [200, 200] : [403, 403])
      if (!edits) return
      expect((await draft(edited.body)).status).toBe(200)
      // An editor has the rows of a reader.
      expect(await resellerSales(edited.body)).toBe(await resellerSales(read.body))
    })

    const entriesOf = (event: string) =>
      portal.platform((db) =>
        db
          .selectFrom('audit_entries')
          .select(['actor_email', 'target_id'])
          .where('event', '=', event)
          .where('tenant_id', '=', tenant_id)
          .execute(),
      )

    it('Z3: writes each new token with the right to edit to the audit trail', async () => {
      await allow(true)
      await hold(['edit_reports'])
      const person = portal.as({ token: await portal.tokenOf(seller), host: seller.host })
      const before = (await entriesOf('report.edit_opened')).length
      await person.ask(openReport, { reportId: resellers })
      expect(await entriesOf('report.edit_opened')).toHaveLength(before)
      await person.ask(openReport, { reportId: resellers, edit: 'S' })
      await person.ask(renewToken, { reportId: resellers, edit: 'S' })
      const entries = await entriesOf('report.edit_opened')
      expect(entries).toHaveLength(before + 1)
      expect(entries.at(-1)).toEqual({ actor_email: seller.email, target_id: resellers })
    })

    it('Z3: records a save only for a session with a valid token to edit this report, and not too often', async () => {
      await allow(true)
      await hold(['edit_reports'])
      const person = portal.as({ token: await portal.tokenOf(seller), host: seller.host })
      const recorded = async () => (await person.ask(recordEdit, { reportId: resellers })).status
      await person.ask(openReport, { reportId: resellers })
      expect(await recorded()).toBe(403)
      await person.ask(openReport, { reportId: resellers, edit: 'S' })
      expect(await recorded()).toBe(200)
      const other = portal.as({ token: await portal.tokenOf(seller), host: seller.host })
      expect((await other.ask(recordEdit, { reportId: resellers })).status).toBe(403)
      // A new minute may begin once between the calls.
      const many: number[] = []
      while (many.length <= 2 * savedEdits.perMinute && !many.includes(429)) many.push(await recorded())
      expect(many.at(-1)).toBe(429)
    })

    it.each(['report', 'person'])(
      'Z4: the right to edit ends with the switch of the %s, and reading goes on',
      async (which) => {
        await allow(true)
        await hold(['edit_reports'])
        const edited = await portal.as(seller).ask(openReport, { reportId: resellers, edit: 'S' })
        const read = await portal.as(seller).ask(openReport, { reportId: resellers })
        expect((await draft(edited.body)).status).toBe(200)
        const admin = portal.as('adminOfNorte')
        if (which === 'report') {
          const { version } = (await admin.ask(readReport, { id: resellers })).body
          await admin.ask(updateReport, { id: resellers, version, allow_edit: 'N' })
        } else {
          const id = people.userOfNorte.id
          const { version } = (await admin.ask(readUser, { id })).body
          await admin.ask(updateUser, { id, version, edit_reports: 'N' })
        }
        await expect.poll(async () => (await draft(edited.body)).status).toBe(403)
        expect(await resellerSales(read.body)).toBeGreaterThan(0)
      },
    )
  })

  it('V4: calls the service once when a person opens the same report several times', async () => {
    const opened = await Promise.all(
      Array.from({ length: 8 }, () => portal.as(seller).ask(openReport, { reportId: resellers })),
    )
    expect(new Set(opened.map(({ body }) => body.token)).size).toBe(1)
    const renewed = await portal.as(seller).ask(renewToken, { reportId: resellers })
    expect(renewed.body.token).toBe(opened[0]?.body.token)
  })

  it('A7: the portal refuses embed tokens, and the report service refuses session tokens', async () => {
    const { body } = await portal.as(seller).ask(openReport, { reportId: resellers })
    const inPortal = await portal.as({ token: body.token.slice(0, 180), host: seller.host }).ask(readShelves, {})
    expect(inPortal.status).toBe(401)
    const session = await portal.tokenOf(seller)
    expect((await rowsOf({ ...body, token: session }, 'x', 'y')).status).toBe(403)
  })

  it('Z4: revokes the embed token when the grant ends, and creates no new one', async () => {
    const { body } = await portal.as(manager).ask(openReport, { reportId: resellers })
    expect(await resellerSales(body)).toBeGreaterThan(0)
    await portal.platform(async (db) => {
      await db.deleteFrom('report_grants').where('user_id', '=', manager.id).execute()
      const { announce } = await import('#platform/server/live/announce.ts')
      await announce(db, { kind: 'access_changed', tenantId: tenant_id, reportIds: [resellers] })
    })
    expect((await portal.as(manager).ask(renewToken, { reportId: resellers })).status).toBe(404)
    await expect.poll(async () => (await rowsOf(body, 'x', 'y')).status, { timeout: 5_000 }).toBe(403)
    const still = await portal.as(seller).ask(openReport, { reportId: resellers })
    expect(await resellerSales(still.body)).toBeGreaterThan(0)
  })

  it('E2: revokes the embed token when the roles change, and creates one with the new roles', async () => {
    const opened = await portal.as(seller).ask(openReport, { reportId: resellers })
    const setRoles = (roles: string[]) =>
      portal.platform(async (db) => {
        await db
          .updateTable('report_grants')
          .set({ roles })
          .where('user_id', '=', seller.id)
          .where('report_id', '=', resellers)
          .execute()
        const { announce } = await import('#platform/server/live/announce.ts')
        await announce(db, { kind: 'access_changed', tenantId: tenant_id, reportIds: [resellers] })
      })
    await setRoles(['Company'])
    await expect.poll(async () => (await rowsOf(opened.body, 'x', 'y')).status, { timeout: 5_000 }).toBe(403)
    const renewed = await portal.as(seller).ask(renewToken, { reportId: resellers })
    expect(await resellerSales({ ...opened.body, token: renewed.body.token })).toBeCloseTo(
      await expectedSales('true'),
      4,
    )
    await setRoles(['Salesperson'])
  })

  it('stores a person’s last page and filters, and deletes them when there are none', async () => {
    const filters = [
      { $schema: 'x', target: { table: 'Territory', column: 'Country' }, operator: 'In', values: ['France'] },
    ]
    const saved = await portal.as(seller).ask(saveFilters, { reportId: resellers, page: 'p2', filters, slicers: [] })
    expect(saved.status).toBe(200)
    const opened = await portal.as(seller).ask(openReport, { reportId: resellers })
    expect(opened.body.saved).toEqual({ page: 'p2', filters, slicers: [] })
    // A report without filters has pages too.
    await portal.as(seller).ask(saveFilters, { reportId: resellers, page: 'p3', filters: [], slicers: [] })
    const turned = await portal.as(seller).ask(openReport, { reportId: resellers })
    expect(turned.body.saved).toEqual({ page: 'p3', filters: [], slicers: [] })
    await portal.as(seller).ask(saveFilters, { reportId: resellers, filters: [], slicers: [] })
    expect((await portal.as(seller).ask(openReport, { reportId: resellers })).body.saved).toBeNull()
    const large = [{ text: 'x'.repeat(70_000) }]
    expect(
      (await portal.as(seller).ask(saveFilters, { reportId: resellers, filters: large, slicers: [] })).status,
    ).toBe(413)
  })

  it('stores nothing of a person while the business unit does not save filters', async () => {
    const saved = { page: 'p2', filters: [], slicers: [] }
    const save = async () => (await portal.as(seller).ask(saveFilters, { reportId: resellers, ...saved })).status
    const found = async () => (await portal.as(seller).ask(openReport, { reportId: resellers })).body.saved
    const switchTo = async (save_filter: 'S' | 'N') => {
      const { body } = await portal.as('adminOfNorte').ask(readSettings, {})
      await portal.as('adminOfNorte').ask(updateSettings, { version: body.version, save_filter })
    }
    expect(await save()).toBe(200)
    await switchTo('N')
    expect([await save(), await found()]).toEqual([403, null])
    await switchTo('S')
    expect(await found()).toEqual(saved)
    await portal.as(seller).ask(saveFilters, { reportId: resellers, filters: [], slicers: [] })
  })

  it('has the text of the watermark, and the publisher’s settings of interval and comments', async () => {
    const before = await portal.as('adminOfNorte').ask(readReport, { id: resellers })
    const change = (refresh_seconds: number | null, allow_comments: 'S' | 'N', version: number) =>
      portal.as('adminOfNorte').ask(updateReport, { id: resellers, version, refresh_seconds, allow_comments })
    expect((await change(29, 'N', before.body.version)).status).toBe(400)
    expect((await change(86_401, 'N', before.body.version)).status).toBe(400)
    expect((await change(30, 'N', before.body.version)).status).toBe(200)
    const mark = (watermark_text: string | null) =>
      portal.platform((db) =>
        db.updateTable('settings').set({ watermark_text }).where('tenant_id', '=', tenant_id).execute(),
      )
    await mark('{{name}}')
    const { body } = await portal.as(seller).ask(openReport, { reportId: resellers })
    expect(body).toMatchObject({ refresh_seconds: 30, allow_comments: false, watermark_text: '{{name}}' })
    await mark(null)
    await change(null, 'S', before.body.version + 1)
    const later = await portal.as(seller).ask(openReport, { reportId: resellers })
    expect(later.body).toMatchObject({ refresh_seconds: null, allow_comments: true, watermark_text: null })
  })

  it('turns the watermark on if the business unit’s settings say so', async () => {
    const isMarked = async () => (await portal.as(seller).ask(openReport, { reportId: resellers })).body.watermark
    const mark = (watermark: boolean) =>
      portal.platform((db) =>
        db.updateTable('settings').set({ watermark }).where('tenant_id', '=', tenant_id).execute(),
      )
    expect(await isMarked()).toBe(false)
    await mark(true)
    expect(await isMarked()).toBe(true)
    await mark(false)
  })

  it('stores an event of a view once, and lists the report as recent', async () => {
    const view = { reportId: resellers, view_id: randomUUID(), event: 'opened' as const }
    for (let time = 0; time < 2; time += 1) expect((await portal.as(seller).ask(logView, view)).status).toBe(200)
    const count = await portal.platform((db) =>
      db.selectFrom('report_views').select('event').where('view_id', '=', view.view_id).execute(),
    )
    expect(count).toHaveLength(1)
    const { body } = await portal.as(seller).ask(readShelves, {})
    expect(body.recent.map(({ id }) => id)).toEqual([resellers])
    expect((await portal.as('userOfSul').ask(logView, { ...view, view_id: randomUUID() })).status).toBe(404)
  })

  it('puts a favourite on its shelf of the home page, and another report on the shelf of the recently opened', async () => {
    const shelves = async () => {
      const { body } = await portal.as(seller).ask(readShelves, {})
      return Object.fromEntries(Object.entries(body).map(([shelf, reports]) => [shelf, reports.map(({ id }) => id)]))
    }
    const before = await shelves()
    expect([before['recent'], before['latest']?.includes(resellers)]).toEqual([[resellers], true])
    await portal.as(seller).ask(setFavourite, { reportId: resellers, favorite: 'S' })
    expect(await shelves()).toEqual({ ...before, favourites: [resellers], recent: [] })
    await portal.as(seller).ask(setFavourite, { reportId: resellers, favorite: 'N' })
    expect(await shelves()).toEqual(before)
  })

  it('V3: limits the events of one person, and not those of others', async () => {
    const log = async (person: PersonName) => {
      const view = { reportId: resellers, view_id: randomUUID(), event: 'opened' as const }
      return (await portal.as(person).ask(logView, view)).status
    }
    const statuses: number[] = []
    // The minute may change once between the calls. Five at once leave the database its connections.
    while (statuses.length <= 2 * viewEvents.perMinute) {
      statuses.push(...(await Promise.all(Array.from({ length: 5 }, () => log('userOfSul')))))
    }
    expect(statuses).toContain(429)
    expect(await log('adminOfNorte')).toBe(200)
  })

  it('V3: limits the events of all people together', async () => {
    const pool = openPool({ url: portal.databaseUrl, max: 2, onError: () => undefined })
    const gate = createGate(pool, { info: () => undefined })
    const app = Fastify()
    app.setErrorHandler(errorHandler({}, { sentenceOf: (code) => code, labelOf: (field) => field }))
    const small = routes({} as never, createLimiter({ perMinute: 2, allPerMinute: 3 }))
    const clock = { now: () => new Date('2026-11-21T10:00:00Z') }
    const binding = { gate, clock, enqueue: () => Promise.resolve(), phraseOf: () => undefined } as never
    for (const route of small.filter(({ call }) => call === logView)) bind(app, route, binding)
    const log = async (person: PersonName) => {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: `/api/${logView.path}`,
        headers: { host: people[person].host, authorization: `Bearer ${await portal.tokenOf(people[person])}` },
        payload: { reportId: resellers, view_id: randomUUID(), event: 'opened' },
      })
      return statusCode
    }
    try {
      const statuses: number[] = []
      for (const person of ['adminOfNorte', 'adminOfNorte', 'adminOfNorte', 'adminOfSul', 'adminOfLeste'] as const)
        statuses.push(await log(person))
      // The third event is beyond the person's limit and takes nothing from the others; the last is beyond the total.
      expect(statuses).toEqual([200, 200, 429, 404, 429])
    } finally {
      await app.close()
      await pool.end()
    }
  })

  it('stores favourites; menu and lists show only reports that the person may open', async () => {
    await portal.as(seller).ask(setFavourite, { reportId: resellers, favorite: 'S' })
    const menu = await portal.as(seller).ask(readMenu, {})
    expect(menu.body.favorites).toEqual([resellers])
    expect(menu.body.groups[0]?.subgroups[0]?.reports.map(({ id }) => id)).toContain(resellers)
    const list = await portal.as(seller).ask(listAllReports, { favourite: 'S' })
    expect(list.body.data.map(({ id }) => id)).toEqual([resellers])
    const all = await portal.as('adminOfNorte').ask(listAllReports, {})
    expect(all.body.total).toBe(3)
    expect((await portal.as('userOfSul').ask(listAllReports, {})).body.total).toBe(0)
    const nothing = await portal.as(people.adminOfSul).ask(setFavourite, { reportId: resellers, favorite: 'S' })
    expect(nothing.status).toBe(404)
  })
})

const always = weekdays.map((day): Interval => ({ day, from: '00:00', to: '24:00' }))
/** A weekday that is neither today nor adjacent to it, in any time zone. */
const anotherDay = always.filter(({ day }) => day === ((new Date().getUTCDay() + 2) % 7) + 1)

/** Shift hours that end in twenty minutes, or at the end of the day. */
function untilSoon() {
  const now = DateTime.now().setZone('America/Sao_Paulo')
  const soon = now.plus({ minutes: 20 })
  const to = soon.hasSame(now, 'day') ? soon.toFormat('HH:mm') : '24:00'
  const hours = weekdays.map((day): Interval => ({ day, from: '00:00', to }))
  return { hours, minutes: Math.min(20, now.endOf('day').diff(now).as('minutes')) }
}

describe('embed tokens', () => {
  const viewerStatus = async (opened: { service_report_id: string; token: string }) =>
    (await rowsOf(opened, 'x', 'y')).status

  /** A client with a new session. */
  const freshly = async () => portal.as({ token: await portal.tokenOf(seller), host: seller.host })

  const setUser = async (change: { shift_id: string | null }) => {
    const admin = portal.as('adminOfNorte')
    const { version } = (await admin.ask(readUser, { id: seller.id })).body
    expect((await admin.ask(updateUser, { id: seller.id, version, ...change })).status).toBe(200)
  }

  const onTheWire = (hours: Interval[]) => z.encode(shiftCalls.add.input, { name: 'x', hours }).hours

  const setShift = async (id: string, hours: Interval[]) => {
    const admin = portal.as('adminOfNorte')
    const { version } = (await admin.ask(shiftCalls.read, { id })).body
    expect((await admin.ask(shiftCalls.update, { id, version, hours: onTheWire(hours) })).status).toBe(200)
  }

  const addShift = async (hours: Interval[]) =>
    (await portal.as('adminOfNorte').ask(shiftCalls.add, { name: randomUUID(), hours: onTheWire(hours) })).body.id

  const enablePartner = async (enabled: 'S' | 'N') => {
    const platform = portal.as('platform')
    const { id, version } = (await platform.ask(partnerCalls.read, { id: partners.alfa.id })).body
    expect((await platform.ask(partnerCalls.update, { id, version, enabled })).status).toBe(200)
  }

  const maintain = async (maintenance: 'S' | 'N') => {
    const platform = portal.as('platform')
    const { version } = (await platform.ask(readTenant, { id: tenant_id })).body
    expect((await platform.ask(updateTenant, { id: tenant_id, version, maintenance })).status).toBe(200)
  }

  const allow = async (listIp: string[]) => {
    const staff = portal.as(masterInNorte)
    const { version } = (await staff.ask(readSettings, {})).body
    expect((await staff.ask(updateSettings, { version, listIp, confirm: 'S' })).status).toBe(200)
  }

  /** Ways to end a person's access without ending the session. Each returns a function that undoes it. */
  const blocks: Record<string, () => Promise<() => Promise<void>>> = {
    'the partner that is disabled': async () => {
      await enablePartner('N')
      return () => enablePartner('S')
    },
    maintenance: async () => {
      await maintain('S')
      return () => maintain('N')
    },
    'a list of addresses': async () => {
      await allow(['203.0.113.7'])
      return () => allow([])
    },
    'a shift that they are given': async () => {
      await setUser({ shift_id: await addShift(anotherDay) })
      return () => setUser({ shift_id: null })
    },
    'new hours of their shift': async () => {
      const shift = await addShift(always)
      await setUser({ shift_id: shift })
      await setShift(shift, anotherDay)
      return () => setUser({ shift_id: null })
    },
  }

  it('A6: are revoked when their session ends, and no others', async () => {
    const { host } = seller
    const [one, other] = [await portal.tokenOf(seller), await portal.tokenOf(seller)]
    const open = async (token: string) =>
      (await portal.as({ token, host }).ask(openReport, { reportId: resellers })).body
    const [ended, unchanged] = [await open(one), await open(other)]
    await portal.as({ token: one, host }).ask(logout, {})
    await expect.poll(() => viewerStatus(ended), { timeout: 5_000 }).toBe(403)
    expect(await viewerStatus(unchanged)).toBe(404)
    await portal.as('adminOfNorte').ask(forceLogout, { id: seller.id })
    await expect.poll(() => viewerStatus(unchanged), { timeout: 5_000 }).toBe(403)
  })

  it.each(Object.entries(blocks))('A6, A8: are revoked when the person is blocked by %s', async (_, block) => {
    const opened = (await (await freshly()).ask(openReport, { reportId: resellers })).body
    expect(await viewerStatus(opened)).toBe(404)
    const unblock = await block()
    try {
      await expect.poll(() => viewerStatus(opened), { timeout: 5_000 }).toBe(403)
    } finally {
      await unblock()
    }
    expect(await viewerStatus((await (await freshly()).ask(openReport, { reportId: resellers })).body)).toBe(404)
  })

  it.each<[string, Partial<SentOf<typeof updateAccount>>]>([
    ['application', { id_app: 'another', secret: 'whichever' }],
    ['directory', { id_directory: 'another' }],
  ])('Z4: are revoked before the %s of their account changes, and are not returned again', async (_, change) => {
    const asker = await freshly()
    const opened = (await asker.ask(openReport, { reportId: resellers })).body
    const partner = portal.as('masterOfAlfa')
    const id = published.account
    const { version, directory_id, app_id, secret_sealed } = await portal.platform((db) =>
      db.selectFrom('embedding_accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect((await partner.ask(updateAccount, { id, version, ...change })).status).toBe(200)
    expect(await viewerStatus(opened)).toBe(403)
    const refused = (await asker.ask(renewToken, { reportId: resellers })).raw
    expect(refused).toMatchObject({
      key: 'account_credentials_refused',
      message: 'The report service refused the credentials of the account. Tell your administrator.',
    })
    await portal.platform((db) =>
      db.updateTable('embedding_accounts').set({ directory_id, app_id, secret_sealed }).where('id', '=', id).execute(),
    )
    const left = await portal.platform((db) =>
      db.selectFrom('embed_tokens').select('token_id').where('account_id', '=', id).execute(),
    )
    expect(left).toEqual([])
    const again = (await asker.ask(renewToken, { reportId: resellers })).body
    expect(await viewerStatus({ ...opened, token: again.token })).toBe(404)
  })

  it('Z4: are created anew when a change of the account fails after the revocation', async () => {
    const partner = portal.as('masterOfAlfa')
    const { id, version, ...rest } = (await partner.ask(readAccount, { id: published.account })).body
    const other = {
      name: 'Outra',
      kind: rest.kind,
      id_directory: 'test',
      id_app: 'other',
      id_object: null,
      secret: 'x',
    }
    await partner.ask(addAccount, other)
    const asker = await freshly()
    const opened = (await asker.ask(openReport, { reportId: resellers })).body
    const taken = await partner.ask(updateAccount, { id, version, name: other.name, id_directory: 'another' })
    expect(taken.raw.key).toBe('account_already_exists')
    expect(await viewerStatus(opened)).toBe(403)
    const again = async () => (await asker.ask(renewToken, { reportId: resellers })).body.token
    await expect.poll(async () => viewerStatus({ ...opened, token: await again() }), { timeout: 5_000 }).toBe(404)
  })

  it('E1: are revoked when they would outlive the new hours of a shift', async () => {
    const shift = await addShift(always)
    await setUser({ shift_id: shift })
    const asker = await freshly()
    const opened = (await asker.ask(openReport, { reportId: resellers })).body
    await setShift(shift, untilSoon().hours)
    await expect.poll(() => viewerStatus(opened), { timeout: 5_000 }).toBe(403)
    const renewed = (await asker.ask(renewToken, { reportId: resellers })).body
    expect(await viewerStatus({ ...opened, token: renewed.token })).toBe(404)
    await setUser({ shift_id: null })
  })

  it('E1: expire no later than the person’s shift', async () => {
    const { hours, minutes } = untilSoon()
    await setUser({ shift_id: await addShift(hours) })
    const { body } = await (await freshly()).ask(openReport, { reportId: resellers })
    await setUser({ shift_id: null })
    expect(body.ends_in_ms).toBeLessThanOrEqual(Math.max(minutes, 1) * 60_000)
    expect(body.ends_in_ms).toBeGreaterThan((minutes - 3) * 60_000)
  })

  it('A6: are revoked when the business unit is disabled', async () => {
    const token = await portal.tokenOf(seller)
    const opened = (await portal.as({ token, host: seller.host }).ask(openReport, { reportId: resellers })).body
    expect(await viewerStatus(opened)).toBe(404)
    const partner = portal.as('masterOfAlfa')
    const enable = async (enabled: boolean) => {
      const { version } = (await partner.ask(readTenant, { id: tenant_id })).body
      expect((await partner.ask(updateTenant, { id: tenant_id, version, enabled: enabled ? 'S' : 'N' })).status).toBe(
        200,
      )
    }
    await enable(false)
    await expect.poll(() => viewerStatus(opened), { timeout: 5_000 }).toBe(403)
    await enable(true)
  })
})

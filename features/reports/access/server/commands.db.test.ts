// Tests with the report service what a grant opens: pages, and identities from a custom field.
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { announce } from '#platform/server/live/announce.ts'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { people, tenants } from '#testing/world.ts'
import { customFieldCalls } from '#features/organisation/custom-fields/contract.ts'
import { readUser, updateUser } from '#features/people/users/contract.ts'
import { addUserGroup } from '#features/people/groups/contract.ts'
import { appCalls, openApp } from '#features/reports/apps/contract.ts'
import { openSlide, playlistCalls, readPlaying } from '#features/reports/playlists/contract.ts'
import { livingTokens } from '#features/reports/view/server/queries.ts'
import { logView, openReport, previewReport, renewToken, saveFilters } from '#features/reports/view/contract.ts'
import {
  addAccess,
  explainAccess,
  listGrantPages,
  listPersonPermissions,
  listReaders,
  readAccess,
  removePersonPermission,
  updateAccess,
} from '../contract.ts'

const portal = testPortal({ reports: true })
const [resellers] = published.reports
const admin = () => portal.as('adminOfNorte')
const [own, other] = ['vendedores', 'revendas']

type GrantInput = SentOf<typeof addAccess>['grants'][number]
const grant = (overrides: Partial<GrantInput>): GrantInput => ({
  user_id: null,
  group_id: null,
  roles: ['Salesperson'],
  identity: 'email',
  identity_value: null,
  identity_field: null,
  custom_data: null,
  ends_on: null,
  without_filters: 'N',
  pages: null,
  ...overrides,
})

/** Replaces all grants of the report. */
async function save(...grants: GrantInput[]) {
  const { body } = await admin().ask(readAccess, { report_id: resellers })
  return admin().ask(updateAccess, { report_id: resellers, version: body.version, grants })
}

type Opened = { service_report_id: string; token: string }

const atService = (opened: Opened, path: string, init: RequestInit = {}) =>
  fetch(`${portal.reportServiceUrl}${path}?reportId=${opened.service_report_id}`, {
    ...init,
    headers: { authorization: `Bearer ${opened.token}`, 'content-type': 'application/json' },
  })

/** The pages that the service lists for a token. */
async function pagesOf(opened: Opened): Promise<string[]> {
  const answer = await atService(opened, '/viewer/report')
  const { report } = (await answer.json()) as { report: { pages: { name: string }[] } }
  return report.pages.map(({ name }) => name)
}

/** The total of reseller sales that the token sees. */
async function salesOf(opened: Opened, page: string = own): Promise<{ status: number; total: number | undefined }> {
  const visual = page === own ? 'vendas' : 'x'
  const body = JSON.stringify({ page, visual, filters: [] })
  const answer = await atService(opened, '/viewer/visual', { method: 'POST', body })
  const { rows } = (await answer.json()) as { rows?: number[][] }
  return { status: answer.status, total: rows?.[0]?.[0] }
}

/** The newest audit entry of an event. */
const lastEntry = (event: string) =>
  portal.platform((db) =>
    db
      .selectFrom('audit_entries')
      .select(['actor_id', 'target_id', 'changes'])
      .where('event', '=', event)
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow(),
  )

const open = (page: string | null = null) => portal.as(seller).ask(openReport, { reportId: resellers, page })

describe('a grant of some pages', () => {
  beforeEach(() => save(grant({ user_id: seller.id, pages: [own] })))

  it('Z4: lists and opens those pages only, in the portal and at the service', async () => {
    const { status, body } = await open()
    expect([status, body.pages]).toEqual([200, [own]])
    expect(await pagesOf(body)).toEqual([own])
    expect((await salesOf(body)).status).toBe(200)
    expect((await salesOf(body, other)).status).toBe(404)
  })

  it('Z4: refuses another page that the URL names', async () => {
    expect((await open(own)).status).toBe(200)
    const refused = await open(other)
    expect([refused.status, refused.raw['key']]).toEqual([403, 'no_page_permission'])
  })

  it('Z4: does not continue at a saved page that is no longer granted', async () => {
    const savedState = { reportId: resellers, filters: [{ a: 1 }], slicers: [] }
    const saving = { save_filters: true }
    await portal.platform((db) =>
      db.updateTable('settings').set(saving).where('tenant_id', '=', tenants.norte.id).execute(),
    )
    expect((await portal.as(seller).ask(saveFilters, { ...savedState, page: other })).status).toBe(200)
    expect((await open()).body.saved).toMatchObject({ page: null, filters: [{ a: 1 }] })
    expect((await portal.as(seller).ask(saveFilters, { ...savedState, page: own })).status).toBe(200)
    expect((await open()).body.saved?.page).toBe(own)
  })

  it('Z4: leaves items of other pages out of apps and playlists, and opens none of them', async () => {
    const item = (page: string | null) => ({ id: randomUUID(), report_id: resellers, page, page_name: null })
    const slides = [own, other, null].map((page) => ({
      ...item(page),
      seconds: 30,
      repetitions: 1,
      filters: [],
      hours: [],
    }))
    const decision = { description: null, user_ids: [seller.id], group_ids: [] }
    const playlist = await admin().ask(playlistCalls.add, { name: 'P', ...decision, items: slides })
    const as = portal.as(seller)
    const playing = await as.ask(readPlaying, { playlist_id: playlist.body.id })
    expect(playing.body.items.map(({ page }) => page)).toEqual([own, null])
    const slide = (index: number) =>
      as.ask(openSlide, { playlist_id: playlist.body.id, item_id: slides[index]?.id ?? '' })
    expect((await slide(0)).body.pages).toEqual([own])
    expect((await slide(1)).raw['key']).toBe('no_page_permission')
    expect(await pagesOf((await slide(2)).body)).toEqual([own])

    const items = [own, other].map((page) => ({ ...item(page), page, kind: 'page' as const, title: page }))
    const sections = [{ id: randomUUID(), title: 'S', items }]
    const app = await admin().ask(appCalls.add, { name: 'A', ...decision, icon: 'apps', color: 'teal', sections })
    const opened = await as.ask(openApp, { id: app.body.id })
    expect(opened.body.sections.flatMap((section) => section.items.map(({ title }) => title))).toEqual([own])
  })

  it('Z4: revokes the token when a page is taken away, and renews it with the others', async () => {
    await save(grant({ user_id: seller.id, pages: [own, other] }))
    const before = (await open()).body
    expect(await pagesOf(before)).toEqual(expect.arrayContaining([own, other]))
    await save(grant({ user_id: seller.id, pages: [own] }))
    await expect.poll(async () => (await salesOf(before)).status, { timeout: 5_000 }).toBe(403)
    const { token } = (await portal.as(seller).ask(renewToken, { reportId: resellers })).body
    expect(await pagesOf({ ...before, token })).toEqual([own])
  })

  it('accepts the publisher’s filter on a column that only other pages show', async () => {
    const filter = { table: 'Reseller', column: 'Business Type', operator: 'in', values: ['x'] }
    const set = (filters: object[]) =>
      portal.platform((db) =>
        db
          .updateTable('reports')
          .set({ filters: JSON.stringify(filters) })
          .where('id', '=', resellers)
          .execute(),
      )
    const names = async (opened: Opened) => {
      const answer = (await (await atService(opened, '/viewer/report')).json()) as { names: { column?: string }[] }
      return answer.names.map(({ column }) => column)
    }
    expect(await names((await open()).body)).not.toContain('Business Type')
    await set([filter])
    expect(await names((await open()).body)).toContain('Business Type')
    await set([])
  })

  it('is merged with those of the person’s other groups, and a direct grant replaces it', async () => {
    const group = async (member_ids: string[]) =>
      (await admin().ask(addUserGroup, { name: randomUUID(), description: null, member_ids })).body.id
    const [one, two] = [await group([seller.id]), await group([seller.id])]
    await save(grant({ group_id: one, pages: [own] }), grant({ group_id: two, pages: [other] }))
    expect((await open()).body.pages).toEqual(expect.arrayContaining([own, other]))
    const readers = await admin().ask(listReaders, { report_id: resellers })
    expect(readers.body.data.find(({ id }) => id === seller.id)?.pages).toHaveLength(2)
    await save(grant({ group_id: one, pages: null }), grant({ user_id: seller.id, pages: [other] }))
    expect((await open()).body.pages).toEqual([other])
  })

  it('does not limit managers of reports', async () => {
    await save(grant({ user_id: people.adminOfNorte.id, roles: ['Company'], pages: [own] }))
    expect((await admin().ask(openReport, { reportId: resellers })).body.pages).toBeNull()
  })

  it('may name pages of the service only, and is refused without a page', async () => {
    const pages = (await admin().ask(listGrantPages, { report_id: resellers })).body
    expect(pages.map(({ name }) => name)).toEqual(expect.arrayContaining([own, other]))
    expect((await save(grant({ user_id: seller.id, pages: [] }))).status).toBe(400)
    expect((await save(grant({ user_id: seller.id, pages: [own, own] }))).status).toBe(400)
    expect((await portal.as(seller).ask(listGrantPages, { report_id: resellers })).status).toBe(403)
    expect((await portal.as('adminOfSul').ask(listGrantPages, { report_id: resellers })).status).toBe(404)
  })
})

describe('the audit trail of grants', () => {
  const service_report_id = 'as-read'
  const titled = (display_name: string) =>
    portal.platform(async (db) => {
      const list = { tenant_id: tenants.norte.id, report_id: resellers }
      await db.deleteFrom('report_page_lists').where('report_id', '=', resellers).execute()
      await db
        .insertInto('report_page_lists')
        .values({ ...list, service_report_id, due_at: new Date() })
        .execute()
      await db
        .insertInto('report_pages')
        .values({ ...list, name: own, display_name, position: 0 })
        .execute()
    })

  it('D5: names the pages by title and name, for each call that adds or removes a grant', async () => {
    await titled('Quem vende')
    await save()
    const [before, after] = [['Quem vende (vendedores)', other], ['Quem vende (vendedores)']]
    const ofSeller = `user ${seller.id}`
    expect((await save(grant({ user_id: seller.id, pages: [own, other] }))).status).toBe(200)
    expect((await lastEntry('report.access_changed')).changes).toMatchObject({ [ofSeller]: [null, { pages: before }] })
    const sent = { report_id: resellers, grants: [grant({ user_id: seller.id, pages: [own] })] }
    expect((await admin().ask(addAccess, sent)).status).toBe(200)
    expect((await lastEntry('report.access_changed')).changes).toMatchObject({
      [ofSeller]: [{ pages: before }, { pages: after }],
    })
    expect((await open()).status).toBe(200)
    await admin().ask(removePersonPermission, { user_id: seller.id, report_id: resellers })
    expect((await lastEntry('report.access_changed')).changes).toMatchObject({ [ofSeller]: [{ pages: after }, null] })
  })
})

describe('the reports of a person', () => {
  const list = (user_id: string = seller.id) => admin().ask(listPersonPermissions, { user_id })
  const remove = (as = admin(), user_id: string = seller.id) =>
    as.ask(removePersonPermission, { user_id, report_id: resellers })

  it('are the grants of the person and of their groups; only a direct grant can be removed here', async () => {
    const group = await admin().ask(addUserGroup, { name: 'Equipe', description: null, member_ids: [seller.id] })
    await save(
      grant({ user_id: seller.id, pages: [own], ends_on: '2999-12-31' }),
      grant({ group_id: group.body.id }),
      grant({ user_id: manager.id }),
    )
    const before = (await list()).body
    expect(before.data.toSorted((one, other) => one.way.localeCompare(other.way))).toMatchObject([
      { report_id: resellers, way: 'direct', group: null, pages: 1, ends_on: '2999-12-31', can: ['remove'] },
      { report_id: resellers, way: 'group', group: 'Equipe', pages: null, can: [] },
    ])
    expect((await remove()).status).toBe(200)
    expect((await list()).body.data.map(({ way }) => way)).toEqual(['group'])
    expect((await list(manager.id)).body.total).toBe(1)
    expect((await remove()).status).toBe(404)
  })

  it('Z4, D5: removing a grant revokes its token, increments the version, and is in the audit trail', async () => {
    await save(grant({ user_id: seller.id }))
    const { version } = (await admin().ask(readAccess, { report_id: resellers })).body
    const before = (await open()).body
    expect((await remove()).status).toBe(200)
    await expect.poll(async () => (await salesOf(before)).status, { timeout: 5_000 }).toBe(403)
    expect((await open()).status).toBe(404)
    expect((await admin().ask(readAccess, { report_id: resellers })).body.version).toBe(version + 1)
    const entry = await lastEntry('report.access_changed')
    expect(entry.changes).toMatchObject({ [`user ${seller.id}`]: [{ roles: ['Salesperson'] }, null] })
  })

  it('T1, Z1: are hidden from other business units and from readers; a person without grants has none', async () => {
    await save(grant({ user_id: seller.id }))
    expect((await portal.as('adminOfSul').ask(listPersonPermissions, { user_id: seller.id })).status).toBe(404)
    expect((await remove(portal.as('adminOfSul'))).status).toBe(404)
    expect((await portal.as(seller).ask(listPersonPermissions, { user_id: seller.id })).status).toBe(403)
    expect((await remove(portal.as(seller))).status).toBe(403)
    expect((await list(people.otherUserOfNorte.id)).body).toMatchObject({ data: [], total: 0 })
    expect((await open()).status).toBe(200)
  })
})

describe('the explanation of an access', () => {
  const explained = async (user_id: string = seller.id) => {
    const { status, body } = await admin().ask(explainAccess, { report_id: resellers, user_id })
    return { status, opens: body.opens, rules: body.rules?.map(({ rule, verdict }) => `${rule} ${verdict}`), body }
  }

  it('agrees with opening the report, for each rule', async () => {
    const change = (fields: object) =>
      portal.platform((db) => db.updateTable('reports').set(fields).where('id', '=', resellers).execute())
    await save(grant({ user_id: seller.id, pages: [own] }))
    const answer = await explained()
    expect([answer.opens, answer.rules]).toEqual([true, ['own_grant in', 'rows shows', 'some_pages shows']])
    expect(answer.body.rules[1]).toMatchObject({ name: seller.email, roles: ['Salesperson'] })
    expect((await open()).status).toBe(200)

    await change({ hidden: true })
    expect(await explained()).toMatchObject({ opens: false, rules: ['hidden out', 'own_grant shows'] })
    expect((await open()).status).toBe(404)
    await change({ hidden: false })

    await save(grant({ user_id: seller.id, ends_on: '2020-01-01' }))
    expect(await explained()).toMatchObject({ opens: false, rules: ['ended_grant shows', 'no_grant out'] })
    expect((await open()).status).toBe(404)

    await save(grant({ user_id: seller.id, identity: 'value', identity_value: 'x', roles: ['Salesperson'] }))
    await portal.platform((db) =>
      db.updateTable('report_grants').set({ roles: [] }).where('user_id', '=', seller.id).execute(),
    )
    expect(await explained()).toMatchObject({ opens: false, rules: ['own_grant in', 'identity_missing out'] })
    expect((await open()).status).toBe(403)
  })

  it('names the group, the overruling grant, and the reason why the portal refuses the person', async () => {
    const group = await admin().ask(addUserGroup, { name: 'Vendas', description: null, member_ids: [seller.id] })
    await save(grant({ user_id: seller.id }), grant({ group_id: group.body.id }))
    const both = await explained()
    expect(both.rules?.slice(0, 2)).toEqual(['own_grant in', 'overruled_grant shows'])
    expect(both.body.rules[1]?.name).toBe('Vendas')
    const block = (state: 'A' | 'B') =>
      portal.platform((db) => db.updateTable('memberships').set({ state }).where('user_id', '=', seller.id).execute())
    await block('B')
    expect(await explained()).toMatchObject({ opens: false, rules: expect.arrayContaining(['refused_person out']) })
    await block('A')
    expect((await explained(people.adminOfNorte.id)).rules?.[0]).toBe('manages in')
  })

  it('T1, Z1: is refused to other business units, about their people, and to readers', async () => {
    const question = { report_id: resellers, user_id: seller.id }
    expect((await portal.as('adminOfSul').ask(explainAccess, question)).status).toBe(404)
    expect((await admin().ask(explainAccess, { ...question, user_id: people.userOfSul.id })).status).toBe(404)
    expect((await portal.as(seller).ask(explainAccess, question)).status).toBe(403)
  })
})

describe('the view log', () => {
  it('Z1: stores no name of a page that the person may not open', async () => {
    await save(grant({ user_id: seller.id, pages: [own] }))
    const logged = async (page: string, person: Parameters<typeof portal.as>[0] = seller) => {
      const view = { reportId: resellers, view_id: randomUUID(), event: 'page' as const, page }
      return (await portal.as(person).ask(logView, view)).status
    }
    expect(await logged(own)).toBe(200)
    expect(await logged(other)).toBe(403)
    expect(await logged(other, 'adminOfNorte')).toBe(200)
  })
})

describe('a preview as another person', () => {
  const preview = (grants: GrantInput[] | null = null, user_id: string = seller.id) =>
    admin().ask(previewReport, { reportId: resellers, user_id, grants })
  const views = () => portal.platform((db) => db.selectFrom('report_views').selectAll().execute())

  it('E2, Z4: has the person’s rows, pages and last filters, and writes no view log', async () => {
    await save(grant({ user_id: seller.id, pages: [own] }))
    const author = await salesOf((await open()).body)
    const before = (await views()).length
    const { status, body } = await preview()
    expect([status, body.pages, body.save_filters]).toEqual([200, [own], false])
    expect(await pagesOf(body)).toEqual([own])
    expect((await salesOf(body)).total).toBe(author.total)
    expect(await views()).toHaveLength(before)
    expect(body.ends_in_ms).toBeLessThanOrEqual(10 * 60_000)
    const entry = await lastEntry('report.previewed')
    expect([entry.actor_id, entry.target_id, entry.changes]).toEqual([
      people.adminOfNorte.id,
      resellers,
      { person: [null, seller.email] },
    ])
  })

  it('shows the grants of a form that is not saved, and grants nothing', async () => {
    await save(grant({ user_id: manager.id }))
    expect((await preview()).status).toBe(404)
    const drafted = await preview([grant({ user_id: seller.id, pages: [other] })])
    expect(await pagesOf(drafted.body)).toEqual([other])
    expect((await open()).status).toBe(404)
    expect((await preview([grant({ user_id: seller.id, ends_on: '2020-01-01' })])).status).toBe(404)
    const group = await admin().ask(addUserGroup, { name: randomUUID(), description: null, member_ids: [seller.id] })
    expect((await preview([grant({ group_id: group.body.id })])).status).toBe(200)
    expect((await preview([grant({ user_id: seller.id, roles: [] })])).raw['key']).toBe('report_identity_missing')
    // Events of the business unit ask livingTokens() which tokens to revoke: they do not revoke a preview of a draft. The next change of the
    // grants does.
    const drafts = async () => {
      const concerned = { tenantId: tenants.norte.id, reportIds: [], userId: null }
      const living = await portal.platform((db) => livingTokens(db, concerned))
      return living.filter(({ draft_over }) => draft_over !== null).map(({ reached }) => reached)
    }
    expect(await drafts()).toEqual([true, true])
    expect((await salesOf({ ...drafted.body }, other)).status).toBe(404)
    await save(grant({ user_id: manager.id, pages: [own] }))
    expect(await drafts()).not.toContain(true)
    await expect.poll(async () => (await salesOf(drafted.body, other)).status, { timeout: 5_000 }).toBe(403)
  })

  it('Z4: ends when the person loses the report, or the administrator their profile', async () => {
    await save(grant({ user_id: seller.id }))
    const first = (await preview()).body
    await save(grant({ user_id: manager.id }))
    await expect.poll(async () => (await salesOf(first)).status, { timeout: 5_000 }).toBe(403)
    await save(grant({ user_id: seller.id }))
    const second = (await preview()).body
    const notifyTerms = async (profile: 'admin' | 'user') =>
      portal.platform(async (db) => {
        await db.updateTable('memberships').set({ profile }).where('user_id', '=', people.adminOfNorte.id).execute()
        await announce(db, { kind: 'access_changed', tenantId: tenants.norte.id, reportIds: [resellers] })
      })
    await portal.platform((db) =>
      db
        .updateTable('memberships')
        .set({ profile: 'admin' })
        .where('user_id', '=', people.otherUserOfNorte.id)
        .execute(),
    )
    await notifyTerms('user')
    await expect.poll(async () => (await salesOf(second)).status, { timeout: 5_000 }).toBe(403)
    await notifyTerms('admin')
    await portal.platform((db) =>
      db
        .updateTable('memberships')
        .set({ profile: 'user' })
        .where('user_id', '=', people.otherUserOfNorte.id)
        .execute(),
    )
  })

  it('Z3, T1: is refused for people whom the administrator does not manage', async () => {
    await save(grant({ user_id: seller.id }), grant({ user_id: people.adminOfNorte.id, roles: ['Company'] }))
    const question = { reportId: resellers, user_id: seller.id }
    expect((await preview(null, people.userOfSul.id)).status).toBe(404)
    expect((await preview(null, randomUUID())).status).toBe(404)
    expect((await preview(null, people.adminOfNorte.id)).status).toBe(403)
    expect((await portal.as('adminOfSul').ask(previewReport, question)).status).toBe(404)
    expect((await portal.as(seller).ask(previewReport, { ...question, user_id: manager.id })).status).toBe(403)
  })
})

describe('an identity from a custom field', () => {
  let field = ''
  let version = 0

  const fieldOf = async (as: ReturnType<typeof portal.as>, name: string, kind: 'text' | 'multiple' = 'text') => {
    const options = kind === 'multiple' ? ['a', 'b'] : []
    const fieldInput = { name, kind, options, required: 'N', searchable: 'N', in_registration: 'N' } as const
    return (await as.ask(customFieldCalls.add, fieldInput)).body.id
  }

  /** Gives the seller a value of the field. */
  async function setValue(value: string | null) {
    const { body } = await admin().ask(readUser, { id: seller.id })
    const change = { id: seller.id, version: body.version, custom: { [field]: value } }
    expect((await admin().ask(updateUser, change)).status).toBe(200)
  }

  const byField = () => grant({ user_id: seller.id, identity: 'field', identity_field: field })

  beforeAll(async () => {
    field = await fieldOf(admin(), 'E-mail no modelo')
    version = 1
  })

  it('E2: sees the rows of its value, and nothing without one', async () => {
    await save(byField())
    expect((await open()).raw['key']).toBe('report_identity_missing')
    await setValue(seller.email)
    const ownSales = await salesOf((await open()).body)
    expect(ownSales.total).toBeGreaterThan(0)
    await save(grant({ user_id: seller.id }))
    expect((await salesOf((await open()).body)).total).toBe(ownSales.total)
  })

  it('E2, Z4: follows the value; a token with the former value is revoked', async () => {
    await save(byField())
    await setValue(seller.email)
    const before = (await open()).body
    expect((await salesOf(before)).status).toBe(200)
    await setValue(manager.email)
    await expect.poll(async () => (await salesOf(before)).status, { timeout: 5_000 }).toBe(403)
    const readers = await admin().ask(listReaders, { report_id: resellers })
    expect(readers.body.data.find(({ id }) => id === seller.id)?.username).toBe(manager.email)
  })

  it('E2: is refused if people fill in the field themselves', async () => {
    await save(byField())
    await setValue(seller.email)
    const before = (await open()).body
    const change = { id: field, version, in_registration: 'S' } as const
    expect((await admin().ask(customFieldCalls.update, change)).status).toBe(200)
    expect((await open()).raw['key']).toBe('report_identity_missing')
    await expect.poll(async () => (await salesOf(before)).status, { timeout: 5_000 }).toBe(403)
    expect((await save(grant({ user_id: manager.id, identity: 'field', identity_field: field }))).status).toBe(404)
    await admin().ask(customFieldCalls.update, { id: field, version: version + 1, in_registration: 'N' })
  })

  it('E2, Z4: may give the custom data, follows the value, and is refused to a person without a value', async () => {
    const byData = grant({
      user_id: seller.id,
      custom_data_from: 'field',
      custom_data_field: field,
      custom_data: 'outro',
    })
    expect((await save(byData)).status).toBe(200)
    const [stored] = (await admin().ask(readAccess, { report_id: resellers })).body.grants
    expect(stored).toMatchObject({ custom_data_from: 'field', custom_data_field: field, custom_data: null })
    await setValue(null)
    expect((await open()).raw['key']).toBe('report_identity_missing')
    await setValue('Loja 7')
    const before = (await open()).body
    expect((await salesOf(before)).status).toBe(200)
    const dataOf = async () => {
      const readers = await admin().ask(listReaders, { report_id: resellers })
      return readers.body.data.find(({ id }) => id === seller.id)?.custom_data
    }
    expect(await dataOf()).toBe('Loja 7')
    await setValue('Loja 8')
    await expect.poll(async () => (await salesOf(before)).status, { timeout: 5_000 }).toBe(403)
    expect(await dataOf()).toBe('Loja 8')
    await save(grant({ user_id: seller.id, custom_data_from: 'email' }))
    expect(await dataOf()).toBe(seller.email)
    await save(grant({ user_id: seller.id, custom_data: 'Fixo' }))
    expect(await dataOf()).toBe('Fixo')
    await save(byData)
    const opened = (await open()).body
    const change = { id: field, version: version + 2 } as const
    expect((await admin().ask(customFieldCalls.update, { ...change, in_registration: 'S' })).status).toBe(200)
    await expect.poll(async () => (await salesOf(opened)).status, { timeout: 5_000 }).toBe(403)
    expect((await open()).raw['key']).toBe('report_identity_missing')
    await admin().ask(customFieldCalls.update, { ...change, version: version + 3, in_registration: 'N' })
  })

  it('T4: refuses fields of another business unit, unknown ones, and those with several values', async () => {
    const foreign = await fieldOf(portal.as('adminOfSul'), 'Campo do Sul')
    const several = await fieldOf(admin(), 'Vários', 'multiple')
    for (const identity_field of [foreign, randomUUID(), several]) {
      expect((await save(grant({ user_id: seller.id, identity: 'field', identity_field }))).status).toBe(404)
    }
    for (const custom_data_field of [foreign, randomUUID(), several]) {
      const sent = grant({ user_id: seller.id, custom_data_from: 'field', custom_data_field })
      expect((await save(sent)).status).toBe(404)
    }
    expect((await save(grant({ user_id: seller.id, identity: 'field' }))).status).toBe(400)
    expect((await save(grant({ user_id: seller.id, custom_data_from: 'field' }))).status).toBe(400)
    const { identity_fields } = (await admin().ask(readAccess, { report_id: resellers })).body
    expect(identity_fields).toContainEqual({ id: field, name: 'E-mail no modelo' })
    expect(identity_fields.map(({ id }) => id)).not.toContain(foreign)
  })
})

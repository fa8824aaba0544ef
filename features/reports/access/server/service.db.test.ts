// What a grant opens, tried against the report service: pages, and identities from a custom field.
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { people, tenants } from '#testing/world.ts'
import { customFieldCalls } from '#features/custom-fields/contract.ts'
import { readUser, updateUser } from '#features/users/contract.ts'
import { addUserGroup } from '#features/users/groups/contract.ts'
import { appCalls, openApp } from '../../apps/contract.ts'
import { openSlide, playlistCalls, readPlaying } from '../../playlists/contract.ts'
import { openReport, renewToken, saveFilters } from '../../view/contract.ts'
import { type addAccess, listGrantPages, listReaders, readAccess, updateAccess } from '../contract.ts'

const portal = testPortal({ reports: true })
const [resellers] = published.reports
const admin = () => portal.as('adminOfNorte')
const [own, other] = ['vendedores', 'revendas']

type Sent = SentOf<typeof addAccess>['grants'][number]
const grant = (given: Partial<Sent>): Sent => ({
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
  ...given,
})

/** Replaces all grants of the report. */
async function save(...grants: Sent[]) {
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

  it('Z4: refuses another page that the address names', async () => {
    expect((await open(own)).status).toBe(200)
    const refused = await open(other)
    expect([refused.status, refused.raw['key']]).toEqual([403, 'no_page_permission'])
  })

  it('Z4: does not continue at a saved page that is no longer granted', async () => {
    const kept = { reportId: resellers, filters: [{ a: 1 }], slicers: [] }
    const saving = { save_filters: true }
    await portal.platform((db) =>
      db.updateTable('settings').set(saving).where('tenant_id', '=', tenants.norte.id).execute(),
    )
    expect((await portal.as(seller).ask(saveFilters, { ...kept, page: other })).status).toBe(200)
    expect((await open()).body.saved).toMatchObject({ page: null, filters: [{ a: 1 }] })
    expect((await portal.as(seller).ask(saveFilters, { ...kept, page: own })).status).toBe(200)
    expect((await open()).body.saved?.page).toBe(own)
  })

  it('Z4: leaves items of other pages out of apps and playlists, and opens none of them', async () => {
    const item = (page: string | null) => ({ id: randomUUID(), report_id: resellers, page, page_name: null })
    const slides = [own, other, null].map((page) => ({ ...item(page), seconds: 30, repetitions: 1, filters: [], hours: [] })) // prettier-ignore
    const granted = { description: null, user_ids: [seller.id], group_ids: [] }
    const playlist = await admin().ask(playlistCalls.add, { name: 'P', ...granted, items: slides })
    const as = portal.as(seller)
    const playing = await as.ask(readPlaying, { playlist_id: playlist.body.id })
    expect(playing.body.items.map(({ page }) => page)).toEqual([own, null])
    const slide = (at: number) => as.ask(openSlide, { playlist_id: playlist.body.id, item_id: slides[at]?.id ?? '' })
    expect((await slide(0)).body.pages).toEqual([own])
    expect((await slide(1)).raw['key']).toBe('no_page_permission')
    expect(await pagesOf((await slide(2)).body)).toEqual([own])

    const items = [own, other].map((page) => ({ ...item(page), page, kind: 'page' as const, title: page }))
    const sections = [{ id: randomUUID(), title: 'S', items }]
    const app = await admin().ask(appCalls.add, { name: 'A', ...granted, icon: 'apps', color: 'teal', sections })
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

  it('is united with the other groups of the person, and gives way to a grant of the person', async () => {
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

  it('does not limit who manages reports', async () => {
    await save(grant({ user_id: people.adminOfNorte.id, roles: ['Company'], pages: [own] }))
    expect((await admin().ask(openReport, { reportId: resellers })).body.pages).toBeNull()
  })

  it('names the pages that the service has, and is refused without a page', async () => {
    const pages = (await admin().ask(listGrantPages, { report_id: resellers })).body
    expect(pages.map(({ name }) => name)).toEqual(expect.arrayContaining([own, other]))
    expect((await save(grant({ user_id: seller.id, pages: [] }))).status).toBe(400)
    expect((await save(grant({ user_id: seller.id, pages: [own, own] }))).status).toBe(400)
    expect((await portal.as(seller).ask(listGrantPages, { report_id: resellers })).status).toBe(403)
    expect((await portal.as('adminOfSul').ask(listGrantPages, { report_id: resellers })).status).toBe(404)
  })
})

describe('an identity from a custom field', () => {
  let field = ''
  let version = 0

  const fieldOf = async (as: ReturnType<typeof portal.as>, name: string, kind: 'text' | 'multiple' = 'text') => {
    const options = kind === 'multiple' ? ['a', 'b'] : []
    const given = { name, kind, options, required: 'N', searchable: 'N', in_registration: 'N' } as const
    return (await as.ask(customFieldCalls.add, given)).body.id
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
    const mine = await salesOf((await open()).body)
    expect(mine.total).toBeGreaterThan(0)
    await save(grant({ user_id: seller.id }))
    expect((await salesOf((await open()).body)).total).toBe(mine.total)
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

  it('E2: names nobody once people fill in the field themselves', async () => {
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

  it('T4: refuses fields of another business unit, unknown ones, and those with several values', async () => {
    const foreign = await fieldOf(portal.as('adminOfSul'), 'Campo do Sul')
    const several = await fieldOf(admin(), 'Vários', 'multiple')
    for (const identity_field of [foreign, randomUUID(), several]) {
      expect((await save(grant({ user_id: seller.id, identity: 'field', identity_field }))).status).toBe(404)
    }
    expect((await save(grant({ user_id: seller.id, identity: 'field' }))).status).toBe(400)
    const { identity_fields } = (await admin().ask(readAccess, { report_id: resellers })).body
    expect(identity_fields).toContainEqual({ id: field, name: 'E-mail no modelo' })
    expect(identity_fields.map(({ id }) => id)).not.toContain(foreign)
  })
})

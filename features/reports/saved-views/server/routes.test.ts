import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { savedViews as limits } from '#catalogue/limits.ts'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { people, tenants } from '#testing/world.ts'
import { openReport, saveFilters } from '#features/reports/view/contract.ts'
import { addSavedView, listSavedViews, readSavedView, removeSavedView, updateSavedView } from '../contract.ts'

const portal = testPortal({ reports: true })
const [resellers, products] = published.reports
const tenant_id = tenants.norte.id

const filter = { filterType: 1, target: { table: 'Region', column: 'Name' }, operator: 'In', values: ['Sul'] }
const state = { page: 'p1', filters: [filter], slicers: [{ visual: 'v1', state: { filters: [] } }] }
const view = (name: string, isDefault = false) => ({
  reportId: resellers,
  name,
  is_default: isDefault ? ('S' as const) : ('N' as const),
  ...state,
})

const grant = (user_id: string, roles: string[]) =>
  portal.platform((db) =>
    db.insertInto('report_grants').values({ tenant_id, report_id: resellers, user_id, roles }).execute(),
  )

const add = async (name: string, isDefault = false, person: typeof seller = seller) => {
  const { status, body } = await portal.as(person).ask(addSavedView, view(name, isDefault))
  expect(status).toBe(200)
  return body.id
}

const namesOf = async (person: typeof seller = seller) =>
  (await portal.as(person).ask(listSavedViews, { reportId: resellers })).body.data.map(({ name }) => name)

beforeAll(async () => {
  await grant(seller.id, ['Salesperson'])
  await grant(manager.id, ['Manager'])
})

afterEach(() => portal.platform((db) => db.deleteFrom('report_saved_views').execute()))

describe('the views of a person', () => {
  it('are listed by name, for the person only', async () => {
    await add('Sul')
    await add('ártico')
    await add('Do gerente', false, manager)
    expect(await namesOf()).toEqual(['ártico', 'Sul'])
    expect(await namesOf(manager)).toEqual(['Do gerente'])
  })

  it('Z8: stay within their limit when many are added in parallel', async () => {
    const adding = Array.from({ length: limits.perReport + 20 }, (_, at) =>
      portal.as(seller).ask(addSavedView, view(`Visão ${at}`)),
    )
    const statuses = (await Promise.all(adding)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThan(0)
    expect(await namesOf()).toHaveLength(limits.perReport)
  })

  it('have different names in one report, whatever their accents', async () => {
    await add('Região Sul')
    const again = await portal.as(seller).ask(addSavedView, view('regiao sul'))
    expect([again.status, again.raw.key]).toEqual([409, 'saved_view_already_exists'])
    await add('Região Sul', false, manager)
  })

  it('have one default, which opens the report before the last filters', async () => {
    await portal.as(seller).ask(saveFilters, { reportId: resellers, page: 'last', filters: [{ a: 1 }], slicers: [] })
    const first = await add('Primeira', true)
    const second = await add('Segunda', true)
    const opened = async () => (await portal.as(seller).ask(openReport, { reportId: resellers })).body
    expect(await opened()).toMatchObject({ default_view: { id: second, name: 'Segunda', ...state } })
    expect((await portal.as(seller).ask(updateSavedView, { id: first, is_default: 'S' })).status).toBe(200)
    expect((await opened()).default_view?.id).toBe(first)
    await portal.as(seller).ask(updateSavedView, { id: first, is_default: 'N' })
    expect(await opened()).toMatchObject({ default_view: null, saved: { page: 'last' } })
    expect((await portal.as(manager).ask(openReport, { reportId: resellers })).body.default_view).toBeNull()
  })

  it('are changed in the fields that are sent, with one entry in the audit trail', async () => {
    const id = await add('Sul')
    const change = { page: null, filters: [], slicers: [] }
    expect((await portal.as(seller).ask(updateSavedView, { id, name: 'Norte' })).status).toBe(200)
    expect((await portal.as(seller).ask(updateSavedView, { id, state: change })).status).toBe(200)
    expect((await portal.as(seller).ask(updateSavedView, { id, name: 'Norte', state: change })).status).toBe(200)
    const read = await portal.as(seller).ask(readSavedView, { reportId: resellers, id })
    expect(read.body).toMatchObject({ name: 'Norte', own: true, ...change })
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('event').where('target_id', '=', id).orderBy('at').execute(),
    )
    expect(entries.map(({ event }) => event)).toEqual(['saved_view.added', 'saved_view.updated', 'saved_view.updated'])
  })

  it(`are limited to ${limits.perReport} in one report`, async () => {
    await portal.platform((db) =>
      db
        .insertInto('report_saved_views')
        .values(
          Array.from({ length: limits.perReport }, (_, index) => ({
            tenant_id,
            report_id: resellers,
            user_id: seller.id,
            name: `Visão ${index}`,
          })),
        )
        .execute(),
    )
    const more = await portal.as(seller).ask(addSavedView, view('Mais uma'))
    expect([more.status, more.raw.key]).toEqual([409, 'saved_view_limit'])
  })

  it('are stored with at most 64 kB', async () => {
    const large = { ...view('Grande'), filters: [{ text: 'x'.repeat(70_000) }] }
    expect((await portal.as(seller).ask(addSavedView, large)).status).toBe(413)
  })
})

describe('a view of another person', () => {
  it('opens by its id for a person who may open the report, with its author and without rows', async () => {
    const id = await add('Sul', false, manager)
    const { status, body } = await portal.as(seller).ask(readSavedView, { reportId: resellers, id })
    expect(status).toBe(200)
    expect(body).toEqual({ id, name: 'Sul', own: false, author: manager.name, ...state })
  })

  it('E2: does not change the reader’s identity in the embed token', async () => {
    const id = await add('Sul', false, manager)
    await portal.as(seller).ask(readSavedView, { reportId: resellers, id })
    await portal.as(seller).ask(openReport, { reportId: resellers })
    const tokens = await portal.platform((db) =>
      db.selectFrom('embed_tokens').select('identity').where('user_id', '=', seller.id).execute(),
    )
    expect(tokens.length).toBeGreaterThan(0)
    for (const { identity } of tokens) {
      expect(identity).toContain(seller.email)
      expect(identity).not.toContain('Manager')
    }
  })

  it('answers 404 to a person who may not open the report, and for another report', async () => {
    const id = await add('Sul', false, manager)
    const values = { tenant_id, report_id: products, user_id: manager.id, name: 'Produtos' }
    const foreign = await portal.platform((db) =>
      db.insertInto('report_saved_views').values(values).returning('id').executeTakeFirstOrThrow(),
    )
    const other = await portal.as(seller).ask(readSavedView, { reportId: products, id: foreign.id })
    expect(other.status).toBe(404)
    expect((await portal.as(seller).ask(readSavedView, { reportId: products, id })).status).toBe(404)
    expect((await portal.as(people.adminOfSul).ask(readSavedView, { reportId: resellers, id })).status).toBe(404)
  })

  it('is neither changed nor removed, also by an administrator', async () => {
    const id = await add('Sul', false, manager)
    for (const person of [seller, people.adminOfNorte]) {
      expect((await portal.as(person).ask(updateSavedView, { id, name: 'Minha' })).status).toBe(404)
      expect((await portal.as(person).ask(removeSavedView, { id })).status).toBe(404)
    }
    expect(await namesOf(manager)).toEqual(['Sul'])
  })
})

it('a person who lost the report has no views of it, and adds none', async () => {
  await add('Sul')
  const removed = await portal.platform((db) =>
    db.deleteFrom('report_grants').where('user_id', '=', seller.id).returningAll().execute(),
  )
  expect(await namesOf()).toEqual([])
  expect((await portal.as(seller).ask(addSavedView, view('Nova'))).status).toBe(404)
  await portal.platform((db) => db.insertInto('report_grants').values(removed).execute())
  expect(await namesOf()).toEqual(['Sul'])
})

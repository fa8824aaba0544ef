import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { maxPins } from '#catalogue/limits.ts'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { people, tenants } from '#testing/world.ts'
import { openReport } from '#features/reports/view/contract.ts'
import { addPin, listPins, orderPins, removePin } from '../contract.ts'

const portal = testPortal({ reports: true })
const tenant_id = tenants.norte.id
const [resellers, products] = published.reports

const pin = (visual: string, reportId: string = resellers, page = 'vendedores') => ({
  reportId,
  page,
  visual,
  title: visual.toUpperCase(),
  kind: 'card',
})

const add = async (visual: string, person: typeof seller = seller) => {
  const { status, body } = await portal.as(person).ask(addPin, pin(visual))
  expect(status).toBe(200)
  return body.id
}

const pinned = async (person: typeof seller = seller, input: { app?: 'S' } = {}) =>
  (await portal.as(person).ask(listPins, input)).body.map(({ visual }) => visual)

const grant = (user_id: string, roles: string[], pages: string[] | null = null) =>
  portal.platform((db) =>
    db.insertInto('report_grants').values({ tenant_id, report_id: resellers, user_id, roles, pages }).execute(),
  )

beforeAll(async () => {
  await grant(seller.id, ['Salesperson'])
  await grant(manager.id, ['Manager'])
})

afterEach(() => portal.platform((db) => db.deleteFrom('report_pins').execute()))

describe('the pins of a person', () => {
  it('are listed in the order in which they were added, with the name of their report', async () => {
    await add('pedidos')
    await add('meta')
    expect((await portal.as(seller).ask(listPins, {})).body).toMatchObject([
      { report_id: resellers, page: 'vendedores', visual: 'pedidos', title: 'PEDIDOS', kind: 'card' },
      { visual: 'meta' },
    ])
    expect((await portal.as(seller).ask(listPins, {})).body[0]?.report).not.toBe('')
  })

  it('T1: are seen and changed by nobody else, also not by an administrator', async () => {
    const id = await add('pedidos')
    for (const person of [manager, people.adminOfNorte, people.adminOfSul] as const) {
      expect((await portal.as(person).ask(listPins, {})).body).toEqual([])
      expect((await portal.as(person).ask(removePin, { id })).status).toBe(404)
      expect((await portal.as(person).ask(orderPins, { ids: [id] })).status).toBe(404)
    }
    expect(await pinned()).toEqual(['pedidos'])
  })

  it('have each visual once', async () => {
    const id = await add('pedidos')
    expect(await add('pedidos')).toBe(id)
    expect(await pinned()).toEqual(['pedidos'])
  })

  it('are moved as a whole: those that the order does not name come after', async () => {
    const [a, b, c] = [await add('a'), await add('b'), await add('c')]
    expect((await portal.as(seller).ask(orderPins, { ids: [c, a] })).status).toBe(200)
    expect(await pinned()).toEqual(['c', 'a', 'b'])
    await portal.as(seller).ask(removePin, { id: a })
    await add('d')
    expect(await pinned()).toEqual(['c', 'b', 'd'])
    expect((await portal.as(seller).ask(orderPins, { ids: [b, a] })).status).toBe(404)
    expect(await pinned()).toEqual(['c', 'b', 'd'])
  })

  it(`Z8: are at most ${maxPins}, also when several are added at the same time`, async () => {
    const present = Array.from({ length: maxPins - 1 }, (_, position) => ({
      tenant_id,
      report_id: resellers,
      user_id: seller.id,
      page: 'vendedores',
      visual: `v${position}`,
      title: 'V',
      kind: 'card',
      position,
    }))
    await portal.platform((db) => db.insertInto('report_pins').values(present).execute())
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => portal.as(seller).ask(addPin, pin(`late ${at}`))),
    )
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused.map(({ raw }) => raw['key'])).toEqual(Array.from({ length: 7 }, () => 'pin_limit'))
    expect(await pinned()).toHaveLength(maxPins)
    await add('of another person', manager)
  })
})

describe('a report that a person may not open', () => {
  it('Z2: has no pin in the list from the end of the grant on, and gets none', async () => {
    await add('pedidos')
    const removed = await portal.platform((db) =>
      db.deleteFrom('report_grants').where('user_id', '=', seller.id).returningAll().execute(),
    )
    expect(await pinned()).toEqual([])
    expect((await portal.as(seller).ask(addPin, pin('meta'))).status).toBe(404)
    await portal.platform((db) => db.insertInto('report_grants').values(removed).execute())
    expect(await pinned()).toEqual(['pedidos'])
  })

  it('because it is hidden has no pin in the list, and gets none', async () => {
    await add('pedidos')
    const hide = (hidden: boolean) =>
      portal.platform((db) => db.updateTable('reports').set({ hidden }).where('id', '=', resellers).execute())
    await hide(true)
    expect(await pinned()).toEqual([])
    expect((await portal.as(seller).ask(addPin, pin('meta'))).status).toBe(404)
    await hide(false)
  })

  it('of another business unit answers 404', async () => {
    expect((await portal.as(people.adminOfSul).ask(addPin, pin('pedidos'))).status).toBe(404)
    expect((await portal.as(seller).ask(addPin, pin('pedidos', products))).status).toBe(404)
  })

  it('has no pin of a page that the grant does not open', async () => {
    await add('pedidos')
    const setPages = (pages: string[] | null) =>
      portal.platform((db) => db.updateTable('report_grants').set({ pages }).where('user_id', '=', seller.id).execute())
    await setPages(['revendas'])
    expect(await pinned()).toEqual([])
    expect((await portal.as(seller).ask(addPin, pin('meta'))).status).toBe(403)
    await setPages(null)
    expect(await pinned()).toEqual(['pedidos'])
  })

  it('because its screen is hidden has no pin, unless an app of the person shows it', async () => {
    await add('pedidos')
    const setHidden = (hidden_menu: string[]) =>
      portal.platform((db) => db.updateTable('tenants').set({ hidden_menu }).where('id', '=', tenant_id).execute())
    await setHidden(['{id}/reports/view'])
    expect(await pinned()).toEqual([])
    expect((await portal.as(seller).ask(addPin, pin('meta'))).status).toBe(403)
    const sections = JSON.stringify([{ items: [{ report_id: resellers }] }])
    await portal.platform(async (db) => {
      const shown = { tenant_id, name: 'A', icon: 'chart', color: 'teal', sections }
      const { id: app_id } = await db.insertInto('apps').values(shown).returning('id').executeTakeFirstOrThrow()
      await db.insertInto('app_grants').values({ tenant_id, app_id, user_id: seller.id }).execute()
    })
    expect(await pinned()).toEqual(['pedidos'])
    await setHidden(['{id}/reports/view', '{id}/apps/view'])
    expect(await pinned()).toEqual([])
    expect((await portal.as(seller).ask(addPin, pin('meta'))).status).toBe(403)
    await portal.platform((db) => db.deleteFrom('apps').execute())
    await setHidden([])
  })
})

it('a phone and the installed app get the pins of reports that are offered there', async () => {
  await add('pedidos')
  const offer = (show_on_app: boolean) =>
    portal.platform((db) => db.updateTable('reports').set({ show_on_app }).where('id', '=', resellers).execute())
  await offer(false)
  expect([await pinned(seller, { app: 'S' }), await pinned()]).toEqual([[], ['pedidos']])
  await offer(true)
  expect(await pinned(seller, { app: 'S' })).toEqual(['pedidos'])
})

it('E2: the home page opens a pinned visual with the identity of its reader', async () => {
  await portal.as(seller).ask(openReport, { reportId: resellers, page: 'vendedores', wakes: 'N' })
  const tokens = await portal.platform((db) =>
    db.selectFrom('embed_tokens').select('identity').where('user_id', '=', seller.id).execute(),
  )
  expect(tokens.length).toBeGreaterThan(0)
  for (const { identity } of tokens) expect(identity).toContain(seller.email)
})

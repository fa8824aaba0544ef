import { beforeAll, describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import { exportUsersPerReport, listReportsPerUser, listUsersPerReport } from '../contract.ts'

const portal = testPortal({ reports: true })
const tenant_id = tenants.norte.id
const [resellers, products] = published.reports

beforeAll(() =>
  portal.platform(async (db) => {
    const { id: group_id } = await db
      .insertInto('user_groups')
      .values({ tenant_id, name: 'Vendas' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('user_group_members')
      .values([seller, manager].map(({ id: user_id }) => ({ tenant_id, group_id, user_id })))
      .execute()
    await db
      .insertInto('report_grants')
      .values([
        { tenant_id, report_id: resellers, user_id: seller.id },
        { tenant_id, report_id: resellers, group_id },
        { tenant_id, report_id: products, group_id },
      ])
      .execute()
    await db.updateTable('reports').set({ hidden: true }).where('id', '=', products).execute()
  }),
)

const rowsOf = async (overrides: object = {}) => {
  const { body } = await portal.as('adminOfNorte').ask(listUsersPerReport, { size: 100, ...overrides })
  return body.data
}

describe('the list of readers and reports', () => {
  it('names the grant of each person: direct, by a group, or as a manager', async () => {
    const found = (await rowsOf()).filter(({ report_id }) => report_id === resellers)
    expect(found.map(({ email, way, groups, opens }) => [email, way, groups, opens])).toEqual(
      expect.arrayContaining([
        [seller.email, 'direct', ['Vendas'], true],
        [manager.email, 'group', ['Vendas'], true],
        [people.adminOfNorte.email, 'manager', [], true],
      ]),
    )
    expect(found).toHaveLength(3)
  })

  it('shows that a hidden report opens for managers only', async () => {
    const found = (await rowsOf({ opens: 'N' })).map(({ report_id, email }) => `${report_id} ${email}`)
    expect(new Set(found)).toEqual(new Set([seller, manager].map(({ email }) => `${products} ${email}`)))
  })

  it('is searched, filtered, and sorted by report or by person', async () => {
    expect((await rowsOf({ way: 'direct' })).map(({ email }) => email)).toEqual([seller.email])
    expect((await rowsOf({ search: seller.email })).every(({ email }) => email === seller.email)).toBe(true)
    const byReport = (await rowsOf()).map(({ report }) => report)
    expect(byReport).toEqual(byReport.toSorted((one, other) => one.localeCompare(other, 'pt')))
    const { body } = await portal.as('adminOfNorte').ask(listReportsPerUser, { size: 100 })
    const byPerson = body.data.map(({ person }) => person)
    expect(byPerson).toEqual(byPerson.toSorted((one, other) => one.localeCompare(other, 'pt')))
    expect(body.total).toBe((await rowsOf()).length)
  })

  it('leaves out people who are blocked, and can be exported', async () => {
    const state = (value: string) =>
      portal.platform((db) =>
        db.updateTable('memberships').set({ state: value }).where('user_id', '=', manager.id).execute(),
      )
    await state('B')
    expect((await rowsOf({ search: manager.email })).length).toBe(0)
    await state('A')
    const { status } = await portal
      .as('adminOfNorte')
      .send({ method: 'GET', url: `/api/${exportUsersPerReport.path}?format=csv` })
    expect(status).toBe(200)
  })

  it('T1, Z1: is answered only to people who grant reports, for their own unit', async () => {
    expect((await portal.as(seller).ask(listUsersPerReport, {})).status).toBe(403)
    expect((await portal.as('masterOfAlfa').ask(listReportsPerUser, {})).status).toBe(403)
    expect((await portal.as('adminOfSul').ask(listUsersPerReport, {})).body.data).toEqual([])
    expect((await portal.as(masterInNorte).ask(listUsersPerReport, {})).status).toBe(200)
  })
})

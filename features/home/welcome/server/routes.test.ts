import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { type PersonName, people, tenants } from '#testing/world.ts'
import { dismissHint, firstSteps, readWelcome } from '../contract.ts'

const portal = testPortal({ reports: true })
const tenant_id = tenants.norte.id
const [resellers, products] = published.reports
const welcomeOf = async (who: PersonName | typeof seller) => (await portal.as(who).ask(readWelcome, {})).body

beforeAll(() =>
  portal.platform(async (db) => {
    await db.deleteFrom('report_views').execute()
    for (const report_id of [resellers, products])
      await db.insertInto('report_grants').values({ tenant_id, report_id, user_id: seller.id }).execute()
  }),
)

describe('new reports', () => {
  it('are those of the last 30 days that a person may open and has not opened, after the first one', async () => {
    expect((await welcomeOf(seller)).new_reports).toBe(0)
    await portal.platform((db) =>
      db
        .insertInto('report_views')
        .values({ tenant_id, view_id: randomUUID(), event: 'opened', report_id: resellers, user_id: seller.id })
        .execute(),
    )
    expect((await welcomeOf(seller)).new_reports).toBe(1)
    const setAge = (days: number) =>
      portal.platform((db) =>
        db
          .updateTable('reports')
          .set({ created_at: new Date(Date.now() - days * 86_400_000) })
          .where('id', '=', products)
          .execute(),
      )
    await setAge(31)
    expect((await welcomeOf(seller)).new_reports).toBe(0)
    await setAge(29)
    expect((await welcomeOf(seller)).new_reports).toBe(1)
    // What a person has published is not new to them.
    const setPublisher = (added_by: string | null) =>
      portal.platform((db) => db.updateTable('reports').set({ added_by }).where('id', '=', products).execute())
    await setPublisher(seller.id)
    expect((await welcomeOf(seller)).new_reports).toBe(0)
    await setPublisher(null)
    expect((await welcomeOf(seller)).new_reports).toBe(1)
    const ended = await portal.platform((db) =>
      db.deleteFrom('report_grants').where('report_id', '=', products).returningAll().execute(),
    )
    expect((await welcomeOf(seller)).new_reports).toBe(0)
    await portal.platform((db) => db.insertInto('report_grants').values(ended).execute())
  })
})

describe('the first steps', () => {
  it('follow from what exists in the business unit, for people who publish', async () => {
    expect(new Set((await welcomeOf('adminOfNorte')).done_steps)).toEqual(
      new Set(firstSteps.filter((step) => step !== 'group')),
    )
    await portal.platform((db) => db.insertInto('user_groups').values({ tenant_id, name: 'Grupo' }).execute())
    expect((await welcomeOf('adminOfNorte')).done_steps).toEqual([...firstSteps])
    expect((await welcomeOf(seller)).done_steps).toBeNull()
  })

  it('T1: count nothing of another business unit', async () => {
    const done = (await welcomeOf('adminOfSul')).done_steps
    for (const step of ['report', 'group', 'grant'] as const) expect(done).not.toContain(step)
  })

  it('ask for a person beside the administrator', async () => {
    const others = await portal.platform((db) =>
      db
        .deleteFrom('memberships')
        .where('tenant_id', '=', tenants.leste.id)
        .where('user_id', '<>', people.adminOfLeste.id)
        .returning('user_id')
        .execute(),
    )
    expect(others.length).toBeGreaterThan(0)
    expect((await welcomeOf('adminOfLeste')).done_steps).not.toContain('person')
  })
})

describe('a hint', () => {
  it('T1: is put away for one person in one business unit', async () => {
    for (const time of [1, 2]) {
      const { status } = await portal.as('adminOfNorte').ask(dismissHint, { hint: 'first_steps' })
      expect(status, `time ${time}`).toBe(200)
    }
    expect((await welcomeOf('adminOfNorte')).hints).toEqual(['pins'])
    for (const other of [seller, manager, 'adminOfSul'] as const)
      expect((await welcomeOf(other)).hints).toEqual(['first_steps', 'pins'])
  })
})

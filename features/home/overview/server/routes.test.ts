import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { publishInto } from '#testing/published.ts'
import { people, tenants } from '#testing/world.ts'
import { addReportGroup } from '#features/reports/groups/contract.ts'
import { addSubgroup } from '#features/reports/subgroups/contract.ts'
import { readOverview } from '../contract.ts'

const portal = testPortal()

/** A failed mail, a failed job and a failed report view in Norte, and a failed mail in Leste, which belongs to another partner. */
async function fillFailures(): Promise<void> {
  const admin = portal.as('adminOfNorte')
  const { body: group } = await admin.ask(addReportGroup, { name: 'Grupo' })
  const { body: subgroup } = await admin.ask(addSubgroup, { name: 'Subgrupo', group_id: group.id })
  await portal.platform(async (db) => {
    const report = await publishInto(db, tenants.norte, subgroup.id, { name: 'Vendas' })
    for (const [days, event] of [
      [1, 'failed'],
      [8, 'failed'],
      [1, 'opened'],
    ] as const) {
      await sql`insert into report_views (tenant_id, view_id, event, report_id, user_id, at)
        values (${tenants.norte.id}, ${crypto.randomUUID()}, ${event}, ${report}, ${people.adminOfNorte.id},
          now() - make_interval(days => ${days}))`.execute(db)
    }
    for (const [key, unit, state] of [
      ['a', tenants.norte, 'failed'],
      ['b', tenants.norte, 'waiting'],
      ['c', tenants.leste, 'failed'],
    ] as const) {
      await sql`insert into mails (tenant_id, partner_id, idempotency_key, purpose, to_address, subject, state)
        select ${unit.id}, partner_id, ${key}, 'test', 'x@example.com', 'x', ${state} from tenants where id = ${unit.id}`.execute(
        db,
      )
    }
    for (const tenant_id of [tenants.norte.id, null]) {
      await sql`insert into pgboss.job (name, data) values ('dead_letters', ${JSON.stringify({ tenant_id })}::jsonb)`.execute(
        db,
      )
    }
  })
}

describe('the home page of staff', () => {
  it('T1: shows a partner the numbers of its own units, and counts failures first', async () => {
    await fillFailures()
    const { status, body } = await portal.as('masterOfAlfa').ask(readOverview, {})
    expect([status, body.of]).toEqual([200, 'tenant'])
    expect(body.entries.map(({ name }) => name)).toEqual(['Norte', 'Sul'])
    expect(body.entries[0]).toMatchObject({
      id: tenants.norte.id,
      units: 1,
      disabled: 0,
      failed_mails: 1,
      failed_jobs: 1,
      failed_views: 1,
      last_sign_in_at: expect.any(Date),
    })
    expect(body.entries[1]).toMatchObject({ people: 2, failed_mails: 0, failed_jobs: 0, failed_views: 0 })
    expect(body.total).toMatchObject({ entries: 2, units: 2, failed_mails: 1, failed_jobs: 1, failed_views: 1 })
    expect(body.total.user_limit).toBe(body.entries.reduce((sum, { user_limit }) => sum + user_limit, 0))
  })

  it('shows the limit of a contract where its people reach it before the limits of the units', async () => {
    const client = crypto.randomUUID()
    const limitTo = (limit: number) =>
      portal.platform((db) => sql`update clients set user_limit = ${limit} where id = ${client}`.execute(db))
    await portal.platform(async (db) => {
      await sql`insert into clients (id, partner_id, name, user_limit)
        select ${client}, partner_id, 'Cliente', 1 from tenants where id = ${tenants.norte.id}`.execute(db)
      await sql`update tenants set client_id = c.id, client_standing = c.standing, user_limit = 50 from clients c
        where c.id = ${client} and tenants.id in (${tenants.norte.id}, ${tenants.sul.id})`.execute(db)
    })
    await limitTo(60)
    const read = async (who: 'masterOfAlfa' | 'platform') => (await portal.as(who).ask(readOverview, {})).body
    const { total, entries } = await read('masterOfAlfa')
    const people = entries.reduce((sum, entry) => sum + entry.people, 0)
    expect(total).toMatchObject({ user_limit: 60, limited_by_contract: true, people })
    expect(entries.map(({ user_limit, contract }) => [user_limit, contract])).toEqual([
      [50, null],
      [50, null],
    ])
    await limitTo(people + 1)
    expect((await read('masterOfAlfa')).entries.map(({ contract }) => contract)).toEqual([
      { people, user_limit: people + 1 },
      { people, user_limit: people + 1 },
    ])
    expect((await read('platform')).entries.find(({ name }) => name.startsWith('Alfa'))).toMatchObject({
      user_limit: people + 1,
      contract: null,
    })
    await limitTo(500)
    expect((await read('masterOfAlfa')).total).toMatchObject({ user_limit: 100, limited_by_contract: false })
  })

  it('finds entries by name in the asked order, and keeps the totals of all', async () => {
    const ask = async (input: object) => (await portal.as('masterOfAlfa').ask(readOverview, input)).body
    const found = await ask({ search: 'sul' })
    expect([found.entries.map(({ name }) => name), found.total.entries]).toEqual([['Sul'], 2])
    const namesBy = async (input: object) => (await ask(input)).entries.map(({ name }) => name)
    expect(await namesBy({ sort: 'name', order: 'desc' })).toEqual(['Sul', 'Norte'])
    expect(await namesBy({ sort: 'failures', order: 'asc' })).toEqual(['Sul', 'Norte'])
  })

  it('Z1: says which units the caller may enter now', async () => {
    const mayEnter = async (who: 'masterOfAlfa' | 'platform') =>
      Object.fromEntries(
        (await portal.as(who).ask(readOverview, {})).body.entries.map(({ name, may_enter }) => [name, may_enter]),
      )
    expect(await mayEnter('masterOfAlfa')).toEqual({ Norte: true, Sul: true })
    await portal.platform((db) =>
      db.updateTable('tenants').set({ maintenance: true }).where('id', '=', tenants.sul.id).execute(),
    )
    expect(await mayEnter('masterOfAlfa')).toEqual({ Norte: true, Sul: false })
    expect(Object.values(await mayEnter('platform'))).not.toContain(true)
  })

  it('shows the platform the same numbers of every partner, and counts jobs of no unit in the total', async () => {
    const { body } = await portal.as('platform').ask(readOverview, {})
    expect(body.of).toBe('partner')
    const alfa = body.entries.find(({ name }) => name.startsWith('Alfa'))
    const beta = body.entries.find(({ name }) => name.startsWith('Beta'))
    expect(alfa).toMatchObject({ units: 2, failed_mails: 1, failed_jobs: 1, failed_views: 1 })
    expect(beta).toMatchObject({ units: 1, failed_mails: 1, failed_jobs: 0, failed_views: 0, last_sign_in_at: null })
    expect(body.total).toMatchObject({ entries: body.entries.length, failed_mails: 2, failed_jobs: 2, failed_views: 1 })
  })

  it('Z1: is refused inside a business unit', async () => {
    for (const person of ['adminOfNorte', 'userOfNorte'] as const) {
      expect((await portal.as(person).ask(readOverview, {})).status).toBe(403)
    }
  })
})

import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { JobContext } from '#platform/server/jobs/job.ts'
import { testPortal } from '#testing/portal.ts'
import { partners, tenants } from '#testing/world.ts'
import { clientJobs } from './jobs.ts'
import * as store from './store.ts'

const portal = testPortal()
const client = '00000009-0000-4000-8000-0000000000c8'

/** The people of the business unit with those that this test adds. */
const count = 100

const limitTo = (limit: number | null) =>
  portal.platform((db) => sql`update clients set user_limit = ${limit} where id = ${client}`.execute(db))
/** What the job does, and the percentages that rose. */
const check = () =>
  portal.platform(async (db) => {
    await store.lowerAlarms(db)
    return (await store.raiseAlarms(db)).map(({ percent }) => percent)
  })
const alarm = () =>
  portal.platform(
    async (db) =>
      (await db.selectFrom('clients').select('limit_alarm').where('id', '=', client).executeTakeFirstOrThrow())
        .limit_alarm,
  )

beforeAll(() =>
  portal.platform(async (db) => {
    await sql`update tenants set user_limit = 1000 where id = ${tenants.norte.id}`.execute(db)
    await sql`with added as (
        insert into users (email, name)
        select 'limite' || n || '@norte.example', 'Limite ' || n
          from generate_series(1, 100 - (select count(*) from memberships
                                         where tenant_id = ${tenants.norte.id} and state in ('A', 'B', 'I'))) n
        returning id)
      insert into memberships (tenant_id, user_id, profile, state) select ${tenants.norte.id}, id, 'user', 'A' from added`.execute(
      db,
    )
  }),
)
beforeEach(() =>
  portal.platform(async (db) => {
    await sql`update tenants set client_id = null, client_standing = null`.execute(db)
    await sql`delete from clients`.execute(db)
    await sql`insert into clients (id, partner_id, name, contract_date)
      values (${client}, ${partners.alfa.id}, 'Vale Verde', '2024-01-01')`.execute(db)
    await sql`update tenants set client_id = c.id, client_standing = c.standing from clients c where tenants.id = ${tenants.norte.id}`.execute(
      db,
    )
  }),
)

it('an alarm rises once at 80 % and once at 100 % of the limit', async () => {
  await limitTo(126)
  expect(await check()).toEqual([])
  await limitTo(125)
  expect([await check(), await check()]).toEqual([[80], []])
  await limitTo(count)
  expect([await check(), await check()]).toEqual([[100], []])
  expect(await alarm()).toBe(100)
})

it('an alarm falls 5 points below its percentage, and rises again after that', async () => {
  await limitTo(count)
  await check()
  // 96 % of the limit are less than 5 points below the alarm.
  await limitTo(104)
  expect([await check(), await alarm()]).toEqual([[], 100])
  await limitTo(106)
  expect([await check(), await alarm()]).toEqual([[], 80])
  await limitTo(count * 10)
  expect([await check(), await alarm()]).toEqual([[], 0])
  await limitTo(count)
  expect(await check()).toEqual([100])
})

it('a client without a limit has no alarm, and loses the one that it had', async () => {
  await limitTo(count)
  await check()
  await limitTo(null)
  expect([await check(), await alarm()]).toEqual([[], 0])
})

it('the alarm names the client, its people and its units, for who sees the billing', async () => {
  await limitTo(count)
  const raised = await portal.platform((db) => store.raiseAlarms(db))
  expect(raised).toEqual([{ id: client, percent: 100, units: [tenants.norte.id] }])
  const found = (tenantId?: string) => portal.platform((db) => store.findAlarm(db, client, tenantId))
  expect(await found()).toMatchObject({ name: 'Vale Verde', people: count, user_limit: count })
  expect([await found(tenants.norte.id), await found(tenants.sul.id)]).toMatchObject([
    { name: 'Vale Verde' },
    undefined,
  ])
  const { rows } = await portal.platform((db) => store.billingStaffOf(partners.alfa.id).execute(db))
  const staff = await portal.platform((db) =>
    sql<{ staff: string; sees: boolean }>`select staff, billing_administrator as sees from users
      where id = any(${rows.map((row) => row.user_id)}::uuid[])`.execute(db),
  )
  expect(staff.rows.length).toBeGreaterThan(0)
  expect(staff.rows.filter(({ staff: kind, sees }) => kind !== 'a2m' && !sees)).toEqual([])
})

it('the jobs get ids only, and tell the administrators of a unit the percentage without the people of the client', async () => {
  await limitTo(count)
  const enqueued: { name: string; input: object }[] = []
  const run = (name: string, input: object) =>
    portal.platform(async (db) => {
      const found = clientJobs.find((each) => each.name === name)
      if (!found || found.waits) throw new Error(`there is no job ${name}`)
      const context = {
        db,
        clock: { now: () => new Date() },
        announce: async () => undefined,
        enqueue: async (kind: { name: string }, sent: object) => void enqueued.push({ name: kind.name, input: sent }),
      }
      await found.run(context as unknown as JobContext, input as never)
    })
  await run('client.find_limits', {})
  const alarm = { client_id: client, percent: 100, at: expect.any(String) }
  expect(enqueued).toEqual([
    { name: 'client.tell_staff', input: alarm },
    { name: 'client.tell_unit', input: { ...alarm, tenant_id: tenants.norte.id } },
  ])
  const toUnit = { client_id: client, percent: 100, at: new Date().toISOString(), tenant_id: tenants.norte.id }
  await run('client.tell_unit', toUnit)
  await run('client.tell_unit', toUnit)
  const told = await portal.platform((db) =>
    db.selectFrom('notifications').select(['tenant_id', 'facts']).where('type', '=', 'user_limit_near').execute(),
  )
  expect(told).toEqual([
    { tenant_id: tenants.norte.id, facts: { client: 'Vale Verde', people: '100%', limit: String(count) } },
  ])
})

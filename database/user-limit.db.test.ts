import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { tenants } from '#testing/world.ts'

const portal = testPortal()
const { id: sul } = tenants.sul

/** Adds people to Sul in one statement. */
const add = (name: string, count: number, state = 'A') =>
  portal.platform(async (db) => {
    await sql`insert into users (email, name, home_tenant_id) select ${name} || n || '@x.example', ${name}, ${sul}::uuid
      from generate_series(1, ${count}::int) n`.execute(db)
    await sql`insert into memberships (tenant_id, user_id, state) select ${sul}::uuid, id, ${state} from users where name = ${name}`.execute(
      db,
    )
  })
const limit = (free: number) =>
  portal.platform((db) =>
    sql`update tenants set user_limit = ${free}::int + (select count(*) from memberships where tenant_id = ${sul} and state in ('A', 'B', 'I'))
         where id = ${sul}`.execute(db),
  )
const refused = { constraint: 'tenants_user_limit' }

it('the user limit holds for many people in one statement, and for people who are enabled again', async () => {
  await limit(5)
  await expect(add('six', 6)).rejects.toMatchObject(refused)
  await add('five', 5)
  await expect(add('one', 1)).rejects.toMatchObject(refused)
  await add('dormant', 3, 'D')
  const enable = portal.platform((db) => sql`update memberships set state = 'A' where state = 'D'`.execute(db))
  await expect(enable).rejects.toMatchObject(refused)
  await limit(3)
  await portal.platform((db) => sql`update memberships set state = 'A' where state = 'D'`.execute(db))
})

const norte = tenants.norte.id

/** A client with Norte and Sul, and room for `free` more people. */
const client = (free: number | null) =>
  portal.platform(async (db) => {
    await sql`update tenants set client_id = null, client_standing = null`.execute(db)
    await sql`delete from clients`.execute(db)
    await sql`update tenants set user_limit = 1000`.execute(db)
    await sql`insert into clients (partner_id, name, user_limit) select ${tenants.norte.partner_id}, 'Cliente',
        ${free}::int + (select count(*) from memberships where tenant_id in (${norte}, ${sul}) and state in ('A', 'B', 'I'))`.execute(
      db,
    )
    await sql`update tenants set client_id = c.id, client_standing = c.standing from clients c
      where tenants.id in (${norte}, ${sul})`.execute(db)
  })
const one = (name: string, tenant: string) =>
  portal.platform(async (db) => {
    await sql`insert into users (email, name, home_tenant_id) values (${`${name.replace(' ', '-')}@x.example`}, ${name}, ${tenant}::uuid)`.execute(
      db,
    )
    await sql`insert into memberships (tenant_id, user_id) select ${tenant}::uuid, id from users where name = ${name}`.execute(
      db,
    )
  })

it('the user limit of a client holds over all its units, also for 20 people who are added at once in two of them', async () => {
  await client(7)
  const added = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => one(`racer ${index}`, index % 2 === 0 ? norte : sul)),
  )
  const refusals = added.flatMap((each) => (each.status === 'rejected' ? [each.reason as object] : []))
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  expect(refusals).toHaveLength(13)
  for (const refusal of refusals) expect(refusal).toMatchObject({ constraint: 'clients_user_limit' })
  await client(null)
  await one('unlimited', norte)
})

it('a test user takes no place of the client, and takes one as an active user', async () => {
  await client(0)
  await add('tester', 1, 'T')
  const enable = portal.platform((db) => sql`update memberships set state = 'A' where state = 'T'`.execute(db))
  await expect(enable).rejects.toMatchObject({ constraint: 'clients_user_limit' })
  await client(1)
  await portal.platform((db) => sql`update memberships set state = 'A' where state = 'T'`.execute(db))
  await client(null)
})

it('V3: the people of a unit are counted once per statement, so adding many takes linear time', async () => {
  const counted = (count: number) =>
    portal.platform(async (db) => {
      const name = `Count ${count}`
      await sql`insert into users (email, name, home_tenant_id) select gen_random_uuid() || '@x.example', ${name}, ${sul}::uuid
        from generate_series(1, ${count}::int)`.execute(db)
      const plan = await sql<{ 'QUERY PLAN': [{ Triggers: { 'Trigger Name': string; Calls: number }[] }] }>`
        explain (analyze, format json) insert into memberships (tenant_id, user_id)
        select ${sul}::uuid, id from users where name = ${name}`.execute(db)
      const triggers = plan.rows[0]?.['QUERY PLAN'][0].Triggers ?? []
      return triggers.find((each) => each['Trigger Name'] === 'enforce_user_limit_of_new')?.Calls
    })
  await limit(1_000)
  expect([await counted(2), await counted(200)]).toEqual([1, 1])
})

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
    await sql`insert into memberships (tenant_id, user_id, state) select ${sul}::uuid, id, ${state} from users where name = ${name}`.execute(db) // prettier-ignore
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

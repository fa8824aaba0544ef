import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { testPortal } from '#testing/portal.ts'
import { tenants } from '#testing/world.ts'
import { anHourAfter, eachApart } from './each-apart.ts'

const portal = testPortal()
const [norte, sul, leste] = [tenants.norte.id, tenants.sul.id, tenants.leste.id]
const now = new Date('2026-03-10T12:00:00Z')

it('a record that fails stops no other one, is undone, logged, put off, and in the audit trail of its unit once a day', async () => {
  const logged: object[] = []
  const log = { info: () => undefined, warn: (fields: object) => void logged.push(fields) }
  const postponed: string[] = []
  const run = (at: Date, units: (string | null)[]) =>
    portal.platform((db) =>
      eachApart({ db, clock: { now: () => at }, log }, units, {
        job: 'test.each',
        unitOf: (unit) => unit,
        work: async (unit) => {
          const tenant_id = unit ?? leste
          await sql`insert into user_groups (tenant_id, name) values (${tenant_id}, ${`at ${at.getTime()}`})`.execute(
            db,
          )
          // A second group of this name breaks a constraint, which also ends a transaction without a savepoint.
          if (unit !== sul)
            await sql`insert into user_groups (tenant_id, name) values (${tenant_id}, ${`at ${at.getTime()}`})`.execute(
              db,
            )
        },
        postpone: async (unit) => void postponed.push(unit ?? 'none'),
      }),
    )
  await run(now, [norte, sul, null])
  await run(anHourAfter(now), [norte, sul])
  const groups = await portal.platform((db) =>
    db.selectFrom('user_groups').select('tenant_id').where('name', 'like', 'at %').execute(),
  )
  expect(groups.map(({ tenant_id }) => tenant_id)).toEqual([sul, sul])
  expect(postponed).toEqual([norte, 'none', norte])
  expect(logged).toMatchObject([
    { job: 'test.each', tenantId: norte },
    { job: 'test.each', tenantId: null },
    { job: 'test.each', tenantId: norte },
  ])
  const entries = () =>
    portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['tenant_id', 'target_name'])
        .where('event', '=', 'job.record_failed')
        .execute(),
    )
  expect(await entries()).toEqual([{ tenant_id: norte, target_name: 'test.each' }])
  await run(new Date('2026-03-11T12:00:00Z'), [norte])
  expect(await entries()).toHaveLength(2)
})

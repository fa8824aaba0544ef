import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addManyPeople } from '#apps/server/testing/many-people.ts'
import { grantsFor, reportColumns } from '#features/reports/access/server/queries.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { resellers } from '#testing/probe.ts'
import { people, tenants } from '#testing/world.ts'

const portal = testPortal({ reports: true })
const norte = tenants.norte.id
const reader = people.userOfNorte.id

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

/** Pages that PostgreSQL reads to find the grants of one reader of the report, and how many grants it finds. */
async function findGrants(): Promise<{ pages: number; grants: number }> {
  await onOwner(portal.ownerUrl, (owner) => owner.query('vacuum analyze report_grants'))
  return portal.platform(async (db) => {
    await sql`select set_config('app.tenant_id', ${norte}, true), set_config('app.user_id', ${reader}, true)`.execute(
      db,
    )
    const query = sql`select ${grantsFor(reportColumns)} as grants from reports r where r.id = ${resellers}`
    const { rows } = await sql<{ grants: unknown[] }>`${query}`.execute(db)
    const explained = await sql<{
      'QUERY PLAN': [{ Plan: Plan }]
    }>`explain (analyze, buffers, format json) ${query}`.execute(db)
    const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan
    const pages = (plan?.['Shared Hit Blocks'] ?? Number.NaN) + (plan?.['Shared Read Blocks'] ?? Number.NaN)
    return { pages, grants: rows[0]?.grants.length ?? 0 }
  })
}

it('the grants of one reader cost the same among 1 and among 5,000 grants of a report', async () => {
  await portal.platform((db) =>
    sql`insert into report_grants (tenant_id, report_id, user_id, roles) values (${norte}, ${resellers}, ${reader}, '{Company}')`.execute(
      db,
    ),
  )
  const few = await findGrants()
  await addManyPeople(portal.ownerUrl, 'norte', 5_000)
  await portal.platform((db) =>
    sql`insert into report_grants (tenant_id, report_id, user_id, roles)
        select m.tenant_id, ${resellers}, m.user_id, '{Company}' from memberships m
         where m.tenant_id = ${norte} and m.profile = 'user' and m.user_id <> ${reader}`.execute(db),
  )
  const many = await findGrants()
  expect([few.grants, many.grants]).toEqual([1, 1])
  // An index over more rows may have one or two levels more.
  expect(many.pages).toBeLessThanOrEqual(few.pages + 6)
}, 60_000)

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addManyPeople } from '#apps/server/testing/many-people.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { publishInto } from '#testing/published.ts'
import { published } from '#testing/reports.ts'
import { people, tenants } from '#testing/world.ts'
import { appCalls, type AppSection } from '../contract.ts'
import { missingAccessQuery } from './store.ts'

const portal = testPortal({ reports: true })
const tenant_id = tenants.norte.id
const admin = people.adminOfNorte.id

type Plan = { 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] }

/** The most rows that one step of the plan handles. */
const mostRows = (plan: Plan): number =>
  Math.max(plan['Actual Rows'] * plan['Actual Loops'], ...(plan.Plans ?? []).map(mostRows))

/**
 * Adds an app with as many new reports, granted to all people of a new group. They may open the first report: the grant of the second
 * has ended, the third is hidden, and the others have none.
 */
async function addLargeApp(reports: number): Promise<string> {
  const group = randomUUID()
  const ids = Array.from({ length: reports }, () => randomUUID())
  await portal.platform(async (db) => {
    await sql`insert into user_groups (tenant_id, id, name) values (${tenant_id}, ${group}, 'Todos')`.execute(db)
    await sql`insert into user_group_members (tenant_id, group_id, user_id)
      select tenant_id, ${group}, user_id from memberships where tenant_id = ${tenant_id} and profile = 'user'`.execute(
      db,
    )
    const { subgroup_id, workspace_id } = await db
      .selectFrom('reports')
      .select(['subgroup_id', 'workspace_id'])
      .where('id', '=', published.reports[1])
      .executeTakeFirstOrThrow()
    for (const id of ids) await publishInto(db, tenants.norte, subgroup_id, { id, workspace_id, hidden: id === ids[2] })
    await sql`insert into report_grants (tenant_id, report_id, group_id, ends_on) values (${tenant_id}, ${ids[0]}, ${group}, null),
      (${tenant_id}, ${ids[1]}, ${group}, '2020-01-01'), (${tenant_id}, ${ids[2]}, ${group}, null)`.execute(db)
  })
  const sections: AppSection[] = Array.from({ length: Math.ceil(reports / 50) }, (_, index) => ({
    id: randomUUID(),
    title: '',
    items: ids
      .slice(index * 50, index * 50 + 50)
      .map((report_id) => ({ id: randomUUID(), kind: 'report', title: 'R', report_id })),
  }))
  const fields = { name: 'Grande', description: null, icon: 'chart', color: 'teal' } as const
  const { status, body } = await portal
    .as('adminOfNorte')
    .ask(appCalls.add, { ...fields, sections, user_ids: [], group_ids: [group] })
  expect(status).toBe(200)
  return body.id
}

it('V3: the reports that readers may not open cost no pair of each reader and each report', async () => {
  await addManyPeople(portal.ownerUrl, 'norte', 1_000)
  const id = await addLargeApp(200)
  await onOwner(portal.ownerUrl, (owner) => owner.query('analyze'))
  await portal.platform(async (db) => {
    await sql`select set_config('app.tenant_id', ${tenant_id}, true), set_config('app.user_id', ${admin}, true)`.execute(
      db,
    )
    const query = missingAccessQuery(id)
    const { rows } = await sql<{ people: number; reports: unknown[] }>`${query}`.execute(db)
    expect(rows[0]?.people).toBeGreaterThanOrEqual(1_000)
    expect(rows[0]?.reports).toHaveLength(199)
    const explained = await sql<{
      'QUERY PLAN': [{ Plan: Plan }]
    }>`explain (analyze, format json) ${query}`.execute(db)
    const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan
    expect(plan ? mostRows(plan) : Number.NaN).toBeLessThan(20_000)
  })
}, 60_000)

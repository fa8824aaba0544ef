// The cost of opening a page that notifications lead to.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'
import { markOpened, openedQuery } from './store.ts'

const portal = testPortal()
const tenant_id = tenants.norte.id
const reader = people.userOfNorte.id

/** Adds notifications of the business unit about a page each, unread by the person. */
async function addNotifications(count: number): Promise<void> {
  await portal.platform((db) =>
    sql`with made as (
        insert into notifications (tenant_id, type, facts, path)
        select ${tenant_id}, 'report_published', '{"report":"x"}', '/' || gen_random_uuid() || '/reports/view'
          from generate_series(1, ${count}::int) returning id)
      insert into notification_receipts (tenant_id, notification_id, user_id)
      select ${tenant_id}, id, ${reader} from made`.execute(db),
  )
  await onOwner(portal.ownerUrl, async (owner) => {
    await owner.query('vacuum analyze notifications')
    await owner.query('vacuum analyze notification_receipts')
  })
}

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

/** Pages that PostgreSQL reads when the person opens a page to which no notification leads. */
async function pagesRead(): Promise<number> {
  return portal.platform(async (db) => {
    await sql`select set_config('app.tenant_id', ${tenant_id}, true), set_config('app.user_id', ${reader}, true)`.execute(
      db,
    )
    const { rows } = await sql<{
      'QUERY PLAN': [{ Plan: Plan }]
    }>`explain (analyze, buffers, format json) ${openedQuery('unit', '/nothing/reports/view')}`.execute(db)
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    return (plan?.['Shared Hit Blocks'] ?? Number.NaN) + (plan?.['Shared Read Blocks'] ?? Number.NaN)
  })
}

it('opening a page reads an index: it costs the same among 10 and among 10,000 notifications', async () => {
  await addNotifications(10)
  const few = await pagesRead()
  await addNotifications(10_000)
  // An index over more rows may have one or two levels more.
  expect(await pagesRead()).toBeLessThanOrEqual(few + 6)
  const marked = await portal.platform(async (db) => {
    await sql`select set_config('app.tenant_id', ${tenant_id}, true), set_config('app.user_id', ${reader}, true)`.execute(
      db,
    )
    const { rows } = await sql<{ path: string }>`select path from notifications limit 1`.execute(db)
    return [await markOpened(db, 'unit', rows[0]?.path ?? ''), await markOpened(db, 'unit', '/nothing/reports/view')]
  })
  expect(marked).toEqual([true, false])
}, 60_000)

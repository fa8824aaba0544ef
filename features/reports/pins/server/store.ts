import { sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { displayedName } from '#platform/server/database/names.ts'
import { isShownInApp, mayOpen, pageRights, reportColumns } from '#features/reports/access/server/queries.ts'
import type { addPin, listPins } from '../contract.ts'

/**
 * The pins of the session's person, whose reports they may still open, with the facts that decide about pages and hidden screens. Row-level
 * security leaves out the pins of others.
 */
export const listQuery = ({ app }: InputOf<typeof listPins>) =>
  queryBuilder
    .selectFrom('report_pins as p')
    .innerJoin('reports as r', (join) =>
      join.onRef('r.tenant_id', '=', 'p.tenant_id').onRef('r.id', '=', 'p.report_id'),
    )
    .select(['p.id', 'p.report_id', 'p.page', 'p.visual', 'p.title', 'p.kind'])
    .select([displayedName('r').as('report'), pageRights().as('rights'), isShownInApp(sql.ref('r.id')).as('is_in_app')])
    .where(mayOpen(reportColumns))
    .where(app ? sql<boolean>`r.show_on_app` : sql<boolean>`true`)
    .orderBy('p.position')
    .orderBy('p.id')

/**
 * Serialises the additions of one person, and counts their pins. The lock is taken by a statement of its own, so that the count sees what
 * another call stored meanwhile.
 */
export async function lockAndCount(db: Database): Promise<{ count: number; next: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('report_pins ' || app.tenant_id() || app.user_id(), 0))`.execute(
    db,
  )
  return db
    .selectFrom('report_pins')
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(max(position) + 1, 0)`.as('next')])
    .executeTakeFirstOrThrow()
}

type PinToAdd = InputOf<typeof addPin>

export const find = (db: Database, { reportId, page, visual }: PinToAdd) =>
  db
    .selectFrom('report_pins')
    .select('id')
    .where('report_id', '=', reportId)
    .where('page', '=', page)
    .where('visual', '=', visual)
    .executeTakeFirst()

/** The facts that decide which pages of a report the person may open; undefined if they may not open the report. */
export async function findRights(db: Database, reportId: string) {
  const found = await db
    .selectFrom('reports as r')
    .select(pageRights().as('rights'))
    .where('r.id', '=', reportId)
    .where(mayOpen(reportColumns))
    .executeTakeFirst()
  return found?.rights
}

export async function add(db: Database, { reportId, ...pin }: PinToAdd, position: number): Promise<string> {
  const { id } = await db
    .insertInto('report_pins')
    .values({ report_id: reportId, ...pin, position })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Answers whether the person had the pin. */
export async function remove(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('report_pins').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Moves the pins to the front, in the order of the ids. Answers how many of them the person has. */
export async function order(db: Database, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ is_moved: boolean }>`
    with placed as (
      select p.tenant_id, p.id, o.place,
             row_number() over (order by o.place nulls last, p.position, p.id) - 1 as position
        from report_pins p left join unnest(${[...ids]}::uuid[]) with ordinality o(id, place) on o.id = p.id)
    update report_pins p set position = n.position from placed n
     where p.tenant_id = n.tenant_id and p.id = n.id
    returning n.place is not null as is_moved`.execute(db)
  return rows.filter(({ is_moved }) => is_moved).length
}

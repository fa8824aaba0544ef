import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { contains } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'

/**
 * Merges a resolved ticket, and the tickets that were merged into it, into another one, whose watchers become theirs. It is taken back from the
 * staff to whom it was handed up.
 */
export async function makeDuplicate(db: Database, id: string, intoId: string): Promise<void> {
  await sql`
    insert into ticket_watchers (ticket_id, user_id)
    select m.id, w.user_id
      from tickets m
      join (select user_id from tickets where id = ${id} and user_id is not null
            union select user_id from ticket_watchers where ticket_id = ${id}) w on w.user_id is distinct from m.user_id
     where m.id = ${intoId}
    on conflict do nothing`.execute(db)
  await sql`update tickets set merged_into = ${intoId}, level = 'unit' where id = ${id} or merged_into = ${id}`.execute(
    db,
  )
}

/** The people who watch a ticket, except one. */
export async function watchersOf(db: Database, id: string): Promise<string[]> {
  const found = await db.selectFrom('ticket_watchers').select('user_id').where('ticket_id', '=', id).execute()
  return found.map(({ user_id }) => user_id)
}

const shown = 20

/** The last tickets into which another one can be merged, by number or subject. Only people who handle tickets ask. */
export const choicesQuery = (search: string): SessionQuery<{ value: string; label: string }> => sql`(
  select t.id as value, '#' || t.number || ' ' || t.name as label from tickets t
   where t.merged_into is null and (${contains(sql`'#' || t.number || ' ' || t.name`, search)})
   order by t.changed_at desc, t.id limit ${shown})`

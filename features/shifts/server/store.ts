import { sql } from 'kysely'

/** How many people of the business unit a shift holds for. */
export const people = sql`(select count(*)::int from memberships m where m.shift_id = r.id)`

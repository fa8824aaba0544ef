import { sql } from 'kysely'

/** The number of people with this shift. */
export const people = sql`(select count(*)::int from memberships m where m.shift_id = r.id)`

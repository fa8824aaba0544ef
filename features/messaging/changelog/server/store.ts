import { sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { contains, offsetOf } from '#platform/server/database/list.ts'
import type { readChangelog, SentEntry } from '../contract.ts'

/** The text of an entry in all languages, for a search. */
const searchText = sql`(select string_agg(each.value, ' ') from (
  select value from jsonb_each_text(title) union all select value from jsonb_each_text(body)) each)`

/** The time zone of people outside of business units. */
export const staffZone = 'America/Sao_Paulo'

/** The time zone of the session's business unit, or that of the staff outside of business units. */
const timezone = sql`coalesce((select timezone from settings where tenant_id = (select app.tenant_id())), ${staffZone})`

/** Selects the sent entries whose day has come. The platform's staff see the other entries in their list. */
export const timelineQuery = (options: InputOf<typeof readChangelog>) =>
  sql<SentEntry & { total: number }>`(
    select id, title, body, kind, day, count(*) over ()::int as total from changelog_entries
     where sent and day <= (now() at time zone ${timezone})::date and ${contains(searchText, options.search)}
     order by day ${sql.raw(options.order)}, id ${sql.raw(options.order)} limit ${options.size} offset ${offsetOf(options)})`

/** Finds an entry that is sent and whose day has come in the business unit. */
export async function findVisible(db: Database, id: string): Promise<Pick<SentEntry, 'title'> | undefined> {
  const { rows } = await sql<Pick<SentEntry, 'title'>>`
    select title from changelog_entries
     where id = ${id} and sent and day <= (now() at time zone ${timezone})::date`.execute(db)
  return rows[0]
}

export async function dayOf(db: Database, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from changelog_entries where id = ${id} and sent`.execute(db)
  return rows[0]?.day
}

/** Returns every business unit with its time zone, for platform-wide work. */
export const zones = (db: Database) => db.selectFrom('settings').select(['tenant_id', 'timezone']).execute()

import { sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { contains, offsetOf } from '#platform/server/database/list.ts'
import type { readChangelog, SentEntry } from '../contract.ts'

/** Its wall shows everybody what was sent; the platform's people, who see more, find the rest in their list. */
export const timelineQuery = (asked: InputOf<typeof readChangelog>) =>
  sql<SentEntry & { total: number }>`(
    select id, title, body, kind, day, count(*) over ()::int as total from changelog_entries
     where sent and day <= (now() at time zone 'UTC')::date and ${contains(sql`title::text`, asked.search)}
     order by day ${sql.raw(asked.order)}, id ${sql.raw(asked.order)} limit ${asked.size} offset ${offsetOf(asked)})`

// SQL fragments about tags for queries on reports; `r` is the report.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { contains, plain } from '#platform/server/database/list.ts'
import type { ShownTag } from '../contract.ts'

const ofReport = sql`report_tags x join tags t on t.id = x.tag_id where x.report_id = r.id`

/** The tags of a report in the order of their names. */
export const tagsOfReport = sql<ShownTag[]>`(
  select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by app.plain(t.name)), '[]')
    from ${ofReport})`

export const isTagged = (tagId: string): RawBuilder<boolean> =>
  sql`r.id in (select x.report_id from report_tags x where x.tag_id = ${tagId})`

/** Whether one of the report's tags matches all patterns. The patterns must be normalized (`app.plain`). */
export const hasTagLike = (patterns: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`r.id in (select x.report_id from report_tags x join tags t on t.id = x.tag_id where app.plain(t.name) like all (${patterns}))`

/** Whether one of the report's tags contains the search text. */
export const isTaggedLike = (search: string): RawBuilder<boolean> =>
  sql`r.id in (select x.report_id from report_tags x join tags t on t.id = x.tag_id where ${contains(sql`t.name`, search)})`

export async function tagNames(db: Database, reportId: string): Promise<string[]> {
  const found = await db
    .selectFrom('report_tags as x')
    .innerJoin('tags as t', 't.id', 'x.tag_id')
    .select('t.name')
    .where('x.report_id', '=', reportId)
    .orderBy(plain('t.name'))
    .execute()
  return found.map(({ name }) => name)
}

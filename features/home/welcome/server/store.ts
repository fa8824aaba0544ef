import { sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { mayOpen, reportColumns } from '#features/reports/access/server/queries.ts'
import type { dismissHint, firstSteps, hints } from '../contract.ts'

/** Number of days for which a report that a person has not opened counts as new. */
const newDays = 30

export type WelcomeRow = {
  new_reports: number
  dismissed: (typeof hints)[number][]
  done: Record<(typeof firstSteps)[number], boolean>
}

/** Row-level security restricts all of it to the business unit, the dismissed hints also to the person. */
export const welcomeQuery = (): SessionQuery<WelcomeRow> => sql<WelcomeRow>`(
  with opened as (
    select distinct v.report_id from report_views v where v.user_id = (select app.user_id()) and v.event = 'opened')
  select (select count(*)::int from reports r
           where exists (select from opened) and r.created_at > now() - make_interval(days => ${newDays})
             and r.id not in (select o.report_id from opened o) and r.added_by is distinct from (select app.user_id())
             and ${mayOpen(reportColumns)}) as new_reports,
         array(select d.hint from dismissed_hints d) as dismissed,
         json_build_object(
           'account', exists (select from embedding_accounts), 'workspace', exists (select from workspaces),
           'report', exists (select from reports), 'group', exists (select from user_groups),
           'grant', exists (select from report_grants),
           'person', exists (select from memberships m where m.user_id <> (select app.user_id()))) as done
)`

export async function dismiss(db: Database, { hint }: InputOf<typeof dismissHint>): Promise<void> {
  await db
    .insertInto('dismissed_hints')
    .values({ hint })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

// Which reports reach the session's person, and with which grants. The one place that knows; lists, home and viewer ask here.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import type { ReachingGrant } from './rules.ts'

type ReportColumns = { tenantId: RawBuilder<unknown>; id: RawBuilder<unknown>; hidden: RawBuilder<unknown> }
type PersonColumns = { id: RawBuilder<unknown>; manages: RawBuilder<unknown> }

/** In sub-selects, as walls ask (database/migrations/2026-11-21-01-ground.sql says why). */
const sessionPerson: PersonColumns = { id: sql`(select app.user_id())`, manages: sql`(select app.manages_reports())` }

/**
 * May the person open the report? For a `where` in any query about reports; the person is the session's unless another is named.
 * Who manages reports opens all of them; a hidden one nobody else does. The person's own grants are read once a statement and
 * then looked up for each report: a probe for each of several hundred reports would cost more.
 */
export const reaches = (
  report: ReportColumns,
  person: PersonColumns = sessionPerson,
): RawBuilder<boolean> => sql<boolean>`(
  ${person.manages}
  or (not ${report.hidden} and (${report.tenantId}, ${report.id}) in (
    select x.tenant_id, x.report_id from report_grants x where x.user_id = ${person.id}
    union all
    select x.tenant_id, x.report_id
      from user_group_members m join report_grants x on x.tenant_id = m.tenant_id and x.group_id = m.group_id
     where m.user_id = ${person.id}))
)`

/** The columns of `reports as r`, for `reaches`. */
export const reportColumns: ReportColumns = {
  tenantId: sql.ref('r.tenant_id'),
  id: sql.ref('r.id'),
  hidden: sql.ref('r.hidden'),
}

/** The grants of a report that reach a person, as one JSON value: for who looks at many persons at once. */
export const grantsReaching = (
  report: ReportColumns,
  person: PersonColumns,
): RawBuilder<ReachingGrant[]> => sql`coalesce((
  select json_agg(json_build_object('roles', x.roles, 'identity', x.identity, 'identity_value', x.identity_value,
                                    'custom_data', x.custom_data, 'direct', x.user_id is not null))
    from report_grants x
   where x.tenant_id = ${report.tenantId} and x.report_id = ${report.id} and (x.user_id = ${person.id} or x.group_id in (
     select m.group_id from user_group_members m where m.tenant_id = ${report.tenantId} and m.user_id = ${person.id}))), '[]')`

const ownGroups = sql`(select m.group_id from user_group_members m where m.user_id = app.user_id())`

/** The grants of a report that reach the session's person. */
export async function reachingGrants(db: Database, reportId: string): Promise<ReachingGrant[]> {
  return db
    .selectFrom('report_grants as g')
    .select([
      'g.roles',
      'g.identity',
      'g.identity_value',
      'g.custom_data',
      sql<boolean>`g.user_id is not null`.as('direct'),
    ])
    .where('g.report_id', '=', reportId)
    .where((eb) =>
      eb.or([eb('g.user_id', '=', sql<string>`app.user_id()`), eb('g.group_id', 'in', sql<string>`${ownGroups}`)]),
    )
    .execute()
}

// Which reports a person may open, and with which grants. Lists, home page and viewer use these queries.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { valuesOf } from '#features/organisation/custom-fields/server/queries.ts'
import {
  type FilterValues,
  type GrantRow,
  opensPage,
  type ReaderGrant,
  resolvePages,
  type SecuredReport,
} from './rules.ts'

export { appGrants, isInOpenApp, isShownInApp, mayOpenApp } from './app-queries.ts'
export { isKeptOut, nextStart, presentPassing } from './maintenance-queries.ts'
export {
  mayEditContent,
  mayPass,
  mayPreviewAs,
  opensPage,
  resolveFilters,
  resolveIdentity,
  resolvePages,
} from './rules.ts'
export type { FilterValues, GrantRow, Identity, ReaderGrant } from './rules.ts'

type ReportColumns = { tenantId: RawBuilder<unknown>; id: RawBuilder<unknown>; hidden: RawBuilder<unknown> }
/**
 * A person in SQL. `today`: the present day of the business unit, which decides whether a grant has ended. The expressions are evaluated in
 * sub-selects, so they may name any table of the caller but `x`: the sub-selects below name no other table with one letter. A name that
 * both use would mean the inner table, and a person would have the grants of all others.
 */
export type PersonColumns = { id: RawBuilder<unknown>; manages: RawBuilder<unknown>; today: RawBuilder<unknown> }

/**
 * The person of the session. Sub-selects let PostgreSQL evaluate the functions once per statement, as in the row-level security policies.
 */
export const sessionPerson: PersonColumns = {
  id: sql`(select app.user_id())`,
  manages: sql`(select app.manages_reports())`,
  today: sql`(select app.today())`,
}

/** Condition: the grant `x` has not ended. */
export const isLasting = (today: RawBuilder<unknown> = sessionPerson.today) =>
  sql<boolean>`(x.ends_on is null or x.ends_on >= ${today})`

/** The rule of access: report managers may open all reports; others may open reports that are granted to them and not hidden. */
const mayOpenIf = (
  hasGrant: RawBuilder<boolean>,
  { hidden }: Pick<ReportColumns, 'hidden'>,
  { manages }: PersonColumns,
): RawBuilder<boolean> => sql<boolean>`(${manages} or (not ${hidden} and ${hasGrant}))`

/**
 * Condition for `where`: the person may open the report. The default person is the session's. The `in (…)` lets PostgreSQL read the
 * person's grants once per statement; an `exists` would run once per report.
 */
export const mayOpen = (report: ReportColumns, person: PersonColumns = sessionPerson): RawBuilder<boolean> =>
  mayOpenIf(isGranted(report, person), report, person)

/** Condition: the report is granted to the person, directly or through a group. */
export const isGranted = (
  report: Pick<ReportColumns, 'tenantId' | 'id'>,
  person: PersonColumns = sessionPerson,
): RawBuilder<boolean> => sql<boolean>`(${report.tenantId}, ${report.id}) in (
      select x.tenant_id, x.report_id from report_grants x where x.user_id = ${person.id} and ${isLasting(person.today)}
      union all
      select x.tenant_id, x.report_id
        from user_group_members grantee join report_grants x on x.tenant_id = grantee.tenant_id and x.group_id = grantee.group_id
       where grantee.user_id = ${person.id} and ${isLasting(person.today)})`

/**
 * Condition like `mayOpen`, for a query of one report that reads its grants anyway. `grants` is the value of `grantsFor`. It costs less
 * than reading all grants of the person.
 */
export const mayOpenWith = (
  report: Pick<ReportColumns, 'hidden'>,
  grants: RawBuilder<unknown>,
  person: PersonColumns = sessionPerson,
): RawBuilder<boolean> => mayOpenIf(sql`json_array_length(${grants}) > 0`, report, person)

/**
 * The members who may open at least one of some reports. Its cost grows with the grants of the reports, not with the number of members.
 * `reports` is `reports r where …`. Some of the members may not be allowed to sign in.
 */
export const openersOf = (reports: RawBuilder<unknown>): RawBuilder<{ user_id: string }> => sql<{ user_id: string }>`
  with c as (select r.tenant_id, r.id, r.hidden from ${reports})
  select m.user_id from memberships m where m.profile = 'admin' and m.tenant_id in (select c.tenant_id from c)
  union
  select x.user_id from c join report_grants x on x.tenant_id = c.tenant_id and x.report_id = c.id
   where x.user_id is not null and not c.hidden and ${isLasting()}
  union
  select m.user_id from c join report_grants x on x.tenant_id = c.tenant_id and x.report_id = c.id
    join user_group_members m on m.tenant_id = x.tenant_id and m.group_id = x.group_id
   where not c.hidden and ${isLasting()}`

/**
 * The people and groups who may open the report, administrators apart, as one sorted array of ids: a member may open it who is among them
 * or is in one of the groups. Empty for a hidden report.
 */
export const grantedTo = ({ tenantId, id, hidden }: ReportColumns): RawBuilder<string[]> => sql<string[]>`array(
    select coalesce(x.user_id, x.group_id) from report_grants x
     where x.tenant_id = ${tenantId} and x.report_id = ${id} and not ${hidden} and ${isLasting()} order by 1)`

/** The columns of `reports as r`, for `mayOpen`. */
export const reportColumns: ReportColumns = {
  tenantId: sql.ref('r.tenant_id'),
  id: sql.ref('r.id'),
  hidden: sql.ref('r.hidden'),
}

/**
 * The person's value of the custom field that the grant `x` names, for its user name or for its custom data. A field that people fill in
 * themselves at registration has none: they would choose whose rows they see. The `case` saves reading two tables for most grants.
 */
export const fieldValue = (
  userId: RawBuilder<unknown>,
  field: 'identity_field' | 'custom_data_field' = 'identity_field',
): RawBuilder<string | null> => sql<string | null>`(case when ${sql.ref(`x.${field}`)} is not null then (
  select holder.custom->>(field.id::text) from memberships holder join custom_fields field on field.id = ${sql.ref(`x.${field}`)}
   where holder.tenant_id = x.tenant_id and holder.user_id = ${userId} and not field.in_registration
     and jsonb_typeof(holder.custom->(field.id::text)) in ('string', 'number')) end)`

/** The custom data of the grant `x` for a person, as fields of `json_build_object`. */
export const customData = (userId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  'custom_data_from', x.custom_data_from, 'custom_data', x.custom_data, 'data_value', ${fieldValue(userId, 'custom_data_field')}`

/** The grants `x` of a set that last, as one JSON value. All grants of the set are the person's. */
const grantsIn = (set: RawBuilder<unknown>, person: PersonColumns): RawBuilder<ReaderGrant[]> => sql`coalesce((
  select json_agg(json_build_object('roles', x.roles, 'identity', x.identity, 'identity_value', x.identity_value,
                                    'field_value', ${fieldValue(person.id)}, ${customData(person.id)},
                                    'without_filters', x.without_filters, 'pages', x.pages,
                                    'direct', x.user_id is not null))
    from ${set} where ${isLasting(person.today)}), '[]')`

/**
 * The grants of a report that apply to a person, as one JSON value. By default the person is that of the session. It looks up the grant of
 * the person and those of their groups: a condition over the grants of the report would read all of them.
 */
export const grantsFor = (
  { tenantId, id }: ReportColumns,
  person: PersonColumns = sessionPerson,
): RawBuilder<ReaderGrant[]> =>
  grantsIn(
    sql`(select x.* from report_grants x where x.tenant_id = ${tenantId} and x.report_id = ${id} and x.user_id = ${person.id}
         union all
         select x.* from user_group_members grantee
           join report_grants x on x.tenant_id = grantee.tenant_id and x.report_id = ${id} and x.group_id = grantee.group_id
          where grantee.tenant_id = ${tenantId} and grantee.user_id = ${person.id}) x`,
    person,
  )

/** The grants of a form that is not saved yet, as they would apply to a person, as one JSON value. */
export const draftedGrantsFor = (drafts: readonly GrantRow[], person: PersonColumns): RawBuilder<ReaderGrant[]> =>
  grantsIn(
    sql`(select (select app.tenant_id()) as tenant_id, draft.* from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as draft(
      user_id uuid, group_id uuid, roles text[], identity text, identity_value text, identity_field uuid, custom_data_from text,
      custom_data text, custom_data_field uuid,
      ends_on date, without_filters boolean, pages text[])
      where draft.user_id = ${person.id} or draft.group_id in (
        select grantee.group_id from user_group_members grantee
         where grantee.tenant_id = (select app.tenant_id()) and grantee.user_id = ${person.id})) x`,
    person,
  )

/** The values of a person for the custom fields that the filters of the report `r` name, for `resolveFilters`. */
export const filterValues = (person: Pick<PersonColumns, 'id'> = sessionPerson): RawBuilder<FilterValues> =>
  valuesOf(sql`select x.field from jsonb_to_recordset(r.filters) as x(field uuid)`, {
    tenantId: sql.ref('r.tenant_id'),
    id: person.id,
  })

export type PageRights = SecuredReport & { manages: boolean; grants: ReaderGrant[] }

/** The facts that decide which pages of the report `r` a person may open, as one JSON value for `resolvePages`. */
export const pageRights = (
  person: PersonColumns = sessionPerson,
): RawBuilder<PageRights> => sql<PageRights>`json_build_object(
  'row_security', r.row_security, 'ignore_row_security', r.ignore_row_security, 'ignore_role', r.ignore_role,
  'manages', ${person.manages}, 'grants', ${grantsFor(reportColumns, person)})`

/** Whether the person with these rights may open a page of the report. */
export const opensPageWith = (rights: PageRights, page: string): boolean =>
  opensPage(resolvePages(rights, rights.grants), page)

/** Roles that grants of reports with the same data set as the report `r` name: suggestions for a form. */
export const knownRoles = sql<string[]>`array(
  select distinct role from reports o join report_grants x on x.report_id = o.id cross join unnest(x.roles) as role
   where o.service_dataset_id = r.service_dataset_id order by role limit 50)`

/** Whether the service of the report `r` refuses pages that a grant does not open. */
export const pagesProtected = sql<boolean>`coalesce((
  select a.kind = 'local' from workspaces w join embedding_accounts a on a.id = w.account_id where w.id = r.workspace_id), false)`

/** E5: whether the session of a screen plays the report. The session of a screen may open no other report. */
export async function isPlayedByScreen(db: Database, sessionId: string, reportId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from playlist_sessions z
        join playlist_screens s on s.id = z.screen_id
        join playlists p on p.id = s.playlist_id
       where z.session_id = ${sessionId} and p.items @> jsonb_build_array(jsonb_build_object('report_id', ${reportId}::text))) as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}

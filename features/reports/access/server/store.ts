import { type RawBuilder, sql } from 'kysely'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { isOpen } from '#platform/server/jobs/closed-units.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { identityFields } from '#features/organisation/custom-fields/server/queries.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { contains, offsetOf } from '#platform/server/database/list.ts'
import { displayedName, nameInEach } from '#platform/server/database/names.ts'
import { isKeptOut } from './maintenance-queries.ts'
import {
  type IdentityKind,
  type listPersonPermissions,
  maxRoleSuggestions,
  type suggestGrantRoles,
} from '../contract.ts'
import type { ReportFilter } from '#features/reports/library/contract.ts'
import { customData, fieldValue, filterValues, isLasting, knownRoles, pagesProtected } from './queries.ts'
import type { ExplainedAccess, FilterValues, GrantRow, PageTitles, ReaderGrant } from './rules.ts'

export type ShownGrant = {
  user_id: string | null
  group_id: string | null
  name: string
  email: string | null
  members: number | null
  roles: string[]
  identity: IdentityKind
  identity_value: string | null
  identity_field: string | null
  custom_data_from: IdentityKind
  custom_data: string | null
  custom_data_field: string | null
  ends_on: string | null
  without_filters: boolean
  pages: string[] | null
}

/** The grants of the report `r` as JSON: groups first, then people, each by name. */
const grants = sql<ShownGrant[]>`coalesce((
  select json_agg(json_build_object('user_id', x.user_id, 'group_id', x.group_id, 'name', coalesce(g.name, u.name), 'email', u.email,
           'members', case when g.id is not null then (select count(*) from user_group_members m where m.group_id = g.id) end,
           'roles', x.roles, 'identity', x.identity, 'identity_value', x.identity_value, 'identity_field', x.identity_field,
           'custom_data_from', x.custom_data_from, 'custom_data', x.custom_data, 'custom_data_field', x.custom_data_field, 'ends_on', x.ends_on, 'without_filters', x.without_filters, 'pages', x.pages)
           order by x.group_id is null, coalesce(g.name, u.name), x.id)
    from report_grants x left join user_groups g on g.id = x.group_id left join users u on u.id = x.user_id
   where x.report_id = r.id), '[]')`

export const findQuery = (reportId: string) =>
  queryBuilder
    .selectFrom('reports as r')
    .select([
      'r.id as report_id',
      'r.name',
      'r.row_security',
      'r.ignore_row_security',
      'r.ignore_role',
      'r.hidden',
      sql<boolean>`r.filters <> '[]'`.as('has_filters'),
      'r.version',
      pagesProtected.as('pages_protected'),
      identityFields.as('identity_fields'),
      grants.as('grants'),
      knownRoles.as('known_roles'),
    ])
    .where('r.id', '=', reportId)

export async function grantsOf(db: Database, reportId: string): Promise<GrantRow[]> {
  return (
    db
      .selectFrom('report_grants')
      .select(['user_id', 'group_id', 'roles', 'identity', 'identity_value', 'identity_field'])
      .select(['custom_data_from', 'custom_data', 'custom_data_field'])
      .select(['without_filters', 'pages'])
      // The day is read as text, because a day has no time zone.
      .select(sql<string | null>`ends_on::text`.as('ends_on'))
      .where('report_id', '=', reportId)
      .orderBy('id')
      .execute()
  )
}

/** The titles of the pages of a report, as far as the portal has read them. */
export async function pageTitles(db: Database, reportId: string): Promise<PageTitles> {
  const pages = await db
    .selectFrom('report_pages')
    .select(['name', 'display_name'])
    .where('report_id', '=', reportId)
    .execute()
  return new Map(pages.map(({ name, display_name }) => [name, display_name]))
}

/** The name of the report for people of all languages, and the present day of the business unit. */
export const publishedToday = (db: Database, reportId: string) =>
  db
    .selectFrom('reports as r')
    .select([nameInEach('r').as('name'), sql<string>`(select app.today())::text`.as('today')])
    .where('r.id', '=', reportId)
    .executeTakeFirstOrThrow()

/** Deletes and inserts grants. The foreign key refuses people and groups of another business unit. */
export async function replaceGrants(
  db: Database,
  { tenantId, reportId }: { tenantId: TenantId; reportId: string },
  { removed, added }: { removed: GrantRow[]; added: GrantRow[] },
): Promise<void> {
  const grantees = removed.map(({ user_id, group_id }) => user_id ?? group_id)
  await db
    .deleteFrom('report_grants')
    .where('report_id', '=', reportId)
    .where(sql<boolean>`coalesce(user_id, group_id) = any(${grantees}::uuid[])`)
    .execute()
  const rows = added.map((grant) => ({ tenant_id: tenantId, report_id: reportId, ...grant }))
  if (rows.length > 0) await db.insertInto('report_grants').values(rows).execute()
}

/** The names of reports, people and user groups. */
export async function namesOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const among = sql`= any(${[...ids]}::uuid[])`
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from reports where id ${among}
    union all select id, name from users where id ${among}
    union all select id, name from user_groups where id ${among}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Locks the report and returns its version. */
export async function versionOf(db: Database, reportId: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('reports')
    .select('version')
    .where('id', '=', reportId)
    .forUpdate()
    .executeTakeFirst()
  return found?.version
}

/** Increments the version of the report: a report and its grants share one version. */
export async function touchReport(db: Database, reportId: string): Promise<void> {
  await db
    .updateTable('reports')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', reportId)
    .execute()
}

export type ReaderRow = {
  row_security: boolean
  ignore_row_security: boolean
  ignore_role: string | null
  hidden: boolean
  manages: boolean
  staff: string | null
  filters: ReportFilter[]
  filter_values: FilterValues
  /** Id of the person; null in the only row of a report without grants. */
  id: string | null
  name: string
  email: string
  grants: (ReaderGrant & { group: string | null })[]
  total: number
}

export const maxReaders = 500

/** The active people with a grant, ordered by name, each with their grants. No rows if the report does not exist. */
export const readersQuery = (reportId: string): SessionQuery<ReaderRow> => sql<ReaderRow>`(
  select r.row_security, r.ignore_row_security, r.ignore_role, r.hidden, r.filters, p.*
    from reports r left join lateral (
      select u.id, u.name, u.email, count(*) over ()::int as total,
             m.profile = 'admin' as manages, u.staff, ${filterValues({ id: sql.ref('u.id') })} as filter_values,
             json_agg(json_build_object('direct', x.user_id is not null, 'group', g.name, 'roles', x.roles, 'identity', x.identity,
               'identity_value', x.identity_value, 'field_value', ${fieldValue(sql.ref('u.id'))}, ${customData(sql.ref('u.id'))},
               'without_filters', x.without_filters, 'pages', x.pages) order by g.name) as grants
        from report_grants x
        left join user_groups g on g.id = x.group_id
        left join user_group_members k on k.group_id = x.group_id
        join memberships m on m.tenant_id = x.tenant_id and m.user_id = coalesce(x.user_id, k.user_id) and m.state in ('A', 'T')
        join users u on u.id = m.user_id
       where x.report_id = r.id and ${isLasting()}
       group by u.id, u.name, u.email, u.staff, m.profile
       order by u.name, u.id
       limit ${maxReaders}) p on true
   where r.id = ${reportId}
)`

export type RoleSuggestion = { roles: string[]; report: string; group: string | null }

/**
 * The different roles of grants for reports with the same data model as a report. Own grants come before those of groups. One row without
 * `roles` if there is none; no row if the report, the person or the group does not belong to the business unit.
 */
export const suggestedRolesQuery = ({ report_id, user_id, group_id }: InputOf<typeof suggestGrantRoles>) => {
  const [person, group] = [sql`${user_id ?? null}::uuid`, sql`${group_id ?? null}::uuid`]
  return sql<RoleSuggestion | { roles: null }>`(
  select p.* from reports r left join lateral (
    select d.roles, d.report, d.group from (
      select distinct on (a.roles) a.* from (
        select array(select distinct role from unnest(x.roles) as role order by role) as roles, ${displayedName('o')} as report,
               k.name as group, x.group_id is not null and ${group} is null as is_of_group, x.report_id = r.id as is_same
          from reports o
          join report_grants x on x.report_id = o.id
          left join user_groups k on k.id = x.group_id and ${group} is null
         where o.service_dataset_id = r.service_dataset_id and cardinality(x.roles) > 0 and ${isLasting()}
           and not (o.id = r.id and (x.user_id = ${person} or x.group_id = ${group}))
           and (x.user_id = ${person} or x.group_id = ${group} or x.group_id in (
                  select b.group_id from user_group_members b where b.user_id = ${person}))) a
       order by a.roles, a.is_of_group, a.is_same desc, a.report) d
     order by d.is_of_group, d.report, d.roles
     limit ${maxRoleSuggestions}) p on true
   where r.id = ${report_id}
     and (exists (select from memberships m where m.user_id = ${person}) or exists (select from user_groups g where g.id = ${group})))`
}

/** Business units in which a grant has ended. The statement runs across tenants. */
export async function unitsWithEnded(db: Database): Promise<string[]> {
  const found = await db
    .selectFrom('report_grants as x')
    .innerJoin('settings as s', 's.tenant_id', 'x.tenant_id')
    .select('x.tenant_id')
    .distinct()
    .where(sql<boolean>`x.ends_on < (now() at time zone s.timezone)::date`)
    .where(isOpen('x.tenant_id'))
    .execute()
  return found.map(({ tenant_id }) => tenant_id)
}

type Ended = { report_id: string; report: string; grants: GrantRow[] }

/** Removes the ended grants of the business unit, and returns them by report. */
export async function removeEnded(db: Database): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    with ended as (
      delete from report_grants x where x.ends_on < (select app.today())
      returning x.report_id, x.user_id, x.group_id, x.roles, x.identity, x.identity_value,
                x.identity_field, x.custom_data_from, x.custom_data, x.custom_data_field, x.ends_on, x.without_filters, x.pages)
    select r.id as report_id, r.name as report, json_agg(to_jsonb(e) - 'report_id') as grants
      from ended e join reports r on r.id = e.report_id
     group by r.id, r.name order by r.id`.execute(db)
  for (const { report_id } of rows) await touchReport(db, report_id)
  return rows
}

type Permissions = InputOf<typeof listPersonPermissions>

export type PermissionRow = {
  /** Id of the grant; null in the only row of a person without grants. */
  id: string | null
  report_id: string
  name: string
  place: string
  way: 'direct' | 'group'
  group: string | null
  roles: string[]
  pages: number | null
  ends_on: string | null
  hidden: boolean
  total: number
}

const permissionSorts: Record<Permissions['sort'], RawBuilder<unknown>> = {
  name: sql`app.plain(r.name)`,
  place: sql`app.plain(g.name || ' › ' || s.name)`,
  ends_on: sql`x.ends_on`,
}

/** The grants of one person and of their groups. No row if the business unit has no such person. */
export const permissionsQuery = ({ user_id, search, way, sort, order, ...page }: Permissions) => sql<PermissionRow>`(
  select p.* from memberships m left join lateral (
    select x.id, r.id as report_id, r.name, g.name || ' › ' || s.name as place,
           case when x.user_id is null then 'group' else 'direct' end as way, k.name as group, x.roles,
           cardinality(x.pages) as pages, x.ends_on::text as ends_on, r.hidden, count(*) over ()::int as total
      from report_grants x
      join reports r on r.id = x.report_id
      join report_subgroups s on s.id = r.subgroup_id
      join report_groups g on g.id = s.group_id
      left join user_groups k on k.id = x.group_id
     where (x.user_id = m.user_id or x.group_id in (
              select b.group_id from user_group_members b where b.tenant_id = m.tenant_id and b.user_id = m.user_id))
       and ${isLasting()}
       and ${contains(sql`concat_ws(' ', r.name, g.name, s.name, k.name)`, search)}
       and (${way ?? null}::text is null or (x.user_id is null) = (${way ?? null} = 'group'))
     order by ${permissionSorts[sort]} ${sql.raw(order)} nulls last, x.id
     limit ${page.size} offset ${offsetOf(page)}) p on true
   where m.user_id = ${user_id} and m.tenant_id = (select app.tenant_id()))`

/** The grant of a person for a report, with the name of the report. Locks the report: a report and its grants share one version. */
export async function ownGrant(db: Database, { user_id, report_id }: { user_id: string; report_id: string }) {
  const report = await db
    .selectFrom('reports')
    .select('name')
    .where('id', '=', report_id)
    .forUpdate()
    .executeTakeFirst()
  const grant = (await grantsOf(db, report_id)).find((each) => each.user_id === user_id)
  return report && grant && { report: report.name, grant }
}

export type ExplainRow = Omit<ExplainedAccess, 'model_roles'> & { report: string; person: string }

/** The facts that decide about a person and a report. No row if either does not belong to the business unit. */
export const explainQuery = (reportId: string, userId: string): SessionQuery<ExplainRow> => {
  const person = {
    manages: sql`(u.staff is not null or m.profile = 'admin')`,
    edits: sql`('edit_reports' = any(m.toggles))`,
  }
  return sql<ExplainRow>`(
  select r.name as report, u.name as person, u.email, r.row_security, r.ignore_row_security, r.ignore_role, r.hidden,
         ${person.manages} as manages, r.filters, ${filterValues({ id: sql.ref('m.user_id') })} as filter_values,
         coalesce(app.refuse_blocked(u.standing, m.standing, (select app.today())), app.refuse_inactive(u.standing, m.standing),
           app.refuse_trial_ended(m.standing, n.standing, (select app.today())),
           case when m.state = 'D' or m.delete_on <= (select app.today()) then 'deactivated' end) is not null as refused,
         m.shift_id is not null and not app.is_in_shift(m.tenant_id, m.shift_id, now() at time zone z.timezone) as outside_hours,
         app.person_owes_terms(u.id, r.id) as owes_terms, ${isKeptOut(person)} as kept_out,
         coalesce((
           select json_agg(json_build_object('direct', x.user_id is not null, 'group', k.name, 'roles', x.roles, 'identity', x.identity,
                    'identity_value', x.identity_value, 'field_value', ${fieldValue(sql.ref('m.user_id'))},
                    ${customData(sql.ref('m.user_id'))}, 'without_filters', x.without_filters, 'pages', x.pages, 'ends_on', x.ends_on,
                    'ended', not ${isLasting()}) order by x.user_id is null, k.name, x.id)
             from report_grants x left join user_groups k on k.id = x.group_id
            where x.report_id = r.id and (x.user_id = m.user_id or x.group_id in (
              select b.group_id from user_group_members b where b.tenant_id = m.tenant_id and b.user_id = m.user_id))), '[]') as grants
    from reports r
    join memberships m on m.tenant_id = r.tenant_id
    join users u on u.id = m.user_id
    join tenants n on n.id = m.tenant_id
    join settings z on z.tenant_id = m.tenant_id
   where r.id = ${reportId} and m.user_id = ${userId})`
}

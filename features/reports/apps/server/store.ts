import { type Expression, sql } from 'kysely'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains } from '#platform/server/database/list.ts'
import { displayedName } from '#platform/server/database/names.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { granteesIn, grantedGroups, grantedPeople, isGranted } from '#features/people/grantees/server/queries.ts'
import {
  appGrants,
  grantedTo,
  mayOpen,
  mayOpenApp,
  type PageRights,
  pageRights,
  type PersonColumns,
  reportColumns,
} from '#features/reports/access/server/queries.ts'
import { grants as playlistGrants, mayPlayPlaylist } from '#features/reports/playlists/server/queries.ts'
import type { AppIcon, AppSection, appCalls, appColors, readMissingAccess, selectAppContents } from '../contract.ts'

const id = sql.ref('r.id')

const idsIn = (sections: Expression<unknown>, field: 'report_id' | 'playlist_id') => sql`
  select (i->>${sql.lit(field)})::uuid from jsonb_array_elements(${sections}) s cross join jsonb_array_elements(s->'items') i
   where i->>${sql.lit(field)} is not null`

const sections = sql.ref('r.sections')

/** Computed fields of an app `r` (platform/server/resource.ts). */
export const computed = {
  items: sql`(select coalesce(sum(jsonb_array_length(s->'items')), 0)::int from jsonb_array_elements(r.sections) s)`,
  contents: sql`coalesce((
    select json_object_agg(x.id, x.name) from (
      select e.id, e.name from reports e where e.id in (${idsIn(sections, 'report_id')})
      union all
      select p.id, p.name from playlists p where p.id in (${idsIn(sections, 'playlist_id')})) x), '{}')`,
  people: grantedPeople(appGrants, id),
  groups: grantedGroups(appGrants, id),
}

export type Fields = {
  name: string
  description: string | null
  icon: AppIcon
  color: (typeof appColors)[number]
  sections: AppSection[]
}

type AppRecord = Omit<AnswerOf<(typeof appCalls)['read']>, 'can'>

/** The record of one app. */
export const recordQuery = (recordId: string): SessionQuery<AppRecord> => sql<AppRecord>`(
  select r.id, r.name, r.description, r.icon, r.color, r.sections, r.created_at, r.version, ${computed.items} as items,
         ${computed.contents} as contents, ${computed.people} as people, ${computed.groups} as groups
    from apps r where r.id = ${recordId})`

export async function add(db: Database, tenantId: TenantId, { sections, ...fields }: Fields): Promise<string> {
  const made = await db
    .insertInto('apps')
    .values({ tenant_id: tenantId, ...fields, sections: JSON.stringify(sections) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export async function findForUpdate(db: Database, appId: string) {
  const found = await db
    .selectFrom('apps')
    .select(['name', 'description', 'icon', 'color', 'sections', 'version'])
    .where('id', '=', appId)
    .forUpdate()
    .executeTakeFirst()
  return found && { ...found, sections: found.sections as AppSection[] }
}

export async function update(
  db: Database,
  appId: string,
  { sections, ...fields }: { [Field in keyof Fields]?: Fields[Field] | undefined },
): Promise<void> {
  await db
    .updateTable('apps')
    .set((eb) => ({
      ...fields,
      ...(sections && { sections: JSON.stringify(sections) }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', appId)
    .execute()
}

/** The number of these records that are in the business unit. */
export async function count(db: Database, table: 'reports' | 'playlists', ids: string[]): Promise<number> {
  const found = await db
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .executeTakeFirstOrThrow()
  return found.count
}

const appId = sql.ref('a.id')

export const openableQuery = () =>
  queryBuilder
    .selectFrom('apps as a')
    .select([
      'a.id',
      'a.name',
      'a.description',
      sql<AppIcon>`a.icon`.as('icon'),
      sql<Fields['color']>`a.color`.as('color'),
    ])
    .where(mayOpenApp(appId))
    .orderBy(sql`app.plain(a.name)`)
    .limit(500)

/** A report of an app. `name` is the plain name; `shown` is the name in the language of the reader. */
type AppReport = { id: string; name: string; shown: string; rights: PageRights }

export type OpenedApp = Fields & { id: string; reports: AppReport[]; playlists: string[] }

/** The app with its reports and the ids of its playlists that the person may open. */
export const openQuery = (openedId: string): SessionQuery<OpenedApp> => sql<OpenedApp>`(
  select a.id, a.name, a.description, a.icon, a.color, a.sections,
         coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name, 'shown', ${displayedName('r')}, 'rights', ${pageRights()}))
            from reports r where r.id in (${idsIn(sql.ref('a.sections'), 'report_id')}) and ${mayOpen(reportColumns)}), '[]') as reports,
         array(select p.id from playlists p where p.id in (${idsIn(sql.ref('a.sections'), 'playlist_id')}) and ${mayPlayPlaylist(sql.ref('p.id'))}) as playlists
    from apps a
   where a.id = ${openedId} and ${mayOpenApp(appId)})`

/**
 * The reports of the app that some of its readers may not open. Reports with the same grants are one set, and readers who hold the same of
 * these grants are one class. Only sets and classes are compared: reports and readers of a large business unit would be millions of pairs.
 * For each report, the readers who may open it are subtracted from all readers.
 */
export const missingAccessQuery = (checkedId: string): SessionQuery<AnswerOf<typeof readMissingAccess>> => sql<
  AnswerOf<typeof readMissingAccess>
>`(
  with readers as materialized (
    select distinct m.user_id from memberships m join users u on u.id = m.user_id
     where m.profile = 'user' and m.state in ('A', 'T') and u.staff is null and m.user_id in (${granteesIn(appGrants, sql`${checkedId}`)})),
  contained as materialized (
    select r.id, r.name, ${grantedTo(reportColumns)} as grantees
      from apps a join reports r on r.id in (${idsIn(sql.ref('a.sections'), 'report_id')}) where a.id = ${checkedId}),
  sets as materialized (select row_number() over () as set, grantees from contained group by grantees),
  granted as materialized (select set, unnest(grantees) as grantee from sets),
  held as (
    select user_id, array_agg(grantee order by grantee) as grantees
      from (select user_id, user_id as grantee from readers
            union all
            select member.user_id, member.group_id from user_group_members member join readers using (user_id)) holder
     where grantee in (select grantee from granted) group by user_id),
  classes as materialized (
    select row_number() over () as class, held.grantees, count(*)::int as people from readers left join held using (user_id) group by held.grantees),
  opened as materialized (
    select distinct granted.set, holder.class, holder.people
      from granted join (select class, people, unnest(grantees) as grantee from classes) holder using (grantee)),
  counted as (
    select contained.id, contained.name, (select count(*)::int from readers) - coalesce(of_set.people, 0) as people
      from contained join sets using (grantees)
      left join (select set, sum(people)::int as people from opened group by set) of_set using (set)),
  missing as (select * from counted where people > 0)
  select (select coalesce(sum(classes.people), 0)::int
            from classes left join (select class, count(*) as sets from opened group by class) of_class using (class)
           where coalesce(of_class.sets, 0) < (select count(*) from sets)) as people,
         coalesce((select json_agg(missing order by app.plain(name), id) from missing), '[]') as reports
    from apps where id = ${checkedId})`

/** The person of a preview. They manage no reports: administrators are not represented. */
const reader: PersonColumns = {
  id: sql`(select reader.id from reader)`,
  manages: sql`false`,
  today: sql`(select app.today())`,
}

export type PreviewedApp = OpenedApp & { reader: { id: string; name: string } | null }

/**
 * The app with the reports and playlists that its first reader may open. The first one is the first by name among active people without
 * administration to whom the app is granted.
 */
export const previewQuery = (openedId: string): SessionQuery<PreviewedApp> => sql<PreviewedApp>`(
  with reader as (
    select u.id, u.name from memberships m join users u on u.id = m.user_id
     where m.profile = 'user' and m.state in ('A', 'T') and u.staff is null and u.id <> (select app.user_id())
       and ${isGranted(appGrants, sql`${openedId}::uuid`, sql.ref('m.user_id'))}
     order by app.plain(u.name), u.id limit 1)
  select a.id, a.name, a.description, a.icon, a.color, a.sections,
         (select json_build_object('id', reader.id, 'name', reader.name) from reader) as reader,
         coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name, 'shown', ${displayedName('r')}, 'rights', ${pageRights(reader)}))
            from reports r where r.id in (${idsIn(sql.ref('a.sections'), 'report_id')}) and ${mayOpen(reportColumns, reader)}), '[]') as reports,
         array(select p.id from playlists p
                where p.id in (${idsIn(sql.ref('a.sections'), 'playlist_id')}) and ${isGranted(playlistGrants, sql.ref('p.id'), reader.id)}) as playlists
    from apps a
   where a.id = ${openedId})`

/** Number of records in a picker; a more specific search finds the others. */
const choices = 20

type Choice = { value: string; label: string; place: string | null }

export const contentsQuery = ({ kind, search }: InputOf<typeof selectAppContents>): SessionQuery<Choice> =>
  kind === 'report'
    ? sql<Choice>`(
        select r.id as value, r.name as label, g.name || ' › ' || s.name as place
          from reports r join report_subgroups s on s.id = r.subgroup_id join report_groups g on g.id = s.group_id
         where ${contains(sql`r.name`, search)} order by r.sort_name, r.id limit ${choices})`
    : sql<Choice>`(
        select p.id as value, p.name as label, null as place from playlists p
         where ${contains(sql`p.name`, search)} order by app.plain(p.name), p.id limit ${choices})`

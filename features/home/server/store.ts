import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { mayOpen, reportColumns } from '#features/reports/access/server/reads.ts'
import type { ShownTag } from '#features/tags/contract.ts'
import { isTagged, isTaggedLike } from '#features/tags/server/reads.ts'
import type { listAllReports, readMenu, readShelves, selectReports } from '../contract.ts'

/** Number of reports on a shelf. */
const shelfLength = 12

const isOpenable = mayOpen(reportColumns)

export type Card = {
  id: string
  name: string
  description: string | null
  cover: string | null
  group: string
  subgroup: string
  subgroup_id: string
  favourite: boolean
}

const card = sql`r.id, r.name, r.description, r.cover, g.name as group, s.name as subgroup, s.id as subgroup_id, f.report_id is not null as favourite`

const favourites = sql`left join favourites f on f.report_id = r.id and f.user_id = (select app.user_id())`
const ownFavourites = sql`select b.report_id from favourites b where b.user_id = (select app.user_id())`

const from = sql`
  reports r
  join report_subgroups s on s.id = r.subgroup_id
  join report_groups g on g.id = s.group_id
  ${favourites}`

export type ShelfRow = Card & { shelf: 'latest' | 'favourites' | 'recent' | 'most_used'; at: Date }

/** On phones and in the installed web app: only the reports that are offered there. */
const isOffered = (app: boolean | undefined) => (app ? sql<boolean>`(${isOpenable} and r.show_on_app)` : isOpenable)

/** The days whose views decide about the shelf of the most used reports. */
const usedDays = 30

/** The four shelves as one list. A report stands on one shelf only: favourites first, then recent, most used, latest. */
export const shelvesQuery = ({ app }: InputOf<typeof readShelves>): SessionQuery<ShelfRow> => sql<ShelfRow>`(
  with favourite_shelf as (
    select 'favourites' as shelf, ${card}, f.created_at as at from ${from}
     where f.report_id is not null and ${isOffered(app)} order by r.sort_name, r.id limit ${shelfLength}),
  recent_shelf as (
    select 'recent' as shelf, ${card}, v.at from ${from}
     join (select report_id, max(at) as at from report_views where user_id = (select app.user_id()) and event = 'opened' group by report_id) v
       on v.report_id = r.id
    where ${isOffered(app)} and r.id not in (select id from favourite_shelf) order by v.at desc, r.id limit ${shelfLength}),
  most_used_shelf as (
    select 'most_used' as shelf, ${card}, v.at from ${from}
     join (select report_id, count(*) as views, max(at) as at from report_views
            where event = 'opened' and at > now() - make_interval(days => ${usedDays}) group by report_id) v
       on v.report_id = r.id
    where ${isOffered(app)} and r.id not in (select id from favourite_shelf union all select id from recent_shelf)
    order by v.views desc, r.sort_name, r.id limit ${shelfLength}),
  latest_shelf as (
    select 'latest' as shelf, ${card}, r.created_at as at from ${from}
     where ${isOffered(app)} and r.id not in (select id from favourite_shelf union all select id from recent_shelf union all select id from most_used_shelf)
     order by r.created_at desc, r.id limit ${shelfLength})
  select * from favourite_shelf union all select * from recent_shelf union all select * from most_used_shelf
  union all select * from latest_shelf
)`

const sorts: Record<InputOf<typeof listAllReports>['sort'], RawBuilder<unknown>> = {
  name: sql`r.sort_name`,
  group: plain('g.name'),
  created_at: sql`r.created_at`,
}

/**
 * A page of the reports that the person may open; each row has the total count. Unless it sorts by group, the inner query reads `reports`
 * only, so that the joins run for the rows of the page.
 */
export function reportsQuery(
  options: InputOf<typeof listAllReports>,
): SessionQuery<Card & { created_at: Date; total: number }> {
  const order = sql`${sorts[options.sort]} ${sql.raw(options.order)}, r.sort_name, r.id`
  const places = sql`join report_subgroups s on s.id = r.subgroup_id join report_groups g on g.id = s.group_id`
  return sql`(
    select ${card}, r.created_at, r.total
      from (
        select r.id, r.name, r.sort_name, r.description, r.cover, r.subgroup_id, r.created_at, count(*) over ()::int as total
          from reports r ${options.sort === 'group' ? places : sql``}
         where ${sql.join(conditionsOf(options), sql` and `)}
         order by ${order}
         limit ${options.size} offset ${offsetOf(options)}) r
      ${places}
      ${favourites}
     order by ${order}
  )`
}

function conditionsOf({ search, group_id, subgroup_id, tag_id, favourite, app }: InputOf<typeof listAllReports>) {
  return [
    isOffered(app),
    ...(search ? [sql`(${sql.join(matches(search), sql` or `)})`] : []),
    ...(group_id ? [sql`r.subgroup_id in (select b.id from report_subgroups b where b.group_id = ${group_id})`] : []),
    ...(subgroup_id ? [sql`r.subgroup_id = ${subgroup_id}`] : []),
    ...(tag_id ? [isTagged(tag_id)] : []),
    ...(favourite === undefined ? [] : [sql`(r.id in (${ownFavourites})) = ${favourite}`]),
  ]
}

/** Conditions of a search: name, description, group, subgroup and tags. */
const matches = (search: string) => [
  contains(sql`r.name`, search),
  contains(sql`coalesce(r.description, '')`, search),
  sql`r.subgroup_id in (select s.id from report_subgroups s join report_groups g on g.id = s.group_id
       where ${contains(sql`concat_ws(' ', g.name, s.name)`, search)})`,
  isTaggedLike(search),
]

export const usedTagsQuery = (): SessionQuery<ShownTag> => sql<ShownTag>`(
  select t.id, t.name, t.color from tags t
   where t.id in (select x.tag_id from report_tags x join reports r on r.id = x.report_id where ${isOpenable})
   order by app.plain(t.name))`

/** One row per report that the person may open, in the order of the menu. Empty groups do not appear. */
export const menuQuery = ({ app }: InputOf<typeof readMenu>) =>
  queryBuilder
    .selectFrom('reports as r')
    .innerJoin('report_subgroups as s', 's.id', 'r.subgroup_id')
    .innerJoin('report_groups as g', 'g.id', 's.group_id')
    .leftJoin('favourites as f', (join) =>
      join.onRef('f.report_id', '=', 'r.id').on('f.user_id', '=', sql<string>`(select app.user_id())`),
    )
    .innerJoin('settings as t', 't.tenant_id', 'r.tenant_id')
    .select([
      'g.id as group_id',
      'g.name as group_name',
      'g.icon as group_icon',
      's.id as subgroup_id',
      's.name as subgroup_name',
      'r.id',
      'r.name',
      'r.cover',
      't.show_report_menu',
      't.show_report_name',
      sql<boolean>`f.report_id is not null`.as('favourite'),
    ]) // prettier-ignore
    .where(isOffered(app))
    .orderBy('g.position')
    .orderBy(plain('g.name'))
    .orderBy('s.position')
    .orderBy(plain('s.name'))
    .orderBy(sql`r.position nulls last`)
    .orderBy('r.sort_name')

/** Number of reports in a picker, each with its pages; the user narrows the search to find others. */
const selectSize = 20

/** A home page is chosen among visible reports. Managers choose hidden ones for everything else. */
export function selectQuery({ search, for: purpose }: InputOf<typeof selectReports>) {
  return queryBuilder
    .selectFrom('reports as r')
    .innerJoin('report_subgroups as s', 's.id', 'r.subgroup_id')
    .innerJoin('report_groups as g', 'g.id', 's.group_id')
    .select(['r.id as value', 'r.name as label', 'g.name as group', 's.name as subgroup'])
    .where(isOpenable)
    .where(purpose === 'home' ? sql<boolean>`not r.hidden` : sql<boolean>`true`)
    .where(contains(sql`r.name`, search))
    .orderBy('r.sort_name')
    .orderBy('r.id')
    .limit(selectSize)
}

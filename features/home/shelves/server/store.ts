import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, containsPlain, offsetOf } from '#platform/server/database/list.ts'
import {
  computedSortName,
  searchedName,
  searchedSortName,
  displayedName,
  displayedSortName,
} from '#platform/server/database/names.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { mayOpen, reportColumns } from '#features/reports/access/server/queries.ts'
import { lastUpdateColumns, lastUpdateJoin } from '#features/reports/datasets/server/queries.ts'
import { outlineColumn, outlineJoin } from '#features/reports/library/server/queries.ts'
import type { ReportOutline } from '#features/reports/library/contract.ts'
import type { ShownTag } from '#features/reports/tags/contract.ts'
import { isTagged, isTaggedLike } from '#features/reports/tags/server/queries.ts'
import type { listAllReports, readMenu, readShelves, selectReports } from '../contract.ts'

/** Number of reports on a shelf. */
const shelfLength = 12

const isOpenable = mayOpen(reportColumns)

export type Card = {
  id: string
  name: string
  description: string | null
  cover: string | null
  outline: ReportOutline | null
  group: string
  subgroup: string
  subgroup_id: string
  favourite: boolean
  last_update: Date | null
  is_stale: boolean
}

/** The name in the language of the reader. Lists are ordered and searched by it. */
const name = displayedName('r')
const sortName = displayedSortName('r')
const group = displayedName('g')
const subgroup = displayedName('s')
const sortGroup = computedSortName('g')

const card = sql`r.id, ${name} as name, r.description, r.cover, ${outlineColumn} as outline, ${group} as group, ${subgroup} as subgroup, s.id as subgroup_id, f.report_id is not null as favourite`

const favourites = sql`left join favourites f on f.report_id = r.id and f.user_id = (select app.user_id())`
const ownFavourites = sql`select b.report_id from favourites b where b.user_id = (select app.user_id())`

const from = sql`
  reports r
  join report_subgroups s on s.id = r.subgroup_id
  join report_groups g on g.id = s.group_id
  ${favourites}
  ${outlineJoin}`

export type ShelfRow = Card & { shelf: 'latest' | 'favourites' | 'recent' | 'granted' | 'most_used'; at: Date }

/** Condition: the report is offered on phones and in the installed web app, if the caller is one of them. */
const isOffered = (app: boolean | undefined) => (app ? sql<boolean>`(${isOpenable} and r.show_on_app)` : isOpenable)

/** Number of days whose views count for the shelf of the most used reports. */
const usedDays = 30

/** Number of days for which a granted report that the person has not opened is on a shelf of its own. */
const grantedDays = 30

/**
 * The five shelves as one list. The latest reports are on their shelf whatever else they are: the page leaves out those that it shows
 * above. Of the other shelves a report is on one only: favourites first, then recent, granted, most used.
 */
export const shelvesQuery = ({ app }: InputOf<typeof readShelves>): SessionQuery<ShelfRow> => sql<ShelfRow>`(
  with favourite_shelf as (
    select 'favourites' as shelf, ${card}, f.created_at as at from ${from}
     where f.report_id is not null and ${isOffered(app)} order by ${sortName}, r.id limit ${shelfLength}),
  recent_shelf as (
    select 'recent' as shelf, ${card}, v.at from ${from}
     join (select report_id, max(at) as at from report_views where user_id = (select app.user_id()) and event = 'opened' group by report_id) v
       on v.report_id = r.id
    where ${isOffered(app)} and r.id not in (select id from favourite_shelf) order by v.at desc, r.id limit ${shelfLength}),
  granted_shelf as (
    select 'granted' as shelf, ${card}, v.at from ${from}
     join (select a.report_id, max(a.created_at) as at from (
             select report_id, created_at from report_grants where user_id = (select app.user_id())
             union all
             select x.report_id, x.created_at from user_group_members m
               join report_grants x on x.tenant_id = m.tenant_id and x.group_id = m.group_id
              where m.user_id = (select app.user_id())) a
            where a.created_at > now() - make_interval(days => ${grantedDays})
            group by a.report_id) v
       on v.report_id = r.id
    where ${isOffered(app)} and f.report_id is null
      and not exists (select from report_views o where o.report_id = r.id and o.user_id = (select app.user_id()) and o.event = 'opened')
    order by v.at desc, ${sortName}, r.id limit ${shelfLength}),
  most_used_shelf as (
    select 'most_used' as shelf, ${card}, v.at from ${from}
     join (select report_id, count(*) as views, max(at) as at from report_views
            where event = 'opened' and at > now() - make_interval(days => ${usedDays}) group by report_id) v
       on v.report_id = r.id
    where ${isOffered(app)} and r.id not in (select id from favourite_shelf union all select id from recent_shelf union all select id from granted_shelf)
    order by v.views desc, ${sortName}, r.id limit ${shelfLength}),
  latest_shelf as (
    select 'latest' as shelf, ${card}, r.created_at as at from ${from}
     where ${isOffered(app)} order by r.created_at desc, r.id limit ${shelfLength})
  select shelf.*, ${lastUpdateColumns}
    from (select one.*, row_number() over () as place
            from (select * from favourite_shelf union all select * from recent_shelf union all select * from granted_shelf
                  union all select * from most_used_shelf
                  union all select * from latest_shelf) one) shelf
    join reports r on r.id = shelf.id
    ${lastUpdateJoin}
   order by shelf.place
)`

const sorts: Record<InputOf<typeof listAllReports>['sort'], RawBuilder<unknown>> = {
  name: sortName,
  group: sortGroup,
  created_at: sql`r.created_at`,
}

export type ListedReport = Card & { created_at: Date; total: number }

/**
 * A page of the reports that the person may open; each row has the total count. Unless it sorts by group, the inner query reads `reports`
 * only, so that the joins run for the rows of the page.
 */
export function reportsQuery(options: InputOf<typeof listAllReports>): SessionQuery<ListedReport> {
  const sort = sorts[options.sort]
  const byName = sort === sortName ? sql`` : sql`, ${sortName}`
  const order = sql`${sort} ${sql.raw(options.order)}${byName}, r.id`
  const places = sql`join report_subgroups s on s.id = r.subgroup_id join report_groups g on g.id = s.group_id`
  return sql`(
    select ${card}, r.created_at, r.total, ${lastUpdateColumns}
      from (
        select r.id, r.tenant_id, r.service_report_id, r.name, r.names, r.sort_name, r.description, r.cover, r.subgroup_id, r.created_at, r.workspace_id, r.service_dataset_id, r.show_last_update, count(*) over ()::int as total
          from reports r ${options.sort === 'group' ? places : sql``}
         where ${sql.join(conditionsOf(options), sql` and `)}
         order by ${order}
         limit ${options.size} offset ${offsetOf(options)}) r
      ${places}
      ${favourites}
      ${outlineJoin}
      ${lastUpdateJoin}
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

/** Condition of a search in name, description, group, subgroup and tags. */
const matches = (search: string) => [
  containsPlain(searchedSortName('r'), search),
  contains(sql`coalesce(r.description, '')`, search),
  sql`r.subgroup_id in (select s.id from report_subgroups s join report_groups g on g.id = s.group_id
       where ${contains(sql`concat_ws(' ', ${searchedName('g')}, ${searchedName('s')})`, search)})`,
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
      'g.icon as group_icon',
      's.id as subgroup_id',
      'r.id',
      'r.cover',
      't.show_report_menu',
      't.show_report_name',
      sql<boolean>`f.report_id is not null`.as('favourite'),
      group.as('group_name'),
      subgroup.as('subgroup_name'),
      name.as('name'),
    ])
    .where(isOffered(app))
    .orderBy('g.position')
    .orderBy(sortGroup)
    .orderBy('s.position')
    .orderBy(computedSortName('s'))
    .orderBy(sql`r.position nulls last`)
    .orderBy(sortName)

/** Number of reports in a picker, each with its pages; the user narrows the search to find others. */
const selectSize = 20

/** The reports of a picker. A home page is chosen among visible reports; for every other purpose managers choose hidden ones too. */
export function selectQuery({ search, id, for: purpose }: InputOf<typeof selectReports>) {
  return queryBuilder
    .selectFrom('reports as r')
    .innerJoin('report_subgroups as s', 's.id', 'r.subgroup_id')
    .innerJoin('report_groups as g', 'g.id', 's.group_id')
    .select(['r.id as value', name.as('label'), group.as('group'), subgroup.as('subgroup')])
    .where(isOpenable)
    .where(purpose === 'home' ? sql<boolean>`not r.hidden` : sql<boolean>`true`)
    .where(purpose === 'export' ? sql<boolean>`r.export` : sql<boolean>`true`)
    .where(id === undefined ? containsPlain(searchedSortName('r'), search) : sql<boolean>`r.id = ${id}`)
    .orderBy(sortName)
    .orderBy('r.id')
    .limit(selectSize)
}

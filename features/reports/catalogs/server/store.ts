import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { isOpen } from '#platform/server/jobs/closed-units.ts'
import { hold } from '#platform/server/database/hold.ts'
import { contains, containsPlain, offsetOf, plain, totalOf } from '#platform/server/database/list.ts'
import {
  nameInEach,
  searchedName,
  displayedName,
  displayedSortName,
  displayedText,
  searchedSortName,
} from '#platform/server/database/names.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import { identityFields } from '#features/organisation/custom-fields/server/queries.ts'
import { isGranted, knownRoles, pagesProtected, reportColumns } from '#features/reports/access/server/queries.ts'
import type { ReportOutline } from '#features/reports/library/contract.ts'
import { outlineColumn, outlineJoin } from '#features/reports/library/server/queries.ts'
import type { RequestState, listCatalog, listRequests } from '../contract.ts'

const inCatalog = sql<boolean>`(r.show_on_catalog and not r.hidden)`
const manages = sql<boolean>`(select app.manages_reports())`

type OwnRequest = {
  id: string
  state: RequestState
  reason: string
  answer: string | null
  created_at: string
  settled_at: string | null
}

export type CatalogRow = {
  id: string
  name: string
  description: string | null
  cover: string | null
  outline: ReportOutline | null
  group: string
  subgroup: string
  owner: string | null
  may_open: boolean
  request: OwnRequest | null
  waiting: number | null
  total: number
}

/** The newest request of the person for the report `r`, unless it was withdrawn. */
const ownRequest = sql`(
  select json_build_object('id', q.id, 'state', q.state, 'reason', q.reason, 'answer', q.answer, 'created_at', q.created_at,
                           'settled_at', q.settled_at)
    from access_requests q
   where q.report_id = r.id and q.user_id = (select app.user_id())
   order by q.created_at desc, q.id desc limit 1)`

const hasOwnRequest = sql<boolean>`r.id in (
  select q.report_id from access_requests q where q.user_id = (select app.user_id()) and q.state in ('waiting', 'denied'))`

/** The name of the report in the language of the reader. */
const name = displayedName('r')
const sortName = displayedSortName('r')
const [group, subgroup] = [displayedName('g'), displayedName('s')]
const description = sql`coalesce(${displayedText('r.catalog_descriptions', 'r.catalog_description')}, r.description)`

/** A page of the catalog. Readers get the reports that are not granted to them; managers get all. */
export function catalogQuery({ search, asked, ...options }: InputOf<typeof listCatalog>): SessionQuery<CatalogRow> {
  const order = options.sort === 'name' ? sortName : sql`r.created_at`
  const conditions = [
    inCatalog,
    sql`(${manages} or not ${isGranted(reportColumns)})`,
    ...(asked === undefined ? [] : [sql`(${hasOwnRequest}) = ${asked}`]),
    ...(search
      ? [
          sql`(${containsPlain(searchedSortName('r'), search)} or ${contains(sql`coalesce(${description}, '')`, search)}
               or ${contains(sql`concat_ws(' ', ${searchedName('g')}, ${searchedName('s')})`, search)})`,
        ]
      : []),
  ]
  return sql<CatalogRow>`(
    select r.id, ${name} as name, ${description} as description, r.cover, ${outlineColumn} as outline, ${group} as group, ${subgroup} as subgroup,
           (select u.name from users u where u.id = r.added_by) as owner, ${manages} as may_open, ${ownRequest} as request,
           case when ${manages} then (
             select count(*)::int from access_requests q where q.report_id = r.id and q.state = 'waiting') end as waiting,
           count(*) over ()::int as total
      from reports r
      join report_subgroups s on s.id = r.subgroup_id
      join report_groups g on g.id = s.group_id
      ${outlineJoin}
     where ${sql.join(conditions, sql` and `)}
     order by ${order} ${sql.raw(options.order)}, ${sortName}, r.id
     limit ${options.size} offset ${offsetOf(options)})`
}

const rowQuery = (db: Database = queryBuilder) =>
  db
    .selectFrom('access_requests as q')
    .innerJoin('reports as r', 'r.id', 'q.report_id')
    .innerJoin('users as u', 'u.id', 'q.user_id')
    .select([
      'q.id',
      'u.name',
      'u.email',
      'q.report_id',
      'r.name as report',
      nameInEach('r').as('report_in_each'),
      sql<RequestState>`q.state`.as('state'),
      'q.reason',
      'q.answer',
      sql<string | null>`(select d.name from users d where d.id = q.decided_by)`.as('decided_by'),
      'q.created_at',
      'q.settled_at',
    ])

const sorts: Record<InputOf<typeof listRequests>['sort'], RawBuilder<unknown>> = {
  created_at: sql`q.created_at`,
  name: plain('u.name'),
  report: sql`r.sort_name`,
}

export function requestsQuery({ search, state, ...options }: InputOf<typeof listRequests>) {
  const searchConditions = ['u.name', 'u.email', 'r.name', 'q.reason'].map((column) =>
    contains(sql.ref(column), search),
  )
  const matches = rowQuery().where(
    sql<boolean>`(${state ? sql`q.state = ${state}` : sql`true`} and ${search ? sql`(${sql.join(searchConditions, sql` or `)})` : sql`true`})`,
  )
  return matches
    .select(totalOf(matches).as('total'))
    .orderBy(sorts[options.sort], options.order)
    .orderBy('q.id')
    .limit(options.size)
    .offset(offsetOf(options))
}

export const requestQuery = (id: string) =>
  rowQuery()
    .select([
      'q.user_id',
      'u.staff',
      sql<
        string | null
      >`(select m.profile from memberships m where m.tenant_id = q.tenant_id and m.user_id = q.user_id)`.as('profile'),
      'r.row_security',
      'r.ignore_row_security',
      'r.ignore_role',
      sql<boolean>`r.filters <> '[]'`.as('has_filters'),
      pagesProtected.as('pages_protected'),
      knownRoles.as('known_roles'),
      identityFields.as('identity_fields'),
    ])
    .where('q.id', '=', id)

/** A report of the catalog; `granted`: the person may open it already. Undefined for any other report. */
export async function findInCatalog(db: Database, reportId: string) {
  return db
    .selectFrom('reports as r')
    .select([
      'r.id',
      'r.name',
      nameInEach('r').as('name_in_each'),
      sql<boolean>`(${manages} or ${isGranted(reportColumns)})`.as('granted'),
    ])
    .where('r.id', '=', reportId)
    .where(inCatalog)
    .executeTakeFirst()
}

/** Whether the person is a member of the business unit. Staff are not, so no report can be granted to them. */
export async function isMember(db: Database): Promise<boolean> {
  const found = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('user_id', '=', sql<string>`app.user_id()`)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The number of requests of the person in the last hour, including withdrawn ones. A lock per person serializes parallel requests, so that
 * all are counted.
 */
export async function requestsOfHour(db: Database, userId: string): Promise<number> {
  await hold(db, `access requests of ${userId}`)
  const { count } = await db
    .selectFrom('access_requests')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return count
}

export async function add(
  db: Database,
  actor: Actor,
  { report_id, reason }: { report_id: string; reason: string },
): Promise<string> {
  const { id } = await db
    .insertInto('access_requests')
    .values({ tenant_id: tenantOf(actor), user_id: actor.userId, report_id, reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The id of the report that a request is for. */
export async function reportOf(db: Database, id: string): Promise<string | undefined> {
  const found = await db.selectFrom('access_requests').select('report_id').where('id', '=', id).executeTakeFirst()
  return found?.report_id
}

/** Locks the request and its report. */
export async function findForUpdate(db: Database, id: string) {
  return db
    .selectFrom('access_requests as q')
    .innerJoin('reports as r', 'r.id', 'q.report_id')
    .innerJoin('users as u', 'u.id', 'q.user_id')
    .select(['q.id', 'q.user_id', 'q.report_id', 'q.state', 'u.name as person', 'r.name as report'])
    .select(nameInEach('r').as('report_in_each'))
    .select(['r.row_security', 'r.ignore_row_security', 'r.ignore_role'])
    .where('q.id', '=', id)
    .forUpdate(['q', 'r'])
    .executeTakeFirst()
}

type Settled = { state: RequestState; answer?: string | null; ends_on?: string | null; decided_by?: string | null }

export async function settle(db: Database, id: string, settled: Settled): Promise<void> {
  await db
    .updateTable('access_requests')
    .set({ ...settled, settled_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** The name of the person of the session. */
export async function nameOf(db: Database): Promise<string> {
  const { name } = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', sql<string>`app.user_id()`)
    .executeTakeFirstOrThrow()
  return name
}

/** The present day of the business unit. */
export async function today(db: Database): Promise<string> {
  const { day } = await db.selectNoFrom(sql<string>`app.today()::text`.as('day')).executeTakeFirstOrThrow()
  return day
}

const isDue = (after: { hours: number }) =>
  sql<boolean>`(q.state = 'waiting' and q.reminded_at is null
    and q.created_at < now() - make_interval(hours => ${after.hours}))`

/** Business units with a request that waits for too long. The statement runs across tenants. */
export async function unitsWithDue(db: Database, after: { hours: number }): Promise<string[]> {
  const found = await db
    .selectFrom('access_requests as q')
    .select('q.tenant_id')
    .distinct()
    .where(isDue(after))
    .where(isOpen('q.tenant_id'))
    .execute()
  return found.map(({ tenant_id }) => tenant_id)
}

/** Marks the requests that wait for too long as reminded, and returns them. */
export async function remind(db: Database, after: { hours: number }) {
  const due = await db
    .updateTable('access_requests as q')
    .set({ reminded_at: sql<Date>`now()` })
    .where(isDue(after))
    .returning('q.id')
    .execute()
  if (due.length === 0) return []
  return rowQuery(db)
    .where(
      'q.id',
      'in',
      due.map(({ id }) => id),
    )
    .execute()
}

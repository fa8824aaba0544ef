import { type RawBuilder, sql } from 'kysely'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { listReportsPerUser, listUsersPerReport } from '../contract.ts'

type Options = InputOf<typeof listUsersPerReport> | InputOf<typeof listReportsPerUser>
export type ReaderRow = AnswerOf<typeof listUsersPerReport>['data'][number] & { total: number }

const sortColumns: Record<Options['sort'], RawBuilder<unknown>> = {
  report: plain('o.report'),
  person: plain('o.person'),
  email: sql`o.email`,
  place: plain('o.place'),
}

/** The other column that orders rows with the same value. */
const then = (sort: Options['sort']) =>
  sort === 'report' || sort === 'place' ? sortColumns.person : sortColumns.report

/** Active people only. The direct grant of a person counts before those of their groups. */
export const readersQuery = ({ search, sort, order, way, opens, ...page }: Options) => sql<ReaderRow>`(
  with granted as (
    select x.report_id, x.user_id, true as direct, null::text as name from report_grants x where x.user_id is not null
    union all
    select x.report_id, k.user_id, false, g.name
      from report_grants x
      join user_groups g on g.tenant_id = x.tenant_id and g.id = x.group_id
      join user_group_members k on k.tenant_id = g.tenant_id and k.group_id = g.id
  ), held as (
    select report_id, user_id, bool_or(direct) as direct,
           coalesce(array_agg(name order by name) filter (where name is not null), '{}') as groups
      from granted group by report_id, user_id
  ), opening as (
    select r.id || ' ' || u.id as id, r.id as report_id, r.name as report, g.name || ' › ' || s.name as place,
           u.id as user_id, u.name as person, u.email,
           case when m.profile = 'admin' then 'manager' when h.direct then 'direct' else 'group' end as way,
           coalesce(h.groups, '{}') as groups, m.profile = 'admin' or not r.hidden as opens
      from reports r
      join report_subgroups s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id
      join report_groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
      join memberships m on m.tenant_id = r.tenant_id and m.state in ('A', 'T')
      join users u on u.id = m.user_id
      left join held h on h.report_id = r.id and h.user_id = u.id
     where h.user_id is not null or m.profile = 'admin'
  )
  select o.*, count(*) over ()::int as total from opening o
   where ${contains(sql`o.report || ' ' || o.place || ' ' || o.person || ' ' || o.email`, search)}
     and (${way ?? null}::text is null or o.way = ${way ?? null})
     and (${opens ?? null}::boolean is null or o.opens = ${opens ?? null})
   order by ${sortColumns[sort]} ${sql.raw(order)}, ${then(sort)}, o.id
   limit ${page.size} offset ${offsetOf(page)})`

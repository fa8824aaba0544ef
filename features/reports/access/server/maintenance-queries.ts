// Whether the maintenance of a report keeps a person out, now or soon. Alias `r` is `reports`.
import { type RawBuilder, sql } from 'kysely'

/** The occurrences of windows `w` that concern report `r`, for a `from` clause. */
const ofReport = sql`maintenance_occurrences o
  join maintenance_windows w on w.tenant_id = o.tenant_id and w.id = o.window_id
 where o.tenant_id = r.tenant_id
   and ((w.report_ids = '{}' and w.group_ids = '{}') or r.id = any(w.report_ids) or exists (
     select from report_subgroups b where b.tenant_id = r.tenant_id and b.id = r.subgroup_id and b.group_id = any(w.group_ids)))`

/** Who may open the report during its present maintenance: the strictest window counts. Null: no maintenance. */
export const presentPassing: RawBuilder<string | null> = sql<string | null>`(
  select w.passes from ${ofReport} and o.starts_at <= now() and o.ends_at > now()
   order by case w.passes when 'nobody' then 0 when 'managers' then 1 else 2 end limit 1)`

/** The time at which the next maintenance begins; null: none in the next day. */
export const nextStart: RawBuilder<Date | null> = sql<Date | null>`(
  select min(o.starts_at) from ${ofReport} and o.starts_at > now() and o.starts_at < now() + interval '1 day')`

/** Whether maintenance keeps a person of a query out. It decides the same as `mayPass` of rules.ts. */
export const isKeptOut = (person: { manages: RawBuilder<unknown>; edits: RawBuilder<unknown> }): RawBuilder<boolean> =>
  sql<boolean>`coalesce(case ${presentPassing} when 'nobody' then true when 'managers' then not ${person.manages}
    when 'editors' then not (${person.manages} or (r.allow_edit and ${person.edits})) end, false)`

// When the data of a report were refreshed, as parts of a query of `reports r` and `settings t`.
import { sql } from 'kysely'

/**
 * Condition: people see when the data of `r` were refreshed. Of the settings of the business unit `t`, only the one for all reports
 * outweighs the report's own.
 */
export const showsLastUpdate = sql<boolean>`(t.force_last_update or (t.show_last_update and r.show_last_update))`

/** The time of the last completed refresh that the portal knows, and whether a later one failed. They need `lastUpdateJoin`. */
export const lastUpdateColumns = sql`refreshed.at as last_update, coalesce(refreshed.is_stale, false) as is_stale`

/** Joins the last completed refresh of `r` where people see it. It runs for each row, so it belongs to the rows of a page only. */
export const lastUpdateJoin = sql`
  left join lateral (
    select x.ended_at as at,
           exists (select from dataset_refreshes y
                    where y.tenant_id = x.tenant_id and y.dataset_id = x.dataset_id and y.started_at > x.started_at
                      and y.state in ('failed', 'refused')) as is_stale
      from settings t
      join datasets d on d.tenant_id = t.tenant_id and d.workspace_id = r.workspace_id and d.service_id = r.service_dataset_id
      join dataset_refreshes x on x.tenant_id = d.tenant_id and x.dataset_id = d.id and x.state = 'completed'
     where t.tenant_id = r.tenant_id and ${showsLastUpdate}
     order by x.started_at desc, x.id desc
     limit 1) refreshed on true`

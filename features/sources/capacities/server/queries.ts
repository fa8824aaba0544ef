// The hours and the costs of capacities, for ./store.ts and for other nouns. Conditions and expressions name the capacity `c`, its period
// `p`, the settings of its business unit `t` and the span of a month `m`.
import { type RawBuilder, sql } from 'kysely'

/** The time zone of the schedule: that of the capacity, otherwise that of the business unit. */
export const zone = sql<string>`coalesce(c.timezone, t.timezone, 'America/Sao_Paulo')`

/** The span of a month in the time zone of the capacity; `month` is its first day. */
export const spanOf = (month: RawBuilder<unknown>) => sql`(
  select ${month}::timestamp at time zone ${zone} as since, (${month}::timestamp + interval '1 month') at time zone ${zone} as until)`

/** Condition: a period of the capacity lies in the span, at least in part. */
export const ranIn = sql`p.capacity_id = c.id and p.started_at < m.until and coalesce(p.ended_at, now()) > m.since`

/** The hours of the periods inside of the span. */
export const hours = sql`(extract(epoch from sum(least(coalesce(p.ended_at, now()), m.until) - greatest(p.started_at, m.since))) / 3600)`

export type UnitCapacityCost = {
  month: string
  id: string
  name: string
  size: string
  hours: number
  currency: string
  price: string | null
  amount: string | null
}

/**
 * The hours of the capacities of the session's business unit by month and size, with their costs in the currency of each capacity. `months`
 * selects the first day of each month as `month`. A capacity of the partner is not the unit's. PostgreSQL rounds half a cent away from zero.
 */
export const unitCapacityCosts = (months: RawBuilder<unknown>): RawBuilder<UnitCapacityCost> => sql<UnitCapacityCost>`(
  select to_char(o.month, 'YYYY-MM') as month, c.id, c.name, r.size, r.hours::float8 as hours, c.currency, x.price::text as price,
         round(r.hours * x.price, 2)::text as amount
    from capacities c
    left join settings t on t.tenant_id = c.tenant_id
   cross join (${months}) o
   cross join lateral ${spanOf(sql`o.month`)} m
   cross join lateral (select p.size, ${hours}::numeric as hours from capacity_periods p where ${ranIn} group by p.size) r
    left join lateral (select (e->>'price')::numeric as price from jsonb_array_elements(c.prices) e
                        where e->>'size' = r.size limit 1) x on true
   where c.tenant_id = (select app.tenant_id()))`

// Questions of tickets: the rules of their business unit, and the working time by them.
import { type RawBuilder, sql } from 'kysely'
import type { Interval } from '#platform/contract/week.ts'
import type { OwnDay, Target } from '../contract.ts'
import type { Calendar } from './business-time.ts'
import type { Holiday } from '#platform/server/holidays.ts'

export { type Calendar, dueAt, nextWorkingTime, type Span, workingMs } from './business-time.ts'

export type ServiceRules = {
  /** Changes with the rules and with the time zone. */
  stamp: string
  timezone: string
  hours: Interval[]
  holidays: Holiday[]
  own_days: OwnDay[]
  targets: Record<Target, number | null>
}

const zone = sql`coalesce(st.timezone, 'America/Sao_Paulo')`
const stamp = sql`(sl.version || ' ' || ${zone})`

/** Selects the rules of a business unit as JSON; null: it has none. Example: `select ${rulesOf(sql`t.tenant_id`)} as rules from …`. */
export const rulesOf = (tenantId: RawBuilder<unknown>): RawBuilder<ServiceRules | null> => sql`(
  select json_build_object(
           'stamp', ${stamp}, 'timezone', ${zone}, 'hours', sl.hours, 'holidays', sl.holidays, 'own_days', sl.own_days, 'targets', to_json(sl))
    from service_levels sl left join settings st on st.tenant_id = sl.tenant_id where sl.tenant_id = ${tenantId})`

/** Selects the stamp of the rules of a business unit; null: it has none. */
export const stampOf = (tenantId: RawBuilder<unknown>): RawBuilder<string | null> => sql`(
  select ${stamp} from service_levels sl left join settings st on st.tenant_id = sl.tenant_id where sl.tenant_id = ${tenantId})`

export const calendarOf = ({ timezone, hours, holidays, own_days }: ServiceRules): Calendar => ({
  timezone,
  hours,
  closedDays: new Set([...holidays, ...own_days].map(({ day }) => day)),
})

const hourMs = 3_600_000

/** The targets of a priority in milliseconds of working time; null: no target. */
export function targetsOf({ targets }: ServiceRules, priority: 'low' | 'medium' | 'high') {
  const msOf = (hours: number | null) => (hours === null ? null : hours * hourMs)
  return { firstAnswer: msOf(targets[`${priority}_first_answer`]), resolution: msOf(targets[`${priority}_resolution`]) }
}

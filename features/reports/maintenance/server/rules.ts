// Computes the instants of a maintenance window from its local times. Pure functions, no I/O.
import { DateTime } from 'luxon'
import { localInstant } from '#platform/server/local-instant.ts'

export type MaintenancePlan = {
  recurrence: 'once' | 'weekly'
  first_day: string
  last_day: string | null
  days: readonly number[]
  from_time: string
  to_time: string
}

export type Occurrence = { starts_at: Date; ends_at: Date }

/** Days ahead for which the occurrences of a weekly window are stored. */
export const plannedDays = 60

/**
 * The occurrences that end after `now`, up to `plannedDays` ahead. `localInstant` decides about times that a clock change skips or
 * repeats. An occurrence that such a change leaves without any length is left out.
 */
export function occurrencesOf(maintenancePlan: MaintenancePlan, zone: string, now: Date): Occurrence[] {
  if (maintenancePlan.recurrence === 'once') {
    const found = {
      starts_at: instantOf(maintenancePlan.first_day, maintenancePlan.from_time, zone),
      ends_at: instantOf(maintenancePlan.last_day ?? maintenancePlan.first_day, maintenancePlan.to_time, zone),
    }
    return found.ends_at > now && found.ends_at > found.starts_at ? [found] : []
  }
  const today = DateTime.fromJSDate(now, { zone }).minus({ days: 1 }).startOf('day')
  const first = DateTime.max(today, DateTime.fromISO(maintenancePlan.first_day, { zone }))
  const found: Occurrence[] = []
  for (let offset = 0; offset <= plannedDays; offset += 1) {
    const day = first.plus({ days: offset })
    const iso = day.toISODate() ?? ''
    if (maintenancePlan.last_day !== null && iso > maintenancePlan.last_day) break
    if (!maintenancePlan.days.includes(day.weekday)) continue
    const ends = maintenancePlan.to_time > maintenancePlan.from_time ? iso : (day.plus({ days: 1 }).toISODate() ?? '')
    const each = {
      starts_at: instantOf(iso, maintenancePlan.from_time, zone),
      ends_at: instantOf(ends, maintenancePlan.to_time, zone),
    }
    if (each.ends_at > now && each.ends_at > each.starts_at) found.push(each)
  }
  return found
}

const instantOf = (day: string, time: string, zone: string): Date => localInstant(DateTime.fromISO(day, { zone }), time)

/** The field at fault; null for a plan that begins before it ends in its time zone. */
export function faultOf(maintenancePlan: MaintenancePlan, zone: string): 'to_time' | 'last_day' | 'days' | null {
  const { recurrence, first_day, last_day, from_time, to_time, days } = maintenancePlan
  if (last_day !== null && last_day < first_day) return 'last_day'
  if (recurrence === 'weekly') return days.length === 0 ? 'days' : null
  return instantOf(last_day ?? first_day, to_time, zone) > instantOf(first_day, from_time, zone) ? null : 'to_time'
}

/** Hours before an occurrence at which its announcement is due, for each choice of a window. */
export const leadHours = { hour: 1, day: 24, week: 168 } as const

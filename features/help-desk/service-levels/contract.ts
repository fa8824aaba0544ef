// Service levels: how many working hours a ticket of each priority may wait for its first answer and for its resolution. Working hours are
// the weekly hours of the help desk in the time zone of the business unit, without holidays. Next: server/business-time.ts.
import { z } from 'zod'
import { day, text } from '#catalogue/fields.ts'
import { serviceLevels as limits } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { can, done } from '#platform/contract/list.ts'
import { interval } from '#platform/contract/week.ts'

/** Working hours in quarters; null: no target. */
const target = () => z.number().min(0.25).max(limits.hours).multipleOf(0.25).nullable()

/** The targets of each priority. Their names are columns of `service_levels`. */
export const targets = {
  high_first_answer: target(),
  high_resolution: target(),
  medium_first_answer: target(),
  medium_resolution: target(),
  low_first_answer: target(),
  low_resolution: target(),
}
export type Target = keyof typeof targets
export const targetNames = Object.keys(targets) as Target[]

/** A day on which the help desk is closed, in addition to the holidays of the country. */
const ownDay = z.object({ day: day(), name: text(80) })
export type OwnDay = z.output<typeof ownDay>

/** The code of a country (ISO 3166-1), and of its region as the list of holidays names it. */
const country = () => z.string().regex(/^[A-Z]{2}$/)
const region = () => z.string().regex(/^[A-Z0-9]{1,6}$/i)

const fields = {
  ...targets,
  hours: z.array(interval).max(70),
  /** The country whose public holidays are no working days; null: none. */
  country: country().nullable(),
  region: region().nullable(),
  own_days: z
    .array(ownDay)
    .max(limits.ownDays)
    .refine((days) => new Set(days.map((each) => each.day)).size === days.length),
}

export const readServiceLevels = call({
  method: 'GET',
  path: 'auth/help_desk/service_levels/get',
  summary: 'The service levels of the help desk of the business unit. Version 0: nobody has set them.',
  access: 'service_level.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({ ...fields, version: z.number().int(), can }),
})

export const updateServiceLevels = call({
  method: 'PUT',
  path: 'auth/help_desk/service_levels/update',
  summary: 'Stores the service levels. A job computes the due times of unresolved tickets again.',
  access: 'service_level.update',
  does: 'write',
  audit: 'service_level.updated',
  input: z.object({ version: z.number().int(), ...fields }),
  answers: done,
})

export const listHolidays = call({
  method: 'GET',
  path: 'auth/help_desk/service_levels/holidays',
  summary: 'The countries whose public holidays are known; the regions and the coming holidays of one of them.',
  access: 'service_level.read',
  does: 'outside',
  audit: null, // the call stores nothing
  input: z.object({ country: country().optional(), region: region().optional() }),
  answers: z.object({
    countries: z.array(z.string()),
    regions: z.array(z.object({ value: z.string(), label: z.string() })),
    days: z.array(z.object({ day: day(), name: z.string() })),
  }),
})

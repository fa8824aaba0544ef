// Statistics of the help desk: tickets of the last weeks, by week and by the person who handles them. Weeks begin on Monday in the time zone
// of the business unit. Next: server/store.ts.
import { z } from 'zod'
import { day } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { listAnswer, listInput } from '#platform/contract/list.ts'

/** The numbers of weeks to choose from, the present one included. */
export const weekChoices = ['4', '12', '26', '52'] as const

/** The people who are listed; those with the most tickets. */
export const shownAgents = 200

const period = { weeks: z.enum(weekChoices).default('12') }
const count = () => z.number().int().min(0)
const share = () => z.number().int().min(0).max(100).nullable()

const figures = {
  opened: count(),
  resolved: count(),
  /** The median time until the first answer of the opened tickets, in minutes. Null: none was answered. */
  first_answer_minutes: count().nullable(),
  /** The opened tickets that reached all their targets, in percent of those with a known result. */
  within_share: share(),
  /** The good ratings, in percent of all. */
  good_share: share(),
}

const weekly = z.object({ week: day(), ...figures })
/** `name` null: nobody handles the tickets, or the person has left. */
const ofAgent = z.object({ name: z.string().nullable(), ...figures })

export const readTicketStatistics = call({
  method: 'GET',
  path: 'auth/help_desk/statistics/summary',
  summary: 'Tickets of the last weeks: in total, by week, and by the person who handles them.',
  access: 'ticket_statistic.read',
  does: 'read',
  input: z.object(period),
  answers: z.object({ ...figures, weeks: z.array(weekly), agents: z.array(ofAgent).max(shownAgents) }),
})

export const listTicketWeeks = call({
  method: 'GET',
  path: 'auth/help_desk/statistics/weeks/all',
  summary: 'Tickets of each of the last weeks.',
  access: 'ticket_statistic.read',
  does: 'read',
  input: listInput(['week'], period),
  answers: listAnswer(weekly),
})
export const exportTicketWeeks = exportCall(listTicketWeeks)

export const listTicketAgents = call({
  method: 'GET',
  path: 'auth/help_desk/statistics/agents/all',
  summary: 'Tickets of the last weeks by the person who handles them.',
  access: 'ticket_statistic.read',
  does: 'read',
  input: listInput(['name'], period),
  answers: listAnswer(ofAgent),
})
export const exportTicketAgents = exportCall(listTicketAgents)

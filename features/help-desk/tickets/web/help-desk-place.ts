import type { ReceivedOf } from '#platform/contract/call.ts'
import type { readTicket } from '../contract.ts'

export type Ticket = ReceivedOf<typeof readTicket>

export const ticketPlace = { phrasePrefix: 'helpDesk.tickets', path: '/help_desk' } as const

import type { TicketLevel } from '#features/help-desk/tickets/contract.ts'

/** The levels to which the staff of a level hand a ticket on. app.hand_ticket() checks that the ticket is at their level. */
export const nextLevels = (isOnPlatform: boolean): TicketLevel[] =>
  isOnPlatform ? ['partner', 'unit'] : ['platform', 'unit']

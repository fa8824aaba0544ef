import type { TicketLevel } from '#features/help-desk/tickets/contract.ts'

/**
 * The levels to which the staff of `own` hand on a ticket that is at `level`. app.hand_ticket() checks again that the ticket is at their
 * level.
 */
export function nextLevels(own: 'partner' | 'platform', level: TicketLevel): TicketLevel[] {
  if (level !== own) return []
  return own === 'platform' ? ['partner', 'unit'] : ['platform', 'unit']
}

export const handedPlace = { phrasePrefix: 'helpDesk.handedTickets', path: '/help_desk/handed' } as const

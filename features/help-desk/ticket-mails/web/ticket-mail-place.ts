export const mailPlace = { phrasePrefix: 'helpDesk.ticketMails', path: '/help_desk/mails' } as const

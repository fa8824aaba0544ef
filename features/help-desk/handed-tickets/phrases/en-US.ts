import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { counted } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Ticket handed up',
  ...counted('ticket handed up', 'tickets handed up'),
  audit: {
    answered: '{{actor}} answered the ticket {{target}}, which was handed up',
    handed: '{{actor}} handed on the ticket {{target}}',
    attachment_added: '{{actor}} uploaded an attachment for the ticket {{target}}, which was handed up',
  },
  synonyms: 'support of the units, escalation, handed up',
  title: 'Tickets of the units',
  purpose: 'The tickets that business units handed up.',
  empty: 'When a business unit hands up a ticket, it appears here.',
  field: {
    name: 'Subject',
    unit: 'Business unit',
    status: 'Status',
    priority: 'Priority',
    level: 'Destination',
    note: 'Note',
    ticket_id: 'Ticket',
    text: 'Answer',
    internal: 'Internal note',
    waits: 'Waiting for a reply',
    attachments: 'Attachments',
    attachment: 'Attachment',
    by_mail: 'By e-mail',
  },
  overdue: 'Overdue since {{when}}',
  missing: 'It may have gone back to the business unit, or been removed.',
  readOnly: 'You read this ticket but do not handle it. Whoever manages the team can change that.',
  hand: { unit: 'Return to the business unit', partner: 'Return to the partner', platform: 'Hand up to the platform' },
  handOn: 'Hand on',
} satisfies Phrases<typeof ptBR>

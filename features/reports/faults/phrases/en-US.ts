import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Fault of a report',
  audit: { followed: '{{actor}} changed whether they follow the fault of the report {{target}}' },
  known: 'A fault of this report is known since {{when}}. The help desk is working on it.',
  follow: 'Tell me when it ends',
  follows: 'You get a notification when it ends.',
  unfollow: 'Do not tell me',
  field: { reportId: 'Report', follows: 'Follow the fault' },
} satisfies Phrases<typeof ptBR>

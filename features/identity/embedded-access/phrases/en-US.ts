import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  ended: 'The session has ended',
  openAgain: 'To continue, open the report again in the system that shows it.',
} satisfies Phrases<typeof ptBR>

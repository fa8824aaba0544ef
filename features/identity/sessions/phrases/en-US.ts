import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  expired: 'Authentication expired',
  updating: 'Updating session!',
  shift: {
    strip: 'End of the shift',
    ends: 'Your shift ends at {{time}}. Save what you are doing: the session ends at that time.',
  },
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  expired: 'Authentication expired',
  updating: 'Updating session!',
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  expired: 'Su sesión ha expirado',
  updating: '¡Actualizando la sesión!',
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  expired: 'Su sesión ha caducado',
  updating: '¡Actualizando la sesión!',
  shift: {
    strip: 'Fin del turno',
    ends: 'Su turno termina a las {{time}}. Guarde lo que esté haciendo: la sesión se cierra a esa hora.',
  },
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  expired: 'A sua sessão expirou',
  updating: 'A atualizar a sessão!',
  shift: {
    strip: 'Fim do turno',
    ends: 'O seu turno termina às {{time}}. Guarde o que estiver a fazer: a sessão termina a essa hora.',
  },
} satisfies Phrases<typeof ptBR>

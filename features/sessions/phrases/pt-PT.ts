import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  expired: 'A sua sessão expirou',
  updating: 'A atualizar a sessão!',
} satisfies Phrases<typeof ptBR>

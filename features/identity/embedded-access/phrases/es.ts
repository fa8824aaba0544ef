import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  ended: 'La sesión terminó',
  openAgain: 'Para continuar, abra el informe otra vez en el sistema que lo muestra.',
} satisfies Phrases<typeof ptBR>

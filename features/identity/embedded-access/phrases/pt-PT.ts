import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  ended: 'A sessão terminou',
  openAgain: 'Para continuar, volte a abrir o relatório no sistema em que aparece.',
} satisfies Phrases<typeof ptBR>

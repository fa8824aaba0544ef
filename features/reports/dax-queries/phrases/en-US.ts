import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  keys: 'Ctrl+Enter runs it, Ctrl+Space suggests names. Tab indents the line; to leave the field by keyboard, press Esc and then Tab.',
  completions: 'Suggestions',
  errors: 'Errors',
  run: 'Run the query',
  errorAt: 'Line {{line}}, column {{column}}',
  goToError: 'Go to the error',
} satisfies Phrases<typeof ptBR>

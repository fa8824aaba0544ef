import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  keys: 'Ctrl+Intro la ejecuta, Ctrl+Espacio sugiere nombres. Tab sangra la línea; para salir del campo con el teclado, pulse Esc y después Tab.',
  completions: 'Sugerencias',
  errors: 'Errores',
  run: 'Ejecutar la consulta',
  errorAt: 'Línea {{line}}, columna {{column}}',
  goToError: 'Ir al error',
} satisfies Phrases<typeof ptBR>

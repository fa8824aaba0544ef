import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('etiqueta', 'f'),
  synonyms: 'etiquetado, rótulos, tags, palabras clave',
  title: 'Etiquetas',
  purpose: 'Palabras para encontrar informes, sea cual sea su grupo.',
  deleteText: 'Los informes se conservan; solo pierden la etiqueta.',
  empty: 'Cree una etiqueta y póngala en los informes que tienen algo en común.',
  reports: 'Informes',
  used_zero: 'Ningún informe',
  used_one: '{{shown}} informe',
  used_other: '{{shown}} informes',
  field: { name: 'Nombre', color: 'Color' },
  choice: { color: { gray: 'Gris', red: 'Rojo', orange: 'Naranja', green: 'Verde', blue: 'Azul', violet: 'Violeta' } },
  section: {
    whatText: 'Una palabra corta que las personas buscarían, como “Mensual” o “Dirección”.',
  },
} satisfies Phrases<typeof ptBR>

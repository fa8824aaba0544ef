import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('respuesta predefinida', 'f'),
  synonyms: 'respuesta guardada, plantilla, macro, texto listo',
  title: 'Respuestas predefinidas',
  purpose: 'Textos que quien atiende inserta en las respuestas a los tickets.',
  empty: 'Escriba las respuestas que se repiten, para insertarlas con un clic.',
  field: { name: 'Nombre', text: 'Texto' },
  section: {
    whatText:
      'Se busca por el nombre. El texto va en el idioma de quien pregunta; sin ese idioma, en portugués de Brasil. {{person}} es quien pregunta, {{ticket}} el ticket, {{report}} el informe y {{agent}} quien responde.',
  },
  insert: 'Insertar una respuesta predefinida',
  search: 'Busque por el nombre',
} satisfies Phrases<typeof ptBR>

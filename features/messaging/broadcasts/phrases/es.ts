import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

const words = noun('mensaje general', 'm')

export default {
  ...words,
  audit: { ...words.audit, dismissed: '{{actor}} descartó el mensaje general {{target}}' },
  synonyms: 'aviso al entrar, comunicado, anuncio',
  title: 'Mensajes generales',
  purpose: 'Un texto que las personas ven después de entrar, hasta que lo descarten.',
  empty: 'Escriba el primer mensaje para avisar a todos después de entrar.',
  open: 'Sin fin',
  state: 'Estado',
  states: { planned: 'Programado', present: 'Vigente', past: 'Terminado' },
  field: {
    name: 'Título interno',
    message: 'Mensaje',
    starts_on: 'Desde',
    ends_on: 'Hasta',
    dismissed: 'Descartado por',
  },
  help: {
    name: 'Solo quienes escriben mensajes ven el título.',
    message: 'Títulos, listas, citas y enlaces, sin imágenes.',
    ends_on: 'Vacío: hasta que se elimine el mensaje.',
  },
  section: {
    whatText: 'Lo que falta en un idioma se lee en inglés o, sin inglés, en portugués.',
    when: 'Período',
    whenText: 'Los días siguen la zona horaria de cada unidad de negocio.',
  },
  dialog: { title: 'Aviso para usted', dismiss: 'No volver a mostrar' },
} satisfies Phrases<typeof ptBR>

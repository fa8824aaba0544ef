import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Comentario de informe',
  audit: {
    added: '{{actor}} comentó el informe {{target}}',
    updated: '{{actor}} cambió un comentario del informe {{target}}',
    removed: '{{actor}} eliminó un comentario del informe {{target}}',
  },
  title: 'Comentarios',
  write: 'Escriba un comentario',
  send: 'Comentar',
  empty: 'Nadie ha comentado todavía. Cuente lo que dicen los números, o pregunte a alguien con @.',
  people: 'Personas que pueden abrir el informe',
  ofPage: 'Sobre la página {{page}}',
  page: 'Página {{page}}',
  older: 'Ver comentarios anteriores',
  edited: 'editado',
  nobody: 'Alguien que se fue',
  more: 'Más acciones del comentario de {{name}}',
  field: {
    text: 'Comentario',
    page_name: 'Página',
    mentions: 'Personas mencionadas',
  },
  help: {
    text: 'Lo lee quien puede abrir el informe. Mencione a alguien con @: la persona recibe una notificación.',
  },
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Comentário de relatório',
  audit: {
    added: '{{actor}} comentou o relatório {{target}}',
    updated: '{{actor}} alterou um comentário ao relatório {{target}}',
    removed: '{{actor}} eliminou um comentário ao relatório {{target}}',
  },
  title: 'Comentários',
  write: 'Escreva um comentário',
  send: 'Comentar',
  empty: 'Ainda ninguém comentou. Conte o que os números dizem, ou pergunte a alguém com @.',
  people: 'Pessoas que podem abrir o relatório',
  ofPage: 'Sobre a página {{page}}',
  page: 'Página {{page}}',
  older: 'Ver comentários anteriores',
  edited: 'editado',
  nobody: 'Alguém que saiu',
  more: 'Mais ações do comentário de {{name}}',
  field: {
    text: 'Comentário',
    page_name: 'Página',
    mentions: 'Pessoas mencionadas',
  },
  help: {
    text: 'Quem pode abrir o relatório lê o comentário. Mencione alguém com @: a pessoa recebe uma notificação.',
  },
} satisfies Phrases<typeof ptBR>

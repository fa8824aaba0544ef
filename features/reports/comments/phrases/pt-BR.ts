export default {
  noun: 'Comentário de relatório',
  audit: {
    added: '{{actor}} comentou o relatório {{target}}',
    updated: '{{actor}} alterou um comentário no relatório {{target}}',
    removed: '{{actor}} excluiu um comentário do relatório {{target}}',
  },
  title: 'Comentários',
  write: 'Escreva um comentário',
  send: 'Comentar',
  empty: 'Ninguém comentou ainda. Conte o que os números dizem, ou pergunte a alguém com @.',
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
    mentions: 'Pessoas citadas',
  },
  help: {
    text: 'Quem pode abrir o relatório lê. Cite alguém com @: a pessoa recebe uma notificação.',
  },
}

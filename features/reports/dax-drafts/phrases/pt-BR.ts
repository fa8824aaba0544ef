export default {
  field: {
    wish: 'O que o alerta deve conferir?',
  },
  title: 'Escrever com IA',
  example: 'Por exemplo: total de vendas do mês atual, por região.',
  action: 'Escrever consulta',
  replaces: 'A consulta atual é substituída.',
  done: 'A consulta foi inserida e executada: {{rows}} linhas. Confira se ela responde ao que você quis.',
  unchecked: 'A consulta foi inserida, mas não pôde ser executada.',
  failed: 'Não foi possível escrever uma consulta que funcione. A última tentativa:',
  identity: 'Você não tem função neste relatório com segurança de linha.',
  undo: 'Desfazer',
}

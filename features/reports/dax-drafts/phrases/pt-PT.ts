import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  field: {
    wish: 'O que deve o alerta verificar?',
  },
  title: 'Escrever com IA',
  example: 'Por exemplo: total de vendas do mês atual, por região.',
  action: 'Escrever consulta',
  replaces: 'A consulta atual é substituída.',
  done: 'A consulta foi inserida e executada: {{rows}} linhas. Confirme se responde ao que pretende.',
  unchecked: 'A consulta foi inserida, mas não pôde ser executada.',
  failed: 'Não foi possível escrever uma consulta que funcione. A última tentativa:',
  identity: 'Não tem papel neste relatório com segurança ao nível da linha.',
  undo: 'Anular',
} satisfies Phrases<typeof ptBR>

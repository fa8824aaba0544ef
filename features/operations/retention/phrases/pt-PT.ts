import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Regra de retenção de registos',
  title: 'Retenção de registos',
  purpose:
    'Durante quantos dias a unidade guarda cada tipo de registo. O que for mais antigo é eliminado uma vez por dia, para sempre.',
  synonyms: 'retenção, prazo, expurgo, RGPD, eliminar registos antigos',
  audit: {
    updated: '{{actor}} alterou a retenção de registos',
    audit_pruned: '{{actor}} eliminou entradas antigas do registo de auditoria',
  },
  days: 'Dias',
  bounds: 'De {{min}} a {{max}} dias. Vazio: o prazo habitual.',
  boundsOpen: 'Pelo menos {{min}} dias. Vazio: sem prazo.',
  noEnd: 'sem prazo',
  goesNone: 'Nada seria eliminado agora.',
  goes_one: 'Agora seria eliminado {{number}} registo.',
  goes_other: 'Agora seriam eliminados {{number}} registos.',
  goesMany_one: 'Agora seria eliminado mais de {{number}} registo.',
  goesMany_other: 'Agora seriam eliminados mais de {{number}} registos.',
  field: {
    audit: 'Registo de auditoria',
    usage: 'Utilização dos relatórios',
    notifications: 'Notificações',
    mails: 'E-mails enviados',
    exports: 'Execuções de exportações agendadas',
    task_runs: 'Execuções de tarefas',
    tickets: 'Pedidos fechados',
    imports: 'Importações de pessoas',
    webhook_log: 'Entregas de webhooks',
    position: 'Posição na cadeia',
    entries: 'Entradas',
    sha256: 'SHA-256',
    days: 'Dias',
  },
  meaning: {
    audit: 'Quem fez o quê na unidade. A cadeia de hashes continua a poder ser verificada.',
    usage: 'Quem abriu que relatório e quando. Os ecrãs de utilização perdem o que for eliminado.',
    notifications: 'As notificações do sino e as imagens dos respetivos textos.',
    mails: 'Os e-mails da caixa de saída, com o texto. Os que aguardam o envio ficam.',
    exports: 'Quando cada exportação agendada foi executada e quem a recebeu.',
    task_runs: 'Os resultados de cada execução de uma tarefa.',
    tickets: 'Os pedidos com respostas e anexos, contados a partir do fecho.',
    imports: 'As linhas das importações e o que permite anulá-las.',
    webhook_log: 'O registo das entregas e das respetivas tentativas.',
  },
} satisfies Phrases<typeof ptBR>

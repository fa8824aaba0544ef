import { counted } from '#catalogue/phrases/grammar/pt-BR.ts'

export default {
  noun: 'Tarefa',
  ...counted('tarefa', 'f'),
  audit: {
    retried: '{{actor}} mandou tentar de novo a tarefa {{target}}',
    discarded: '{{actor}} descartou a tarefa {{target}}',
    record_failed:
      '{{actor}} não conseguiu fazer o trabalho {{target}} em um registro desta unidade; será tentado de novo',
  },
  synonyms: 'fila, erros, processamento, jobs',
  title: 'Tarefas paradas',
  purpose:
    'Trabalhos em segundo plano que falharam de vez, de todas as unidades. Resolva a causa e tente de novo, ou descarte.',
  empty: 'Nada parado: todo o trabalho em segundo plano está em dia.',
  platform: 'Plataforma',
  retry: 'Tentar de novo',
  discard: 'Descartar',
  discardTitle: 'Descartar esta tarefa?',
  discardText: 'O que ela faria não será feito. O descarte fica na auditoria.',
  job: 'Tarefa',
  unit: 'Unidade de negócio',
  error: 'O que deu errado',
  attempts: 'Tentativas',
  failedAt: 'Falhou em',
}

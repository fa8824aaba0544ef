import { counted } from '#catalogue/phrases/grammar/pt-PT.ts'

export default {
  noun: 'Trabalho',
  ...counted('trabalho', 'm'),
  audit: {
    retried: '{{actor}} mandou tentar outra vez o trabalho {{target}}',
    discarded: '{{actor}} descartou o trabalho {{target}}',
    record_failed:
      '{{actor}} não conseguiu fazer o trabalho {{target}} num registo desta unidade; será tentado de novo',
  },
  synonyms: 'fila, erros, processamento, jobs',
  title: 'Trabalhos parados',
  purpose:
    'Trabalhos em segundo plano que falharam definitivamente, de todas as unidades. Corrija a causa e tente outra vez, ou descarte-os.',
  empty: 'Não há nada parado: todo o trabalho em segundo plano está em dia.',
  platform: 'Plataforma',
  retry: 'Tentar outra vez',
  discard: 'Descartar',
  discardTitle: 'Descartar este trabalho?',
  discardText: 'O que ele faria fica por fazer. A auditoria guarda o descarte.',
  job: 'Trabalho',
  unit: 'Unidade de negócio',
  error: 'O que correu mal',
  attempts: 'Tentativas',
  failedAt: 'Falhou em',
}

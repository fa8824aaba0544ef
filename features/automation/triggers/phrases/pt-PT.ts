import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

const words = noun('acionador', 'm')

export default {
  ...words,
  synonyms: 'agendamento, horários, cron, periodicidade',
  title: 'Acionadores',
  purpose: 'Os horários em que os alertas correm sozinhos.',
  empty: 'Crie o primeiro acionador, por exemplo todos os dias às 8:00, e escolha-o nos alertas.',
  field: {
    name: 'Nome',
    enabled: 'Ligado',
    frequency: 'Frequência',
    days: 'Dias da semana',
    month_days: 'Dias do mês',
    times: 'Horários',
    timezone: 'Fuso horário',
    starts_on: 'Primeiro dia',
    ends_on: 'Último dia',
    tasks: 'Alertas',
    task_ids: 'Alertas',
    next_at: 'Próxima execução',
  },
  help: {
    month_days: 'Nos meses sem os dias 29 ou 30, vale o último dia do mês.',
    task_ids: 'Os alertas ligados que correm nestes horários. Um alerta pode ter vários acionadores.',
    timezone: 'Vazio: o da unidade de negócio.',
    starts_on: 'Vazio: a partir de agora.',
    ends_on: 'Vazio: sem fim.',
  },
  choice: {
    frequency: {
      daily: 'Todos os dias',
      weekly: 'Todas as semanas',
      monthly: 'Todos os meses',
    },
  },
  ofUnit: 'Da unidade de negócio',
  never: 'Já não corre',
  off: 'Desligado',
  noTasks: 'Nenhum alerta',
  switchOn: 'Ligar',
  switchOff: 'Desligar',
  weeklyOn: 'Todas as semanas: {{days}}',
  monthlyOn_one: 'Todos os meses, dia {{days}}',
  monthlyOn_other: 'Todos os meses, dias {{days}}',
  monthlyLast: 'Todos os meses, no último dia',
  monthlyAndLast: '{{text}} e no último dia',
  lastDay: 'Último dia do mês',
  pickTask: 'Escolha alertas',
  next: {
    title: 'Próximas execuções',
    incomplete: 'Aparecem quando os dias e os horários estiverem completos.',
    clockChange: 'Mudança da hora',
    skipped: '{{planned}} não existe neste dia: corre às {{time}}.',
    repeated: '{{planned}} acontece duas vezes neste dia: corre na primeira.',
  },
  run: 'Executar agora',
  runStarted: 'Alertas na fila: {{shown}}.',
  runNothing: 'Nenhum alerta ligado usa este acionador.',
  section: {
    whatText: 'Um acionador serve para quantos alertas quiser.',
    when: 'Quando',
    whenText: 'Se o portal estava parado a uma destas horas, corre uma vez, assim que ele volta.',
    tasksText: 'Escolha aqui, ou no formulário de cada alerta.',
  },
  audit: {
    ...words.audit,
    run: '{{actor}} executou os alertas do acionador {{target}}',
  },
} satisfies Phrases<typeof ptBR>

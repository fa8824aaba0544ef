import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

const words = noun('gatilho', 'm')

export default {
  ...words,
  synonyms: 'agendamento, horários, cron, periodicidade',
  title: 'Gatilhos',
  purpose: 'Os horários em que as tarefas rodam sozinhas.',
  empty: 'Crie o primeiro gatilho, por exemplo todo dia às 8:00, e escolha-o nas tarefas.',
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
    tasks: 'Tarefas',
    next_at: 'Próxima execução',
  },
  help: {
    month_days: 'Um dia que o mês não tem vale como o último dia dele.',
    timezone: 'Vazio: o da unidade de negócio.',
    starts_on: 'Vazio: a partir de agora.',
    ends_on: 'Vazio: sem fim.',
  },
  choice: {
    frequency: {
      daily: 'Todo dia',
      weekly: 'Toda semana',
      monthly: 'Todo mês',
    },
  },
  ofUnit: 'Da unidade de negócio',
  never: 'Não roda mais',
  off: 'Desligado',
  noTasks: 'Nenhuma tarefa',
  switchOn: 'Ligar',
  switchOff: 'Desligar',
  weeklyOn: 'Toda semana: {{days}}',
  monthlyOn_one: 'Todo mês, dia {{days}}',
  monthlyOn_other: 'Todo mês, dias {{days}}',
  run: 'Executar agora',
  runStarted: 'Tarefas na fila: {{shown}}.',
  runNothing: 'Nenhuma tarefa ligada usa este gatilho.',
  section: {
    whatText: 'Um gatilho serve a quantas tarefas você quiser.',
    when: 'Quando',
    whenText: 'Uma hora perdida enquanto o portal estava parado roda uma vez, assim que ele volta.',
  },
  audit: {
    ...words.audit,
    run: '{{actor}} executou as tarefas do gatilho {{target}}',
  },
}

import { noun } from '#catalogue/phrases/grammar/es.ts'
import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

const words = noun('disparador', 'm')

export default {
  ...words,
  synonyms: 'programación, horarios, cron, frecuencia',
  title: 'Disparadores',
  purpose: 'Los horarios en que las tareas se ejecutan solas.',
  empty: 'Cree el primer disparador, por ejemplo cada día a las 8:00, y elíjalo en las tareas.',
  field: {
    name: 'Nombre',
    enabled: 'Activado',
    frequency: 'Frecuencia',
    days: 'Días de la semana',
    month_days: 'Días del mes',
    times: 'Horas',
    timezone: 'Zona horaria',
    starts_on: 'Primer día',
    ends_on: 'Último día',
    tasks: 'Tareas',
    next_at: 'Próxima ejecución',
  },
  help: {
    month_days: 'Un día que el mes no tiene vale como su último día.',
    timezone: 'Vacía: la de la unidad de negocio.',
    starts_on: 'Vacío: desde ahora.',
    ends_on: 'Vacío: sin fin.',
  },
  choice: {
    frequency: {
      daily: 'Cada día',
      weekly: 'Cada semana',
      monthly: 'Cada mes',
    },
  },
  ofUnit: 'De la unidad de negocio',
  never: 'Ya no se ejecuta',
  off: 'Desactivado',
  noTasks: 'Ninguna tarea',
  switchOn: 'Activar',
  switchOff: 'Desactivar',
  weeklyOn: 'Cada semana: {{days}}',
  monthlyOn_one: 'Cada mes, día {{days}}',
  monthlyOn_other: 'Cada mes, días {{days}}',
  run: 'Ejecutar ahora',
  runStarted: 'Tareas en cola: {{shown}}.',
  runNothing: 'Ninguna tarea activada usa este disparador.',
  section: {
    whatText: 'Un disparador sirve para todas las tareas que quiera.',
    when: 'Cuándo',
    whenText: 'Una hora perdida mientras el portal estaba parado se ejecuta una vez, cuando vuelve.',
  },
  audit: {
    ...words.audit,
    run: '{{actor}} ejecutó las tareas del disparador {{target}}',
  },
} satisfies Phrases<typeof ptBR>

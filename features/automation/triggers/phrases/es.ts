import { noun } from '#catalogue/phrases/grammar/es.ts'
import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

const words = noun('disparador', 'm')

export default {
  ...words,
  synonyms: 'programación, horarios, cron, frecuencia',
  title: 'Disparadores',
  purpose: 'Los horarios en que las alertas se ejecutan solas.',
  empty: 'Cree el primer disparador, por ejemplo cada día a las 8:00, y elíjalo en las alertas.',
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
    tasks: 'Alertas',
    task_ids: 'Alertas',
    next_at: 'Próxima ejecución',
  },
  help: {
    month_days: 'En los meses sin día 29 o 30 vale su último día.',
    task_ids: 'Las alertas activadas que se ejecutan a estas horas. Una alerta puede tener varios disparadores.',
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
  noTasks: 'Ninguna alerta',
  switchOn: 'Activar',
  switchOff: 'Desactivar',
  weeklyOn: 'Cada semana: {{days}}',
  monthlyOn_one: 'Cada mes, día {{days}}',
  monthlyOn_other: 'Cada mes, días {{days}}',
  monthlyLast: 'Cada mes, el último día',
  monthlyAndLast: '{{text}} y el último día',
  lastDay: 'Último día del mes',
  pickTask: 'Elija alertas',
  next: {
    title: 'Próximas ejecuciones',
    incomplete: 'Aparecen cuando los días y las horas estén completos.',
    clockChange: 'Cambio de hora',
    skipped: '{{planned}} no existe este día: se ejecuta a las {{time}}.',
    repeated: '{{planned}} ocurre dos veces este día: se ejecuta la primera.',
  },
  run: 'Ejecutar ahora',
  runStarted: 'Alertas en cola: {{shown}}.',
  runNothing: 'Ninguna alerta activada usa este disparador.',
  section: {
    whatText: 'Un disparador sirve para todas las alertas que quiera.',
    when: 'Cuándo',
    whenText: 'Si el portal estaba parado a una de estas horas, se ejecuta una vez en cuanto vuelve.',
    tasksText: 'Elija aquí, o en el formulario de cada alerta.',
  },
  audit: {
    ...words.audit,
    run: '{{actor}} ejecutó las alertas del disparador {{target}}',
  },
} satisfies Phrases<typeof ptBR>

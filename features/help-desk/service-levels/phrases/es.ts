import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Plazos de atención',
  audit: { updated: '{{actor}} cambió los plazos de atención' },
  synonyms: 'SLA, acuerdo de nivel de servicio, tiempo de respuesta, festivos, horario de soporte',
  title: 'Plazos de atención',
  purpose: 'En cuántas horas laborables un ticket debe tener su primera respuesta y quedar resuelto.',
  field: {
    high_first_answer: 'Prioridad alta: primera respuesta',
    high_resolution: 'Prioridad alta: resolución',
    medium_first_answer: 'Prioridad normal: primera respuesta',
    medium_resolution: 'Prioridad normal: resolución',
    low_first_answer: 'Prioridad baja: primera respuesta',
    low_resolution: 'Prioridad baja: resolución',
    hours: 'Horario de atención',
    country: 'País de los festivos',
    region: 'Estado o región',
    own_days: 'Otros días sin atención',
  },
  section: {
    targets: 'Plazos en horas laborables',
    targetsText:
      'Sin un número no hay plazo. El tiempo no corre mientras el ticket espera la respuesta de quien lo abrió. Admite partes de hora, como 0,5.',
    hoursText: 'En la zona horaria de la unidad de negocio. Solo cuentan estas horas.',
    days: 'Festivos y días libres',
    daysText:
      'En estos días nada cuenta. La lista del país tiene los festivos oficiales; agregue los de su ciudad y los de su empresa.',
  },
  closed: 'Sin atención este día',
  wholeCountry: 'Solo los festivos nacionales',
  nextHolidays: 'Próximos festivos: {{days}}',
  day: 'Día',
  dayName: 'Motivo',
  addDay: 'Agregar un día',
  removeDay: 'Quitar {{name}}',
} satisfies Phrases<typeof ptBR>

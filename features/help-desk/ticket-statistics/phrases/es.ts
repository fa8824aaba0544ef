import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Estadística de soporte',
  synonyms: 'números de soporte, tiempo de respuesta, satisfacción, indicadores',
  title: 'Estadísticas de soporte',
  purpose: 'Cuántos tickets llegan, cuánto tardan en responderse y cómo se valoran.',
  empty:
    'Cuando alguien abra un ticket, los números aparecen aquí. Elija un período más largo para ver tickets anteriores.',
  open: 'Estadísticas',
  field: {
    weeks: 'Período',
    week: 'Semana del',
    name: 'Responsable',
    opened: 'Abiertos',
    resolved: 'Resueltos',
    first_answer_minutes: 'La mitad de las primeras respuestas en (minutos)',
    within_share: 'A tiempo (%)',
    good_share: 'Buenas valoraciones (%)',
  },
  lastWeeks_one: '{{count}} semana',
  lastWeeks_other: 'Últimas {{count}} semanas',
  byWeek: 'Tickets por semana',
  chart_one: 'Se abrió un ticket en el período.',
  chart_other: 'Se abrieron {{count}} tickets en el período.',
  byAgent: 'Por responsable',
  byAgentText: 'Quién atiende hoy cada ticket del período.',
  firstAnswer: 'Primera respuesta',
  median: 'la mitad espera menos',
  within: 'A tiempo',
  good: 'Buenas valoraciones',
  nobody: 'Sin responsable',
} satisfies Phrases<typeof ptBR>

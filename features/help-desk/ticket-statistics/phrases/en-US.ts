import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Help desk statistic',
  synonyms: 'help desk numbers, response time, satisfaction, indicators',
  title: 'Help desk statistics',
  purpose: 'How many tickets arrive, how soon they are answered, and how they are rated.',
  empty: 'When somebody opens a ticket, the numbers appear here. Choose a longer period to see earlier tickets.',
  open: 'Statistics',
  field: {
    weeks: 'Period',
    week: 'Week of',
    name: 'Handler',
    opened: 'Opened',
    resolved: 'Resolved',
    first_answer_minutes: 'Half of the first answers within (minutes)',
    within_share: 'In time (%)',
    good_share: 'Good ratings (%)',
  },
  lastWeeks_one: '{{count}} week',
  lastWeeks_other: 'Last {{count}} weeks',
  byWeek: 'Tickets by week',
  chart_one: 'One ticket was opened in the period.',
  chart_other: '{{count}} tickets were opened in the period.',
  byAgent: 'By handler',
  byAgentText: 'Who handles each ticket of the period today.',
  firstAnswer: 'First answer',
  median: 'half wait less',
  within: 'In time',
  good: 'Good ratings',
  nobody: 'No handler',
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Service levels',
  audit: { updated: '{{actor}} changed the service levels' },
  synonyms: 'SLA, service level agreement, response time, holidays, support hours',
  title: 'Service levels',
  purpose: 'In how many working hours a ticket should have its first answer and be resolved.',
  field: {
    high_first_answer: 'High priority: first answer',
    high_resolution: 'High priority: resolution',
    medium_first_answer: 'Medium priority: first answer',
    medium_resolution: 'Medium priority: resolution',
    low_first_answer: 'Low priority: first answer',
    low_resolution: 'Low priority: resolution',
    hours: 'Support hours',
    country: 'Country of the holidays',
    region: 'State or region',
    own_days: 'Other days without support',
  },
  section: {
    targets: 'Targets in working hours',
    targetsText:
      'Without a number there is no target. Time stops while the ticket waits for the person who opened it. Parts of an hour are accepted, such as 0.5.',
    hoursText: 'In the time zone of the business unit. Only these hours count.',
    days: 'Holidays and days off',
    daysText:
      'Nothing counts on these days. The list of the country has the public holidays; add those of your city and your company.',
  },
  closed: 'No support on this day',
  wholeCountry: 'National holidays only',
  nextHolidays: 'Next holidays: {{days}}',
  day: 'Day',
  dayName: 'Reason',
  addDay: 'Add a day',
  removeDay: 'Remove {{name}}',
} satisfies Phrases<typeof ptBR>

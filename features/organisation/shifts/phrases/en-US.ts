import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('shift'),
  synonyms: 'working hours, schedule, access hours',
  title: 'Shifts',
  purpose: 'The hours of the week in which each person may be signed in.',
  deleteText: 'The people stay without a shift: they may sign in at any hour.',
  empty: 'Create a shift, then choose it on the people who should follow it.',
  people: 'People',
  assigned_zero: 'Nobody',
  assigned_one: '{{shown}} person',
  assigned_other: '{{shown}} people',
  free: 'Nobody signs in on this day',
  field: { name: 'Name', hours: 'Hours' },
  section: {
    whatText: 'A name that people recognize, such as “Store, mornings”.',
    hoursText:
      'In the business unit’s time zone. Outside these hours nobody of this shift signs in, and whoever is in is signed out. A day ends at 24:00; an end before the beginning, such as 22:00–06:00, is on the next day.',
  },
} satisfies Phrases<typeof ptBR>

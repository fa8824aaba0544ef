import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

const nounPhrases = noun('maintenance window')

export default {
  ...nounPhrases,
  synonyms: 'downtime, unavailable, outage, window',
  title: 'Maintenance',
  purpose: 'Times at which a message takes the place of reports, and ends by itself.',
  empty: 'Tell people before you change the data: add the first maintenance.',
  allReports: 'All reports',
  severalReports: 'reports',
  over: 'Over',
  now: 'Now',
  createdAt: 'Created on',
  starts_at: 'Begins',
  ends_at: 'Ends',
  reports: 'Reports',
  groups: 'Groups',
  upcoming: {
    title: 'Report maintenance',
    text: 'What is or will be under maintenance in the next 14 days, among the reports that you may open.',
    empty: 'No maintenance ahead: all your reports are available.',
  },
  notice: {
    title: '{{report}} is under maintenance',
    until: 'Back at {{when}}, in {{left}}.',
    itself: 'This page opens the report by itself when the maintenance ends.',
    soon: 'This report goes under maintenance in {{left}}.',
  },
  field: {
    name: 'Name',
    message: 'Message',
    recurrence: 'Repetition',
    first_day: 'First day',
    last_day: 'Last day',
    days: 'Days of the week',
    from_time: 'From',
    to_time: 'To',
    report_ids: 'Reports',
    group_ids: 'Report groups',
    passes: 'Who may open them all the same',
    announces: 'Tell people',
    reports: 'Reports',
    groups: 'Groups',
    starts_at: 'Begins',
    ends_at: 'Ends',
  },
  help: {
    from_time:
      'In the time zone of the business unit. A time that a clock change skips counts as much later; of a repeated one the first counts.',
    message: 'What people read in place of the report.',
    last_day: 'Empty: on the same day or, if weekly, without an end.',
    report_ids: 'Without reports and groups, it applies to all.',
    to_time: 'If weekly, a time that is not after the beginning is on the next day.',
    announces: 'Those who may open the reports get a notification. If less time is left, they get it when you save.',
  },
  choice: {
    recurrence: {
      once: 'Once',
      weekly: 'Every week',
    },
    passes: {
      editors: 'Report managers, and those who may edit them',
      managers: 'Report managers only',
      nobody: 'Nobody',
    },
    announces: {
      never: 'Never',
      hour: '1 hour before',
      day: '1 day before',
      week: '1 week before',
    },
  },
  section: {
    whatText: 'The name is for managers, the message for readers.',
    when: 'When',
    whenText: 'In the time zone of the business unit.',
    which: 'Which reports',
    whichText: 'Their readers see the message and the time left.',
  },
} satisfies Phrases<typeof ptBR>

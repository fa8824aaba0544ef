import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

const words = noun('trigger')

export default {
  ...words,
  synonyms: 'schedule, times, cron, frequency',
  title: 'Triggers',
  purpose: 'The times at which alerts run by themselves.',
  empty: 'Add the first trigger, for example every day at 8:00, and choose it in the alerts.',
  field: {
    name: 'Name',
    enabled: 'Switched on',
    frequency: 'Frequency',
    days: 'Days of the week',
    month_days: 'Days of the month',
    times: 'Times',
    timezone: 'Time zone',
    starts_on: 'First day',
    ends_on: 'Last day',
    tasks: 'Alerts',
    task_ids: 'Alerts',
    next_at: 'Next run',
  },
  help: {
    month_days: 'In a month without day 29 or 30, its last day counts.',
    task_ids: 'The alerts that run at these times, if they are switched on. An alert may have several triggers.',
    timezone: 'Empty: that of the business unit.',
    starts_on: 'Empty: from now on.',
    ends_on: 'Empty: without an end.',
  },
  choice: {
    frequency: {
      daily: 'Every day',
      weekly: 'Every week',
      monthly: 'Every month',
    },
  },
  ofUnit: 'Of the business unit',
  never: 'Does not run any more',
  off: 'Switched off',
  noTasks: 'No alert',
  switchOn: 'Switch on',
  switchOff: 'Switch off',
  weeklyOn: 'Every week: {{days}}',
  monthlyOn_one: 'Every month, day {{days}}',
  monthlyOn_other: 'Every month, days {{days}}',
  monthlyLast: 'Every month, on the last day',
  monthlyAndLast: '{{text}} and on the last day',
  lastDay: 'Last day of the month',
  pickTask: 'Choose alerts',
  next: {
    title: 'Next runs',
    incomplete: 'Shown when days and times are complete.',
    clockChange: 'Clock change',
    skipped: '{{planned}} does not exist on this day: it runs at {{time}}.',
    repeated: '{{planned}} happens twice on this day: it runs the first time.',
  },
  run: 'Run now',
  runStarted: 'Alerts in the queue: {{shown}}.',
  runNothing: 'No alert that is switched on uses this trigger.',
  section: {
    whatText: 'A trigger serves as many alerts as you like.',
    when: 'When',
    whenText: 'A time that passed while the portal was down runs once, as soon as it is back.',
    tasksText: 'Choose here, or on the form of each alert.',
  },
  audit: {
    ...words.audit,
    run: '{{actor}} ran the alerts of the trigger {{target}}',
  },
} satisfies Phrases<typeof ptBR>

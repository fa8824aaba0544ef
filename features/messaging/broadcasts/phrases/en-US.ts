import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

const words = noun('broadcast message')

export default {
  ...words,
  audit: { ...words.audit, dismissed: '{{actor}} dismissed the broadcast message {{target}}' },
  synonyms: 'announcement, banner, notice after sign-in',
  title: 'Broadcast messages',
  purpose: 'A text that people see after they sign in, until they dismiss it.',
  empty: 'Write the first message to tell everybody something after they sign in.',
  open: 'No end',
  state: 'State',
  states: { planned: 'Scheduled', present: 'Live', past: 'Over' },
  field: {
    name: 'Internal title',
    message: 'Message',
    starts_on: 'From',
    ends_on: 'To',
    dismissed: 'Dismissed by',
  },
  help: {
    name: 'Only those who write messages see the title.',
    message: 'Headings, lists, quotes and links; no images.',
    ends_on: 'Empty: until the message is removed.',
  },
  section: {
    whatText: 'What is missing in a language is read in English or, without English, in Portuguese.',
    when: 'Period',
    whenText: 'The days follow the time zone of each business unit.',
  },
  dialog: { title: 'Notice', dismiss: 'Do not show again' },
} satisfies Phrases<typeof ptBR>

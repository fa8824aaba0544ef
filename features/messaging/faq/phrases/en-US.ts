import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

const words = noun('frequently asked question')

export default {
  ...words,
  taken: 'The same question already exists',
  audit: { ...words.audit, moved: '{{actor}} changed the order of the frequently asked questions' },
  synonyms: 'FAQ, edit questions, answers',
  title: 'Edit the frequently asked questions',
  purpose: 'Questions and answers for people, in the order in which they see them.',
  empty: 'Write the first question with its answer.',
  field: { question: 'Question', answer: 'Answer', position: 'Position' },
  help: { answer: 'Headings, lists, quotes and links; no images.' },
  section: {
    whatText:
      'What is missing in a language is read in English or, without English, in the first language that has the text.',
  },
  order: {
    open: 'Change the order',
    title: 'Order of the questions',
    help: 'Drag a question, or use the arrows.',
  },
  page: {
    synonyms: 'FAQ, questions, help, manual',
    title: 'Frequently asked questions',
    purpose: 'Answers to the most common questions.',
    empty: 'There are no questions yet. Ask your administrator if you need help.',
    search: 'Search the questions',
    popup: 'A window did not open? See how to allow pop-ups.',
  },
} satisfies Phrases<typeof ptBR>

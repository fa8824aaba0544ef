import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('tag'),
  synonyms: 'labels, keywords',
  title: 'Tags',
  purpose: 'Words to find reports by, whichever group they are in.',
  deleteText: 'The reports stay; they only lose the tag.',
  empty: 'Create a tag and put it on reports that have something in common.',
  reports: 'Reports',
  used_zero: 'No reports',
  used_one: '{{shown}} report',
  used_other: '{{shown}} reports',
  field: { name: 'Name', color: 'Color' },
  choice: { color: { gray: 'Gray', red: 'Red', orange: 'Orange', green: 'Green', blue: 'Blue', violet: 'Violet' } },
  section: { whatText: 'A short word that people would look for, such as “Monthly” or “Board”.' },
} satisfies Phrases<typeof ptBR>

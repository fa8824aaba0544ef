import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('canned answer'),
  synonyms: 'saved reply, template, macro, snippet',
  title: 'Canned answers',
  purpose: 'Texts that people who handle tickets insert into their answers.',
  empty: 'Write the answers that repeat, to insert them with one click.',
  field: { name: 'Name', text: 'Text' },
  section: {
    whatText:
      'People search by the name. The text is in the language of who asks; without that language, in Brazilian Portuguese. {{person}} is who asks, {{ticket}} the ticket, {{report}} the report and {{agent}} who answers.',
  },
  insert: 'Insert a canned answer',
  search: 'Search by name',
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  field: {
    wish: 'What should the alert check?',
  },
  title: 'Write with AI',
  example: 'For example: total sales of the present month, by region.',
  action: 'Write a query',
  replaces: 'The present query is replaced.',
  done: 'The query was inserted and run: {{rows}} rows. Check that it answers what you meant.',
  unchecked: 'The query was inserted, but it could not be run.',
  failed: 'No query that works could be written. The last attempt:',
  identity: 'You have no role in this report with row-level security.',
  undo: 'Undo',
} satisfies Phrases<typeof ptBR>

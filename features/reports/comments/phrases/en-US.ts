import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Comment on a report',
  audit: {
    added: '{{actor}} commented on the report {{target}}',
    updated: '{{actor}} changed a comment on the report {{target}}',
    removed: '{{actor}} deleted a comment on the report {{target}}',
  },
  title: 'Comments',
  write: 'Write a comment',
  send: 'Comment',
  empty: 'Nobody has commented yet. Say what the numbers tell, or ask somebody with @.',
  people: 'People who may open the report',
  ofPage: 'About the page {{page}}',
  page: 'Page {{page}}',
  older: 'Show earlier comments',
  edited: 'edited',
  nobody: 'Somebody who left',
  more: 'More actions of the comment by {{name}}',
  field: {
    text: 'Comment',
    page_name: 'Page',
    mentions: 'People mentioned',
  },
  help: {
    text: 'Everybody who may open the report reads it. Mention somebody with @: the person gets a notification.',
  },
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  tool: 'Pin to home',
  text: 'Choose visuals of this page. On your home page they look as the report was published, without your filters and with your data.',
  count: '{{count}} of {{max}} pinned',
  empty: 'This page has no visuals to pin.',
  failed: 'The visuals of this page could not be read. Try again.',
  untitled: 'Untitled visual ({{kind}})',
  title: 'Pinned',
  frame: '{{title}}, from the report {{report}}',
  updated: 'Updated: {{when}}',
  until: 'Data until {{day}}',
  loading: 'Loading {{title}}',
  gone: 'This visual is no longer in the report.',
  problem: 'This visual did not load.',
  paused: 'Open the report to start its capacity.',
  unpin: 'Unpin from home',
  earlier: 'Move earlier',
  later: 'Move later',
  hint: 'Follow your numbers here: open a report and choose “Pin to home”.',
  field: { page: 'Page', visual: 'Visual', title: 'Title', kind: 'Type' },
} satisfies Phrases<typeof ptBR>

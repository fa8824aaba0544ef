import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'View of a report',
  audit: {
    added: '{{actor}} saved the view {{target}} of a report',
    updated: '{{actor}} changed the view {{target}} of a report',
    removed: '{{actor}} deleted the view {{target}} of a report',
  },
  title: 'Saved views',
  text: 'A view keeps the present page, filters and slicers. People who have its link and may open the report see it too, with their own data.',
  save: 'Save view',
  saved: 'View saved.',
  notReady: 'The report is still opening. Try again in a moment.',
  empty: 'Filter the report the way you need it, and save your first view.',
  default: 'The report opens with this view',
  more: 'More actions of the view {{name}}',
  first: 'Open the report with this view',
  notFirst: 'No longer open with this view',
  rename: 'Rename',
  replace: 'Replace with what the report shows now',
  field: {
    name: 'Name of the view',
    is_default: 'Open the report with this view',
    report: 'Report',
    page: 'Page',
    filters: 'Filters',
    slicers: 'Slicers',
  },
} satisfies Phrases<typeof ptBR>

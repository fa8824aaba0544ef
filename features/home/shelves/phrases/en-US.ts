import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { counted } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...counted('report'),
  synonyms: 'dashboard, start page',
  title: 'Home',
  tree: 'By subject',
  greeting: {
    morning: 'Good morning, {{name}}',
    afternoon: 'Good afternoon, {{name}}',
    evening: 'Good evening, {{name}}',
  },
  shelf: {
    latest: 'Latest added',
    favourites: 'Your favorites',
    recent: 'Opened recently',
    granted: 'Newly shared with you',
    most_used: 'Most used in your unit',
  },
  empty: {
    title: 'No reports for you yet',
    text: 'As soon as somebody grants a report to you or to one of your groups, it appears here.',
  },
  favourite: { add: 'Add {{name}} to your favorites', remove: 'Take {{name}} out of your favorites' },
  updated: { fresh: 'Updated {{when}}', stale: 'Updated {{when}} · refresh failed' },
  layout: { label: 'Layout', cards: 'Cards', list: 'List', folders: 'Folders' },
  all: {
    tag: 'Tag',
    synonyms: 'report list, find a report, favorites',
    tab: 'All',
    title: 'All reports',
    text: 'Everything you may open, in one place.',
    onlyFavourites: 'Favorites only',
    sort: { label: 'Order', name: 'Name', group: 'Group', created_at: 'Newest' },
  },
  library: {
    description: 'Description',
    synonyms: 'library, folders, groups, dashboards, BI',
    title: 'Reports',
    text: 'Choose a subject to see its reports.',
    reports_zero: 'No reports',
    reports_one: '{{count}} report',
    reports_other: '{{count}} reports',
  },
  subgroup: { title: 'Reports', back: 'All subjects' },
} satisfies Phrases<typeof ptBR>

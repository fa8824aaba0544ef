import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('update'),
  taken: 'An update with this Portuguese title already exists',
  synonyms: 'release notes, changelog, updates',
  title: 'Write updates',
  purpose: 'What has changed on the platform, written for partners and administrators.',
  empty: 'Write the first update; while it is pending only the platform’s staff see it.',
  sent: 'Published',
  pending: 'Pending',
  scheduled: 'Scheduled',
  state: 'State',
  field: { title: 'Title', body: 'Description', kind: 'Type', day: 'Day', sent: 'Publish in What’s new' },
  help: { day: 'Before that day only the platform’s staff see it.' },
  choice: { kind: { system_update: 'System update', new_version: 'New version', improvement: 'Improvement' } },
  section: { whatText: 'A missing language is read in English or, without English, in Portuguese.' },
  timeline: {
    synonyms: 'release notes, changelog, updates',
    title: 'What’s new',
    purpose: 'What has changed on the platform, newest first.',
    empty: 'No updates yet. They appear here as soon as they are published.',
  },
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Report access',
  title: 'Report access',
  field: {
    report: 'Report',
    place: 'Group and subgroup',
    person: 'Person',
    email: 'E-mail',
    way: 'Grant',
    groups: 'User groups',
    opens: 'May open',
  },
  choice: { way: { direct: 'Direct', group: 'By group', manager: 'Manages reports' } },
  yes: 'Yes',
  hidden: 'No: hidden',
  byReport: {
    synonyms: 'who sees, who may open, permissions',
    title: 'Users per report',
    purpose: 'Who may open each report, and by which grant.',
    add: 'Grant',
    empty: 'Publish a report and grant it to somebody.',
  },
  byUser: {
    synonyms: 'what each person sees, permissions',
    title: 'Reports per user',
    purpose: 'What each person may open, and by which grant.',
    add: 'Grant',
    empty: 'Add people and grant reports to them.',
  },
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

const nounPhrases = noun('workspace')

export default {
  ...nounPhrases,
  audit: {
    updated: '{{actor}} renamed the workspace {{target}}',
    added: nounPhrases.audit.added,
    removed: '{{actor}} took out the workspace {{target}}',
  },
  synonyms: 'work areas, Power BI',
  title: 'Workspaces',
  purpose: 'Places at the report service that this unit may publish from.',
  empty: 'Add a workspace of one of the accounts to publish its reports.',
  createdAt: 'Added on',
  hiddenAccount: 'Account not visible to you',
  field: { name: 'Name', account: 'Account', reports: 'Published reports' },
  reports: 'Reports at the service',
  noReports: 'There are no reports in this workspace. Publish one to it from Power BI Desktop.',
  published: 'Published',
  secured: 'Each person sees their own rows',
  rename: 'Rename',
  renameTitle: 'Rename {{name}}',
  renameText: 'Only the name in the portal changes. At the service, the workspace keeps its own.',
  datasets: 'Data sets',
  noDatasets: 'There are no data sets in this workspace.',
  dashboards: 'Dashboards',
  noDashboards:
    'This workspace has no dashboards. People who use Power BI create one at the service by pinning visuals of a report.',
  dashboardsText: 'Dashboards stay at the service: the portal opens the reports behind the tiles.',
  noTiles: 'This dashboard has no tiles.',
  untitledTile: 'Tile without a title',
  tileReport: 'Published report',
  tileData: 'Data of {{name}}',
  tileUnpublished: 'Not from a report that is published here.',
  unused: 'No published report uses it.',
  usedBy: 'Used by',
  by: 'Configured by {{name}}',
  refreshable: 'Can be refreshed',
  people_one: '{{count}} person',
  people_other: '{{count}} people',
  dialog: {
    account: 'Of which account?',
    findAccount: 'Find an account by name',
    of: 'Workspaces of {{account}}',
    search: 'Filter by name',
    added: 'Added',
    share: 'Share',
    shareText: 'Another unit already publishes from this workspace. Once shared, this unit can publish from it too.',
    none: 'This account reaches no workspace. Add its application as a member of one, at the service.',
    noneFound: 'No workspace of this name.',
    noAccount: 'There are no accounts yet. Register one first.',
    toAccounts: 'Go to accounts',
  },
} satisfies Phrases<typeof ptBR>

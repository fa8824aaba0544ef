import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  reports_one: '{{count}} new report for you',
  reports_other: '{{count}} new reports for you',
  unread_one: '{{count}} unread notification',
  unread_other: '{{count}} unread notifications',
  unreadMany: 'More than {{count}} unread notifications',
  open: 'Open',
  dismiss: 'Dismiss',
  nothing: {
    manager: 'Add a workspace and publish the first report.',
    start: 'Add a report',
  },
  steps: {
    title: 'First steps',
    count: '{{done}} of {{count}} done',
    done: 'Done',
    account: 'Connect a report account',
    workspace: 'Add a workspace',
    report: 'Import a report',
    group: 'Create a user group',
    grant: 'Grant a report to somebody',
    person: 'Invite people',
  },
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

const nounPhrases = noun('external report')

export default {
  ...nounPhrases,
  audit: { ...nounPhrases.audit, hosts_updated: '{{actor}} changed the allowed hosts of external reports' },
  synonyms: 'links, web pages, URL, iframe, Looker, Tableau',
  title: 'External reports',
  purpose: 'Https pages of other hosts, shown in an isolated frame.',
  empty: 'Allow a host first, then add the address of the report.',
  open: 'Open',
  back: 'All reports',
  from: 'Page of {{host}}',
  frame: {
    late: 'This page has not opened yet',
    lateText: 'Its server has not answered. Open the page in a new tab, or try again later.',
    hint: 'Nothing here? Some servers do not allow their pages to be shown here.',
    open: 'Open in a new tab',
  },
  grantees: '{{people}} people, {{groups}} groups',
  field: {
    name: 'Name',
    description: 'Description',
    address: 'Address',
    people: 'Granted to',
    groups: 'Groups',
    hosts: 'Hosts',
  },
  help: {
    address: 'An https address of an allowed host, without a port.',
  },
  hosts: {
    open: 'Allowed hosts',
    title: 'Allowed hosts',
    label: 'Hosts',
    help: 'Only pages of these hosts can be shown. A subdomain is another host.',
    wrong: '“{{entry}}” is not a host name',
  },
  section: {
    whatText: 'The page sees its own host, and nothing of the portal.',
    who: 'Who may open it',
    whoText: 'People and groups. Managers of reports open all.',
  },
} satisfies Phrases<typeof ptBR>

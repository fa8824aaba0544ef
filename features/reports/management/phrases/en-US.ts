import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('portal usage report'),
  synonyms: 'management reports, publish to units',
  title: 'Portal usage reports',
  purpose: 'What business units read about their own use of the portal.',
  empty: 'Publish the first portal usage report to the business units.',
  field: {
    title: 'Title',
    description: 'Description',
    source: 'Content',
    readers: 'Who reads it',
    tenant_ids: 'Business units',
    published: 'Published',
  },
  help: {
    tenant_ids: 'None: all units.',
    published: 'When off, nobody sees it in the units.',
  },
  choice: {
    source: {
      usage: 'Views by day and hour',
      people: 'Readers, and reports that nobody reads',
      performance: 'Waiting times and failures',
    },
    readers: {
      managers: 'Administrators',
      everybody: 'Everybody',
    },
  },
  section: {
    what: 'Report',
    whatText: 'What is missing in a language is read in English or, without English, in Portuguese.',
    to: 'Publication',
    toText: 'Each unit sees its own numbers only, and no name of a person.',
  },
  all: 'All',
  yes: 'Yes',
  no: 'No',
  page: {
    synonyms: 'management reports, adoption, published by the partner',
    title: 'Portal usage reports',
    purpose: 'Numbers of your unit about the use of the portal.',
    empty: 'No portal usage reports for you yet',
    emptyText: 'The platform or your partner publishes reports about the use of the portal here.',
    ofPlatform: 'From the platform',
    ofPartner: 'From the partner',
    back: 'Portal usage reports',
  },
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('custom field'),
  synonyms: 'attributes, extra fields, employee number',
  title: 'Custom fields',
  purpose: 'What one wants to know of people beyond what the portal asks.',
  purposeOfPartner: 'What is to be known of people. A partner’s fields hold in all of its business units.',
  add: 'New field',
  deleteText: 'What was filled in will be erased from everybody’s record, too.',
  empty: 'Create a field, such as “Badge” or “Store”, and it appears in the form of each person.',
  partner: 'Partner',
  ofPartner: 'Partner’s',
  definedBy: 'Defined by {{partner}}',
  people: 'Filled in',
  filled_zero: 'By nobody',
  filled_one: 'By {{shown}} person',
  filled_other: 'By {{shown}} people',
  field: {
    name: 'Name',
    kind: 'Kind',
    options: 'Options',
    required: 'Required',
    searchable: 'Searchable',
    in_registration: 'In self-registration',
    global: 'Partner’s',
    parceiro_id: 'Partner',
  },
  help: {
    options: 'Type an option and press Enter. Whoever has an option that is taken out keeps it.',
    required: 'For new people, and for whoever deletes the value.',
    searchable: 'The search of users finds people by this field, too.',
    in_registration: 'People who register themselves are asked for it, too.',
  },
  choice: {
    kind: {
      text: 'Text',
      number: 'Number',
      date: 'Date',
      list: 'List',
      single: 'Single choice',
      multiple: 'Multiple choice',
    },
  },
  section: {
    what: 'Field',
    whatText: 'What it is called in the form, and which answers it takes.',
    partnerText:
      'What it is called in the form, and which answers it takes. It is asked in all business units of the partner.',
    globalText:
      'It belongs to the partner and is asked in all of its business units. It is filled in here; only the partner changes it.',
    valuesText: 'Defined by this business unit and its partner.',
  },
} satisfies Phrases<typeof ptBR>

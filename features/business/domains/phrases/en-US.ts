import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

const words = noun('domain')

export default {
  ...words,
  synonyms: 'DNS, own address, CNAME, TXT, certificate, HTTPS',
  title: 'Domains',
  purpose: 'Addresses of your own that lead to a business unit or to the partner.',
  empty:
    'With a domain of their own, people sign in at an address of the company, such as bi.company.com. Add the domain and prove with a TXT record in DNS that it is yours.',
  deleteText:
    'People who sign in at this address no longer find the portal there, and sessions opened there end. Links of mails already sent with this address no longer open. The address of the portal (subdomain) keeps working.',
  deletePresent: 'You are at this address now: after the removal, sign in at the address of the portal.',
  leadsTo: 'Leads to',
  toPartner: '{{partner}} (partner)',
  open: 'Open',
  copy: 'Copy',
  copied: 'Copied',
  fee: 'Each verified domain of a business unit is on the bill of the month.',
  toDomains: 'Domains',
  mainOf: 'Main domain: {{host}}',
  noneYet: 'No main domain yet.',
  field: {
    name: 'Domain',
    readable: 'Readable name',
    tenant_id: 'Leads to',
    parceiro_id: 'Partner',
    state: 'State',
    main: 'Main',
    checked_at: 'Last check',
    created_at: 'Added on',
    fault: 'Result',
    reason: 'Reason',
  },
  help: {
    reason:
      'Only for a name that looks like another one or has two alphabets: why it is allowed. The audit trail keeps it.',
    name: 'Only the name, without https:// and without a slash: bi.company.com. Accents are accepted.',
    tenant_id: 'A business unit, or the partner itself.',
  },
  section: {
    what: 'Domain',
    whatText:
      'The name and where it leads. After adding it you see the TXT record that proves that the domain is yours.',
  },
  state: {
    waiting: 'Waiting for proof',
    verified: 'Verified',
    refused: 'Refused',
  },
  stateText: {
    waiting: 'This address leads nowhere yet. Create the TXT record below and check.',
    verified: 'This address leads to {{target}}.',
    refused: 'If it is yours, create the TXT record and check again after the other one removed it.',
  },
  proof: {
    dns: 'Proved by the TXT record on {{date}}.',
    hand: 'Confirmed by hand by {{person}} on {{date}}: {{reason}}',
    before: 'Older than the proof by DNS.',
  },
  fault: {
    not_found: 'The TXT record does not exist yet. A change in DNS may take some hours.',
    wrong_value: 'There is a TXT record with this name, but with another value. Copy the value below again.',
    alias: 'The name of the record is an alias (CNAME) of another name. Create a TXT record in its place.',
    flood: 'DNS answered too many records for this name. Leave only the record below.',
    unreachable: 'No DNS server answered. Try again in a few minutes.',
    no_resolver: 'This portal asks no DNS. The staff of the platform confirm the domain by hand.',
    taken: 'Another partner already proved that this domain is theirs.',
  },
  warning: {
    refused: 'Another partner proved that this domain is theirs. Yours was refused.',
    gave_up: 'The TXT record did not appear in 30 days. The portal stopped looking; you can still check by hand.',
    lost: 'The TXT record that proves the domain was not found. The domain keeps working; create the record again.',
  },
  steps: {
    title: 'Prove that the domain is yours',
    one: 'Open the DNS page where the domain is registered (Cloudflare, GoDaddy or another). Whoever looks after the company’s website or e-mail has access to it.',
    two: 'Create a record of type TXT with this name and this value.',
    three: 'Point the domain itself to the portal, with a CNAME record to {{host}}.',
    four: 'Come back here and check. The portal also checks by itself from time to time.',
    keep: 'Leave the record in DNS: the portal looks for it once a day.',
    name: 'Name of the record',
    value: 'Value of the record',
  },
  check: {
    action: 'Check now',
    verified: 'The domain is verified.',
    found: 'The TXT record is there.',
    next: 'Next automatic check: {{date}}.',
  },
  mainAct: {
    action: 'Make it the main one',
    done: 'This is the main domain now.',
    text: 'The main domain is the address used in mails and links.',
    tryFirst: 'Before you make it the main one, check that it opens the portal.',
    open: 'Open {{host}}',
  },
  confirm: {
    action: 'Confirm by hand',
    title: 'Confirm {{host}} by hand',
    text: 'Only without DNS: you vouch that the domain is the partner’s. The reason stays in the audit trail.',
    done: 'The domain is confirmed.',
  },
  audit: {
    ...words.audit,
    checked: '{{actor}} had the domain {{target}} checked',
    verified: '{{actor}} verified the domain {{target}}',
    confirmed: '{{actor}} confirmed the domain {{target}} by hand',
    main_set: '{{actor}} made {{target}} the main domain',
    refused: '{{actor}} refused the domain {{target}}, which another partner proved',
    gave_up: '{{actor}} stopped looking for the record of the domain {{target}}',
    lost: '{{actor}} did not find the TXT record of the domain {{target}}',
  },
} satisfies Phrases<typeof ptBR>

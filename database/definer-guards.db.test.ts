// Mutation tests of the functions that bypass row-level security. Each answers a caller with the right; a caller without it gets nothing;
// then the guard is removed from the function, and the same caller gets in. So each guard is needed, and nothing else hides that one is
// missing. Called without any session: definers-without-session.db.test.ts. Functions of triggers judge no caller.
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { partners, people, tenants } from '#testing/world.ts'
import { definerFunctions } from './rls-policies.ts'

const portal = testPortal()
const norte = tenants.norte.id
const ugo = people.userOfNorte.id
const marta = people.masterOfAlfa.id
const some = '00000009-0000-4000-8000-000000000001'

type Caller = { tenant?: string; partner?: string; user: string; profile: string }
const outside = (user: string, profile: string, partner?: string): Caller => ({
  user,
  profile,
  ...(partner && { partner }),
})
const inside = (tenant: keyof typeof tenants, user: string, profile: string): Caller => ({
  tenant: tenants[tenant].id,
  partner: tenants[tenant].partner_id,
  user,
  profile,
})
const callers = {
  'the platform': outside(people.platform.id, 'a2m'),
  'a master of the partner': outside(marta, 'master', partners.alfa.id),
  'a master of another partner': outside(people.masterOfBeta.id, 'master', partners.beta.id),
  'an administrator of the unit': inside('norte', people.adminOfNorte.id, 'admin'),
  'a reader of the unit': inside('norte', ugo, 'user'),
  'a colleague of the unit': inside('norte', people.otherUserOfNorte.id, 'user'),
  'an administrator of a sister unit': inside('sul', people.adminOfSul.id, 'admin'),
  'an administrator of another partner': inside('leste', people.adminOfLeste.id, 'admin'),
} satisfies Record<string, Caller>
type Who = keyof typeof callers

type Scenario = {
  of: string
  by: Who
  /** Not this one. */
  not: Who
  /** SQL that calls the function; a true result means that the function answered the caller. With `effect`: a call whose answer does not count. */
  ask: string
  /** What is true when the call had its effect. */
  effect?: string
  /** Rows that must be there. */
  given?: string
  /** The text of the guard, and what is left when it is removed. */
  guard: string
  without: string
  /** The helper in which the guard stands. */
  in?: string
}

const billOfNorte = `insert into clients (id, partner_id, name, price, domain_fee) values ('${some}', '${partners.alfa.id}', 'Vale Verde', 10, 0);
  update tenants set client_id = '${some}', client_standing = (select standing from clients where id = '${some}') where id = '${norte}';
  insert into bills (id, number, partner_id, client_id, name, partner, customer, reference_month, date_of_issue, date_due, billed_users, number_of_bonus, price, domains, domain_fee, timezone)
    values ('${some}', 99001, '${partners.alfa.id}', '${some}', 'Vale Verde', 'Alfa', '{}', '2026-01-01', '2026-02-01', '2026-02-10', 1, 0, 10, 0, 0, 'America/Sao_Paulo');
  insert into bill_people (bill_id, partner_id, tenant_id, tenant, user_id, standing) values ('${some}', '${partners.alfa.id}', '${norte}', 'Norte', '${ugo}', 'counted');`
/** The bill lists a person of the sister unit as well, or the sister unit belongs to the same client. */
const sister = {
  listed: `insert into bill_people (bill_id, partner_id, tenant_id, tenant, user_id, standing) values ('${some}', '${partners.alfa.id}', '${tenants.sul.id}', 'Sul', '${ugo}', 'counted');`,
  ofClient: `update tenants set client_id = '${some}', client_standing = (select standing from clients where id = '${some}') where id = '${tenants.sul.id}';`,
}
const costsReport = (readers: string) =>
  `insert into management_reports (id, partner_id, title, description, source, readers) values ('${some}', '${partners.alfa.id}', '{"pt-BR": "Custos"}', '{}', 'costs', '${readers}');`
const embeddedReport = (
  units: string,
) => `insert into embedding_accounts (id, partner_id, name, kind, directory_id, app_id, secret_sealed) values ('${some}', '${partners.alfa.id}', 'Da Alfa', 'local', 'd', 'a', '');
  insert into management_reports (id, partner_id, title, description, source, readers, tenant_ids, embedded) values ('${some}', '${partners.alfa.id}', '{"pt-BR": "Painel"}', '{}', 'report', 'everybody', '${units}', '{"account_id": "${some}"}');`
const publishingAccounts = `select exists (select from app.publishing_accounts() where id = '${some}') as "in"`
const readBills = `select exists (select from app.management_bills('${some}', '2026-01-01', '2026-01-01')) as "in"`

const isPartner = ' and t.partner_id = app.partner_id()'
const ofNorte = (fn: string) => `select exists (select from app.${fn} where tenant_id = '${norte}') as "in"`
const session = `exists (select from sessions where user_id = '${ugo}' and ended_at is not null)`
const account = `
  insert into embedding_accounts (id, partner_id, name, kind, directory_id, app_id, secret_sealed)
  values ('${some}', '${partners.alfa.id}', 'Conta', 'local', '', '', '');
  insert into workspaces (tenant_id, partner_id, account_id, service_id, name)
  values ('${norte}', '${partners.alfa.id}', '${some}', 'w', 'Vendas');`
const factor = (person: string) =>
  `insert into two_factors (user_id, secret_sealed, last_step, recovery_salt) values ('${person}', '', 0, '');`
const trusted = (person: string) =>
  `insert into sign_in_devices (user_id, token_hash, network, trusted_until) values ('${person}', '\\x01', '', now() + interval '1 day');`
const broadcast = `
  insert into broadcasts (id, partner_id, name, message, starts_on) values ('${some}', '${partners.alfa.id}', 'Parada', '{}', current_date - 2);`
const term = (place = 'after_login') => `
  insert into user_terms (id, tenant_id, title, body, condition, place, edition) values ('${some}', '${norte}', '{"pt-BR": "Termo"}', '{}', 'mandatory', '${place}', 1);
  insert into user_term_editions (term_id, edition, tenant_id, title, body) values ('${some}', 1, '${norte}', '{}', '{}');`
const accepted = `insert into user_term_acceptances (term_id, edition, user_id, address) values ('${some}', 1, '${ugo}', '10.0.0.1');`
const client = `
  insert into clients (id, partner_id, name) values ('${some}', '${partners.alfa.id}', 'Cliente');
  update tenants set client_id = c.id, client_standing = c.standing from clients c where tenants.id = '${norte}';
  insert into billable_people (tenant_id, client_id, month, user_id) values ('${norte}', '${some}', date '2026-01-01', '${ugo}');
  insert into domain_periods (tenant_id, client_id, domain_id, host, verified_at)
  values ('${norte}', '${some}', '${some}', 'bi.example', '2026-01-01T12:00:00Z');`
const closing = {
  ask: `select app.set_staff_entry('${norte}', false)`,
  effect: `exists (select from settings where tenant_id = '${norte}' and not allow_remote_access)`,
}
const ofClient = (fn: string) => `select exists (select from app.${fn} where client_id = '${some}') as "in"`
const peopleOfBills = `people_of_bills(date '2026-01-01', array['${some}']::uuid[])`
const usedMonths = `
  insert into billable_people (tenant_id, client_id, month, user_id, first_day, last_day)
  select '${norte}', '${some}', m, '${ugo}', m, m
    from (values (date_trunc('month', now() at time zone 'America/Sao_Paulo')::date),
                 ((date_trunc('month', now() at time zone 'America/Sao_Paulo') - interval '1 month')::date)) v (m)
  on conflict do nothing;`
const forecast = `select exists (select from app.people_forecast('${some}',
  date_trunc('month', now() at time zone 'America/Sao_Paulo')::date)) as "in"`
const countedPeople = `select exists (select from app.counted_people(date '2026-01-01') where standing = 'counted') as "in"`
const team = 'app.manages_team(partner_id)'
const ourUnits = {
  by: 'a master of the partner',
  not: 'a master of another partner',
  guard: isPartner,
  without: '',
} as const
const notTheirs = { guard: 'app.tenant_id() is null and ', without: '' } as const
const credentials = { by: 'an administrator of the unit', not: 'an administrator of a sister unit' } as const
const staffOnly = { by: 'the platform', not: 'a master of the partner' } as const
const otherTeam = { by: 'a master of the partner', not: 'a master of another partner' } as const
const otherUnit = { by: 'an administrator of the unit', not: 'an administrator of another partner' } as const
const bare = (text: string) => ({ guard: text, without: 'true' })

const orderedErasure = `
  insert into unit_erasures (unit_id, unit_name, partner_id, was_enabled, ordered_by, ordered_by_name, erase_at)
  values ('${norte}', 'Norte', '${partners.alfa.id}', true, '${people.platform.id}', 'P', now() + interval '14 days');
  update users set created_at = now() - interval '1 year', password_changed_at = now() - interval '1 year' where staff = 'master';`

const handedUp = `
  insert into tickets (tenant_id, id, number, name, text, level) values ('${norte}', '${some}', 1, 'Parado', 'Não abre', 'partner');`

/** A file of the ticket; `ticket` null: an upload of each master, with the id of the master. */
const withAttachment = (ticket: string | null) => `${handedUp}
  insert into files (path, partner_id, tenant_id, kind, bytes)
  select 'private/${norte}/' || substr(md5(u.id::text), 1, 22) || '.bin', '${partners.alfa.id}', '${norte}', 'K', 1 from users u where u.staff = 'master';
  insert into ticket_attachments (tenant_id, id, user_id, ticket_id, name, path, bytes)
  select '${norte}', ${ticket === null ? 'u.id' : `'${ticket}'`}, u.id, ${ticket === null ? 'null' : `'${ticket}'`}, 'F',
         'private/${norte}/' || substr(md5(u.id::text), 1, 22) || '.bin', 1
    from users u where u.staff = 'master' ${ticket === null ? '' : 'limit 1'};`

const scenarios: Scenario[] = [
  ...(
    [
      ['handed_tickets', `handed_tickets('${some}')`],
      ['handed_follow_ups', `handed_follow_ups('${some}', 9)`],
    ] as const
  ).map(([of, call]): Scenario => ({
    of,
    given: `${handedUp} insert into ticket_follow_ups (tenant_id, ticket_id, by_handler, text) values ('${norte}', '${some}', false, 'F');`,
    ask: `select exists (select from app.${call}) as "in"`,
    ...otherTeam,
    guard: ' AND (partner = app.partner_id())',
    without: '',
    in: 'sees_handed',
  })),
  {
    of: 'tickets_page',
    given: handedUp,
    ask: `select exists (select from app.tickets_page('parado', null, null, null, null, 'number', false, 25, 0, 9)) as "in"`,
    by: 'an administrator of the unit',
    not: 'an administrator of a sister unit',
    guard: `format('w.tenant_id = %L', app.tenant_id())`,
    without: `'true'`,
  },
  {
    of: 'handed_draft',
    in: 'sees_handed',
    given: `${handedUp} insert into ticket_drafts (tenant_id, ticket_id, user_id, text, internal)
      select '${norte}', '${some}', u.id, 'D', false from users u where u.staff = 'master';`,
    ask: `select exists (select from app.handed_draft('${some}')) as "in"`,
    ...otherTeam,
    guard: ' AND (partner = app.partner_id())',
    without: '',
  },
  {
    of: 'save_handed_draft',
    in: 'sees_handed',
    given: handedUp,
    ask: `select app.save_handed_draft('${some}', 'D', false) as "in"`,
    ...otherTeam,
    guard: ' AND (partner = app.partner_id())',
    without: '',
  },
  {
    of: 'answer_handed_ticket',
    given: handedUp,
    ask: `select app.answer_handed_ticket('${some}', 'F', false, false, null) is not null as "in"`,
    ...otherTeam,
    guard: ' AND (partner = app.partner_id())',
    without: '',
    in: 'sees_handed',
  },
  ...(
    [
      ['handed_attachments', `exists (select from app.handed_attachments('${some}'))`],
      ['handed_attachment', `exists (select from app.handed_attachment('${some}'))`],
      [
        'add_handed_attachment',
        `exists (select from app.add_handed_attachment('${some}', 'F', 'private/${norte}/${'b'.repeat(22)}.bin', 'K', 1))`,
      ],
    ] as const
  ).map(([of, call]): Scenario => ({
    of,
    given: withAttachment(some),
    ask: `select ${call} as "in"`,
    ...otherTeam,
    guard: ' AND (partner = app.partner_id())',
    without: '',
    in: 'sees_handed',
  })),
  {
    of: 'attach_handed',
    given: `${withAttachment(null)}
      insert into ticket_follow_ups (tenant_id, id, ticket_id, user_id, by_handler, text)
      select '${norte}', u.id, '${some}', u.id, true, 'F' from users u where u.staff = 'master';`,
    ask: `select app.attach_handed('${some}', app.user_id(), array[app.user_id()]) = 1 as "in"`,
    ...otherTeam,
    guard: ' AND (partner = app.partner_id())',
    without: '',
    in: 'sees_handed',
  },
  {
    of: 'hand_ticket',
    given: handedUp,
    ask: `select app.hand_ticket('${some}', 'unit', 'N') is not null as "in"`,
    ...otherTeam,
    guard: ' AND (partner = app.partner_id())',
    without: '',
    in: 'sees_handed',
  },
  {
    of: 'set_staff_support_agent',
    ask: `select app.set_staff_support_agent('${marta}', false)`,
    effect: `exists (select from users where id = '${marta}' and not support_agent)`,
    ...otherTeam,
    guard: ' and app.manages_team(partner_id)',
    without: '',
  },
  {
    of: 'taken_emails',
    ask: `select exists (select from app.taken_emails(array['${people.userOfSul.email}'])) as "in"`,
    by: 'an administrator of the unit',
    not: 'a master of the partner',
    ...bare('app.tenant_id() is not null'),
  },
  {
    of: 'taken_emails',
    ask: `select exists (select from app.taken_emails(array['${people.userOfSul.email}'])) as "in"`,
    by: 'an administrator of the unit',
    not: 'a reader of the unit',
    ...bare(`app.profile() is distinct from 'user'`),
  },
  {
    of: 'sibling_units',
    ask: `select exists (select from app.sibling_units() where id = '${tenants.sul.id}') as "in"`,
    ...otherUnit,
    guard: 't.partner_id = own.partner_id and ',
    without: '',
  },
  {
    of: 'sibling_units',
    ask: `select exists (select from app.sibling_units() where id = '${tenants.sul.id}') as "in"`,
    by: 'an administrator of the unit',
    not: 'a reader of the unit',
    ...bare(`app.profile() in ('a2m', 'master', 'admin')`),
  },
  {
    of: 'people_of_sibling',
    ask: `select exists (select from app.people_of_sibling('${tenants.sul.id}', '', null, 10, 0)) as "in"`,
    ...otherUnit,
    ...bare('unit in (select s.id from app.sibling_units() s)'),
  },
  { of: 'active_users', ask: ofNorte('active_users()'), ...ourUnits },
  {
    of: 'active_users',
    ask: ofNorte('active_users()'),
    by: 'the platform',
    not: 'an administrator of a sister unit',
    ...notTheirs,
  },
  { of: 'units_to_enter', ask: ofNorte('units_to_enter()'), ...ourUnits },
  {
    of: 'units_to_enter',
    ask: ofNorte('units_to_enter()'),
    by: 'the platform',
    not: 'an administrator of a sister unit',
    ...notTheirs,
  },
  { of: 'set_staff_entry', ...closing, ...ourUnits },
  {
    of: 'set_staff_entry',
    ...closing,
    by: 'the platform',
    not: 'an administrator of a sister unit',
    ...notTheirs,
  },
  { of: 'unit_activity', ask: ofNorte('unit_activity()'), ...ourUnits },
  {
    of: 'unit_activity',
    ask: ofNorte('unit_activity()'),
    by: 'the platform',
    not: 'an administrator of a sister unit',
    ...notTheirs,
  },
  { of: 'usage_by_unit', ask: ofNorte('usage_by_unit(null, null, 30)'), ...ourUnits },
  {
    of: 'usage_by_unit',
    ask: ofNorte('usage_by_unit(null, null, 30)'),
    by: 'the platform',
    not: 'an administrator of a sister unit',
    ...notTheirs,
  },
  { of: 'failed_reports', ask: ofNorte('failed_reports()'), ...ourUnits },
  {
    of: 'failed_reports',
    ask: ofNorte('failed_reports()'),
    by: 'the platform',
    not: 'an administrator of a sister unit',
    ...notTheirs,
  },
  {
    of: 'billed_people',
    given: client,
    ask: ofClient("billed_people(date '2026-01-01')"),
    ...ourUnits,
    guard: ' and c.partner_id = app.partner_id()',
  },
  {
    of: 'billed_people',
    given: client,
    ask: ofClient("billed_people(date '2026-01-01')"),
    by: 'the platform',
    not: 'an administrator of a sister unit',
    ...notTheirs,
  },
  { of: 'people_of_bills', given: client, ask: ofClient(peopleOfBills), ...ourUnits },
  {
    of: 'people_of_bills',
    given: client,
    ask: ofClient(peopleOfBills),
    by: 'the platform',
    not: 'an administrator of a sister unit',
    ...notTheirs,
  },
  {
    of: 'people_forecast',
    given: client + usedMonths,
    ask: forecast,
    ...ourUnits,
    guard: ' and c.partner_id = app.partner_id()',
  },
  {
    of: 'people_forecast',
    given: client + usedMonths,
    ask: forecast,
    by: 'the platform',
    not: 'an administrator of a sister unit',
    ...notTheirs,
  },
  {
    of: 'counted_people',
    given: client,
    ask: countedPeople,
    by: 'an administrator of the unit',
    not: 'a reader of the unit',
    guard: ` and app.profile() in ('a2m', 'master', 'admin')`,
    without: '',
  },
  { of: 'billed_domains', given: client, ask: ofClient("billed_domains(date '2026-01-01')"), ...ourUnits },
  {
    of: 'billed_domains',
    given: client,
    ask: ofClient("billed_domains(date '2026-01-01')"),
    by: 'the platform',
    not: 'an administrator of a sister unit',
    ...notTheirs,
  },
  { of: 'client_people', given: client, ask: ofClient('client_people()'), ...staffOnly, ...bare('app.on_platform()') },
  {
    of: 'set_seller',
    ask: `select app.set_seller('${people.platform.id}', true)`,
    effect: `(select seller from users where id = '${people.platform.id}')`,
    ...staffOnly,
    ...bare('app.on_platform()'),
  },
  {
    of: 'set_billing_administrator',
    ask: `select app.set_billing_administrator('${marta}', true)`,
    effect: `(select billing_administrator from users where id = '${marta}')`,
    by: 'the platform',
    not: 'a master of another partner',
    ...bare(team),
  },
  {
    of: 'set_billing_administrator',
    ask: `select app.set_billing_administrator('${marta}', true)`,
    effect: `(select billing_administrator from users where id = '${marta}')`,
    by: 'the platform',
    not: 'a master of the partner',
    ...bare('id <> app.user_id()'),
  },
  {
    of: 'people_by_field',
    given: `insert into custom_fields (id, partner_id, tenant_id, name, kind) values ('${some}', '${partners.alfa.id}', null, 'Cargo', 'text');
      update memberships set custom = jsonb_build_object('${some}', 'x') where user_id = '${ugo}';`,
    ask: `select exists (select from app.people_by_field() where field_id = '${some}') as "in"`,
    ...otherUnit,
    ...bare('(select app.tenant_id()) = m.tenant_id'),
  },
  {
    of: 'foreign_workspaces',
    given: account,
    ask: `select exists (select from app.foreign_workspaces()) as "in"`,
    by: 'an administrator of a sister unit',
    not: 'an administrator of another partner',
    ...bare('w.partner_id = app.partner_id()'),
  },
  {
    of: 'sleeping_capacity',
    given: `${account} insert into capacities (partner_id, tenant_id, name, account_id, state) values ('${partners.alfa.id}', null, 'A1', '${some}', 'paused');`,
    ask: `select app.sleeping_capacity('${some}') is not null as "in"`,
    ...otherUnit,
    ...bare('c.partner_id = app.partner_id()'),
  },
  {
    of: 'sleeping_capacity',
    given: `${account} insert into capacities (partner_id, tenant_id, name, account_id, state) values ('${partners.alfa.id}', '${norte}', 'A1', '${some}', 'paused');`,
    ask: `select app.sleeping_capacity('${some}') is not null as "in"`,
    ...credentials,
    ...bare('(c.tenant_id is null or c.tenant_id = app.tenant_id())'),
  },
  {
    of: 'own_sessions',
    ask: `select exists (select from app.own_sessions() where unit = 'Norte') as "in"`,
    by: 'a reader of the unit',
    not: 'an administrator of another partner',
    ...bare('s.user_id = app.user_id()'),
  },
  {
    of: 'own_tenants',
    ask: `select exists (select from app.own_tenants() where id = '${norte}') as "in"`,
    ...otherUnit,
    ...bare('u.id = app.user_id()'),
  },
  {
    of: 'people_page',
    in: 'people_filter',
    ask: `select exists (select from app.people_page('', false, null, null, null, 'name', false, 25, 0) where user_id = '${ugo}') as "in"`,
    ...credentials,
    guard: `format('w.tenant_id = %L', app.tenant_id())`,
    without: `'true'`,
  },
  {
    of: 'people_found',
    in: 'people_filter',
    ask: `select exists (select from app.people_found('{%ugo%}', 'ugo', false, 5) where user_id = '${ugo}') as "in"`,
    ...credentials,
    guard: `format('w.tenant_id = %L', app.tenant_id())`,
    without: `'true'`,
  },
  {
    of: 'manages_credentials_of',
    ask: `select app.manages_credentials_of('${ugo}') as "in"`,
    ...credentials,
    ...bare('u.home_tenant_id = app.tenant_id()'),
  },
  {
    of: 'has_second_factor',
    given: factor(ugo),
    ask: `select app.has_second_factor('${ugo}') as "in"`,
    ...credentials,
    ...bare('app.manages_credentials_of(person)'),
  },
  {
    of: 'reset_two_factor',
    given: factor(ugo),
    ask: `select app.reset_two_factor('${ugo}')`,
    effect: `not exists (select from two_factors)`,
    ...credentials,
    guard: 'not app.manages_credentials_of(person)',
    without: 'false',
  },
  {
    of: 'trusted_browsers',
    given: trusted(ugo),
    ask: `select app.trusted_browsers() = 1 as "in"`,
    by: 'a reader of the unit',
    not: 'a colleague of the unit',
    ...bare('user_id = app.user_id()'),
  },
  {
    of: 'forget_trusted_browsers',
    given: trusted(ugo),
    ask: `select app.forget_trusted_browsers()`,
    effect: `not exists (select from sign_in_devices where trusted_until is not null)`,
    by: 'a reader of the unit',
    not: 'a colleague of the unit',
    ...bare('user_id = app.user_id()'),
  },
  {
    of: 'add_access_link',
    ask: `select app.add_access_link('${ugo}', '\\x01', 60)`,
    effect: `exists (select from one_time_tokens where user_id = '${ugo}')`,
    ...credentials,
    ...bare('u.home_tenant_id = app.tenant_id()'),
  },
  {
    of: 'end_sessions_of',
    ask: `select app.end_sessions_of('${ugo}', 'block')`,
    effect: session,
    ...credentials,
    ...bare('tenant_id = app.tenant_id()'),
  },
  {
    of: 'end_all_sessions_of',
    ask: `select from app.end_all_sessions_of('${ugo}', 'block', '${some}')`,
    effect: session,
    ...credentials,
    ...bare('u.home_tenant_id = app.tenant_id()'),
  },
  {
    of: 'end_own_sessions',
    ask: `select from app.end_own_sessions(null, '${some}', 'logout')`,
    effect: session,
    by: 'a reader of the unit',
    not: 'a colleague of the unit',
    ...bare('s.user_id = app.user_id()'),
  },
  {
    of: 'add_first_administrator',
    given: `insert into tenants (id, partner_id, name, subdomain) values ('${some}', '${partners.alfa.id}', 'Nova', 'nova');`,
    ask: `select app.add_first_administrator('${some}', 'quokka@example.com', 'Quokka', 'pt-BR', '\\x01', 60)`,
    effect: `exists (select from memberships where tenant_id = '${some}')`,
    ...ourUnits,
  },
  {
    of: 'add_first_administrator',
    given: `insert into tenants (id, partner_id, name, subdomain) values ('${some}', '${partners.alfa.id}', 'Nova', 'nova');`,
    ask: `select app.add_first_administrator('${some}', 'quokka@example.com', 'Quokka', 'pt-BR', '\\x01', 60)`,
    effect: `exists (select from memberships where tenant_id = '${some}')`,
    by: 'the platform',
    not: 'an administrator of a sister unit',
    guard: `app.tenant_id() is null and app.profile() = 'master' and `,
    without: '',
  },
  {
    of: 'manages_factor_of_team_member',
    ask: `select app.manages_factor_of_team_member('${marta}') as "in"`,
    ...staffOnly,
    ...bare('app.on_platform()'),
  },
  {
    of: 'has_team_factor',
    given: factor(marta),
    ask: `select app.has_team_factor('${marta}') as "in"`,
    ...staffOnly,
    ...bare('app.manages_factor_of_team_member(person)'),
  },
  {
    of: 'reset_team_two_factor',
    given: factor(marta),
    ask: `select app.reset_team_two_factor('${marta}')`,
    effect: `not exists (select from two_factors)`,
    ...staffOnly,
    guard: 'not app.manages_factor_of_team_member(person)',
    without: 'false',
  },
  {
    of: 'may_confirm_erasure',
    given: orderedErasure,
    ask: `select app.may_confirm_erasure('${norte}') as "in"`,
    ...otherTeam,
    guard: ' and e.partner_id = app.partner_id()',
    without: '',
  },
  {
    of: 'update_team_member',
    ask: `select app.update_team_member('${marta}', (select 1), 'Quokka', null)`,
    effect: `exists (select from users where id = '${marta}' and name = 'Quokka')`,
    ...otherTeam,
    ...bare(team),
  },
  {
    of: 'set_team_state',
    given: `insert into users (id, email, name, staff, partner_id) values ('${some}', 'outra@example.com', 'Outra', 'master', '${partners.alfa.id}');`,
    ask: `select app.set_team_state('${some}', 'B')`,
    effect: `exists (select from users where id = '${some}' and staff_state = 'B')`,
    ...otherTeam,
    ...bare(team),
  },
  {
    of: 'set_team_password',
    given: `insert into users (id, email, name, staff, partner_id) values ('${some}', 'outra@example.com', 'Outra', 'master', '${partners.alfa.id}');`,
    ask: `select app.set_team_password('${some}', 'quokka')`,
    effect: `exists (select from users where id = '${some}' and password_hash = 'quokka')`,
    ...otherTeam,
    ...bare(team),
  },
  {
    of: 'remove_team_member',
    given: `insert into users (id, email, name, staff, partner_id) values ('${some}', 'outra@example.com', 'Outra', 'master', '${partners.alfa.id}');`,
    ask: `select app.remove_team_member('${some}')`,
    effect: `not exists (select from users where id = '${some}')`,
    ...otherTeam,
    ...bare(team),
  },
  {
    of: 'end_team_sessions',
    ask: `select from app.end_team_sessions('${marta}', 'block')`,
    effect: `exists (select from sessions where user_id = '${marta}' and ended_at is not null)`,
    ...otherTeam,
    ...bare('app.manages_team(u.partner_id)'),
  },
  {
    of: 'partner_staff',
    ask: `select exists (select from app.partner_staff()) as "in"`,
    ...staffOnly,
    ...bare('app.on_platform()'),
  },
  {
    of: 'platform_staff',
    ask: `select exists (select from app.platform_staff()) as "in"`,
    ...staffOnly,
    ...bare('app.on_platform()'),
  },
  {
    of: 'add_platform_staff',
    ask: `select app.add_platform_staff('quokka@example.com', 'Quokka', 'pt-BR', '\\x01', 60)`,
    effect: `exists (select from users where email = 'quokka@example.com')`,
    ...staffOnly,
    guard: 'not app.on_platform()',
    without: 'false',
  },
  {
    of: 'add_staff_link',
    given: `insert into users (id, email, name, staff) values ('${some}', 'outra@example.com', 'Outra', 'a2m');`,
    ask: `select app.add_staff_link('${some}', '\\x01', 60)`,
    effect: `exists (select from one_time_tokens where user_id = '${some}')`,
    ...staffOnly,
    guard: 'not app.on_platform() or ',
    without: '',
  },
  {
    // The function asks twice: for a session of the platform, and for its person.
    of: 'remove_platform_staff',
    given: `insert into users (id, email, name, staff) values ('${some}', 'outra@example.com', 'Outra', 'a2m');
      update users set staff = 'a2m', partner_id = null where id = '${people.masterOfBeta.id}';`,
    ask: `select app.remove_platform_staff('${some}')`,
    effect: `not exists (select from users where id = '${some}')`,
    by: 'the platform',
    not: 'a master of another partner',
    guard: 'not app.on_platform() or ',
    without: '',
  },
  {
    of: 'tell_partner',
    ask: `select app.tell_partner('dataset.failed', '{}', '/x', '')`,
    effect: `exists (select from staff_notifications where user_id = '${marta}')`,
    ...otherUnit,
    ...bare('t.id = app.tenant_id()'),
  },
  {
    of: 'origin_in_tenant',
    ask: `select app.origin_in_tenant('${norte}', '${marta}') = 'Alfa' as "in"`,
    ...otherUnit,
    ...bare('tenant = app.tenant_id()'),
  },
  {
    of: 'author_standing',
    ask: `select exists (select from app.author_standing('${ugo}')) as "in"`,
    ...otherUnit,
    ...bare('t.id = app.tenant_id()'),
  },
  {
    of: 'owner_standing',
    ask: `select exists (select from app.owner_standing('${ugo}')) as "in"`,
    ...otherUnit,
    guard: 'from app.author_standing(owner) s',
    without: `from (select 'admin' as profile, null as staff, '{}'::text[] as toggles) s`,
  },
  {
    of: 'present_broadcasts',
    given: broadcast,
    ask: `select exists (select from app.present_broadcasts()) as "in"`,
    ...otherUnit,
    ...bare('b.partner_id = app.partner_id()'),
  },
  {
    of: 'dismiss_broadcast',
    given: broadcast,
    ask: `select app.dismiss_broadcast('${some}')`,
    effect: 'exists (select from broadcast_dismissals)',
    ...otherUnit,
    guard: 'app.present_broadcasts() b',
    without: 'broadcasts b',
  },
  {
    of: 'dismissals_of',
    given: `${broadcast} insert into broadcast_dismissals (broadcast_id, user_id) values ('${some}', '${ugo}');`,
    ask: `select app.dismissals_of('${some}') > 0 as "in"`,
    ...otherTeam,
    ...bare('b.partner_id is not distinct from app.partner_id()'),
  },
  {
    of: 'asks_position',
    given: `insert into surveys (partner_id, enabled) values ('${partners.alfa.id}', true);`,
    ask: 'select app.asks_position() as "in"',
    ...otherUnit,
    ...bare('v.partner_id = app.partner_id()'),
  },
  {
    of: 'survey_people',
    ask: `select exists (select from app.survey_people() where user_id = '${ugo}') as "in"`,
    ...otherTeam,
    ...bare('t.partner_id = app.partner_id()'),
  },
  {
    of: 'survey_people',
    ask: `select exists (select from app.survey_people() where user_id = '${ugo}') as "in"`,
    by: 'the platform',
    not: 'an administrator of a sister unit',
    guard: `app.tenant_id() is null and app.profile() in ('a2m', 'master')`,
    without: 'true',
  },
  {
    of: 'own_terms_due',
    given: term(),
    ask: 'select exists (select from app.own_terms_due()) as "in"',
    ...credentials,
    guard: 'app.tenant_id()',
    without: `'${norte}'::uuid`,
  },
  {
    of: 'accept_term',
    given: term(),
    ask: `select from app.accept_term('${some}', 1, '10.0.0.1')`,
    effect: 'exists (select from user_term_acceptances)',
    ...credentials,
    ...bare('t.tenant_id = app.tenant_id()'),
  },
  {
    of: 'owes_report_terms',
    given: `${account}
      insert into report_groups (tenant_id, id, name) values ('${norte}', '${some}', 'G');
      insert into report_subgroups (tenant_id, id, group_id, name) values ('${norte}', '${some}', '${some}', 'S');
      insert into reports (tenant_id, id, subgroup_id, workspace_id, service_report_id, service_dataset_id, name)
      select '${norte}', '${some}', '${some}', id, 'r', 'd', 'Vendas' from workspaces;
      insert into user_terms (id, tenant_id, title, body, condition, place, report_id, edition)
      values ('${some}', '${norte}', '{"pt-BR": "Termo"}', '{}', 'mandatory', 'report', '${some}', 1);`,
    ask: `select app.owes_report_terms('${some}') as "in"`,
    ...credentials,
    guard: 'app.tenant_id()',
    without: `'${norte}'::uuid`,
  },
  {
    of: 'person_owes_terms',
    given: term(),
    ask: `select app.person_owes_terms('${ugo}', null) as "in"`,
    ...credentials,
    ...bare('m.tenant_id = app.tenant_id()'),
  },
  {
    of: 'people_asked',
    given: term(),
    ask: `select exists (select from app.people_asked('${some}', '${norte}') where user_id = '${ugo}') as "in"`,
    ...credentials,
    ...bare('(tenant = app.tenant_id() or app.tenant_id() is null)'),
  },
  {
    of: 'people_of_term',
    given: term(),
    ask: `select exists (select from app.people_of_term('${some}') where user_id = '${ugo}') as "in"`,
    ...credentials,
    ...bare('t.tenant_id is not distinct from app.tenant_id()'),
  },
  {
    of: 'acceptances_of',
    given: `${term()} ${accepted}`,
    ask: `select app.acceptances_of('${some}') > 0 as "in"`,
    ...credentials,
    ...bare('t.tenant_id is not distinct from app.tenant_id()'),
  },
  {
    of: 'keep_registration_terms',
    given: `${term('registration')} insert into registrations (tenant_id, id, email, name, language, password_hash, terms)
      select '${norte}', '${some}', email, name, 'pt-BR', '', '[{"id": "${some}", "version": 1, "at": "2026-01-01", "address": "10.0.0.1"}]' from users where id = '${ugo}';`,
    ask: `select app.keep_registration_terms('${some}', '${ugo}')`,
    effect: 'exists (select from user_term_acceptances)',
    ...credentials,
    ...bare('(app.tenant_id() is null or r.tenant_id = app.tenant_id())'),
  },
  {
    of: 'faq',
    given: `insert into faq_entries (id, tenant_id, question, answer, position) values ('${some}', '${norte}', '{"pt-BR": "Como?"}', '{}', 1);`,
    ask: `select exists (select from app.faq() where id = '${some}') as "in"`,
    ...credentials,
    ...bare('f.tenant_id = app.tenant_id()'),
  },
  {
    of: 'offered_ai_account',
    given: `insert into ai_accounts (partner_id, enabled, provider, base_url, model, monthly_budget, daily_budget) values ('${partners.alfa.id}', true, 'ollama', 'https://models.example/v1', 'm', 1, 1);`,
    ask: `select exists (select from app.offered_ai_account() where model = 'm') as "in"`,
    ...otherUnit,
    ...bare('a.partner_id = app.partner_id()'),
  },
  {
    of: 'offered_ai_account',
    given: `insert into ai_accounts (partner_id, enabled, provider, base_url, model, monthly_budget, daily_budget) values ('${partners.alfa.id}', true, 'ollama', 'https://models.example/v1', 'm', 1, 1);`,
    ask: `select exists (select from app.offered_ai_account() where model = 'm') as "in"`,
    by: 'an administrator of the unit',
    not: 'a master of the partner',
    ...bare('app.tenant_id() is not null'),
  },
  {
    of: 'emit_webhooks_above',
    given: `insert into webhooks (tenant_id, name, url, event_types, secret_sealed) values ('${norte}', 'Contas', 'https://receiver.example', '{bill.issued}', '');`,
    ask: `select exists (select from app.emit_webhooks_above('bill.issued', '[{"tenant_id": "${norte}", "data": {}}]')) as "in"`,
    by: 'the platform',
    not: 'a master of the partner',
    guard: 'app.on_platform()',
    without: 'true',
  },
  {
    of: 'management_reports',
    given: `insert into management_reports (id, partner_id, title, description, source, readers) values ('${some}', '${partners.alfa.id}', '{"pt-BR": "Uso"}', '{}', 'usage', 'everybody');`,
    ask: `select exists (select from app.management_reports() where id = '${some}') as "in"`,
    ...otherUnit,
    ...bare('m.partner_id = t.partner_id'),
  },
  {
    of: 'management_reports',
    given: `insert into management_reports (id, partner_id, title, description, source, tenant_ids, readers) values ('${some}', '${partners.alfa.id}', '{"pt-BR": "Uso"}', '{}', 'usage', '{${norte}}', 'everybody');`,
    ask: `select exists (select from app.management_reports() where id = '${some}') as "in"`,
    ...credentials,
    ...bare('t.id = any(m.tenant_ids)'),
  },
  {
    of: 'management_reports',
    given: `insert into management_reports (id, partner_id, title, description, source) values ('${some}', '${partners.alfa.id}', '{"pt-BR": "Uso"}', '{}', 'usage');`,
    ask: `select exists (select from app.management_reports() where id = '${some}') as "in"`,
    by: 'an administrator of the unit',
    not: 'a reader of the unit',
    ...bare(`app.profile() in ('a2m', 'master', 'admin')`),
  },
  {
    of: 'management_bills',
    given: `${billOfNorte}${sister.listed}${costsReport('everybody')}`,
    ask: readBills,
    ...credentials,
    ...bare('b.client_id = t.client_id'),
  },
  {
    of: 'management_bills',
    given: `${billOfNorte}${sister.ofClient}${costsReport('everybody')}`,
    ask: readBills,
    ...credentials,
    ...bare('o.listed > 0'),
  },
  {
    of: 'management_bills',
    given: `${billOfNorte}${costsReport('managers')}`,
    ask: readBills,
    by: 'an administrator of the unit',
    not: 'a reader of the unit',
    in: 'management_reports',
    ...bare(`app.profile() in ('a2m', 'master', 'admin')`),
  },
  {
    of: 'management_embedded',
    given: embeddedReport(`{${norte}}`),
    ask: `select exists (select from app.management_embedded('${some}')) as "in"`,
    ...credentials,
    in: 'management_reports',
    ...bare('t.id = any(m.tenant_ids)'),
  },
  {
    of: 'workspaces_of_units',
    given: account,
    ask: `select exists (select from app.workspaces_of_units('{w}')) as "in"`,
    by: 'a master of the partner',
    not: 'an administrator of the unit',
    guard: `app.profile() = 'master' and app.tenant_id() is null`,
    without: 'true',
  },
  {
    of: 'publishing_accounts',
    given: embeddedReport('{}'),
    ask: publishingAccounts,
    ...otherTeam,
    ...bare('a.partner_id = app.partner_id()'),
  },
  {
    of: 'publishing_accounts',
    given: embeddedReport('{}'),
    ask: publishingAccounts,
    by: 'a master of the partner',
    not: 'an administrator of the unit',
    guard: `app.profile() = 'master' and app.tenant_id() is null`,
    without: 'true',
  },
]

/** These judge no caller, and why. */
const withoutGuard: Record<string, string> = {
  open_session: 'its guards are the functions of gate-mutations.db.test.ts',
  open_api_key: 'finds a key by the hash of its value; api-keys.db.test.ts removes its guards',
  act_as_member:
    'every caller has a person already, so none gets an answer; judged in ticket-mails/server/process.db.test.ts',
  link_refusal: 'every caller has a person already, so none gets an answer; judged in tasks/server/pause.db.test.ts',
  note_api_key_use: 'stores the present day by the id of a key, which only its own requests know',
  is_embed_token_refused: 'tells of a secret token only whether its address is refused',
  find_host: 'finds the tenant of a host before anybody has signed in',
  find_subdomain: 'the same by subdomain',
  frame_origins: 'answers headers of pages that are loaded before a session exists',
  external_hosts: 'the same',
  app_hosts: 'the same',
  password_rules_of: 'tells the rules for the link of a new password, before a session exists',
  platform_people: 'an audit trail hides their addresses, whoever reads it',
  platform_emails: 'the same by e-mail',
  job_turn: 'the turn counts the waiting jobs of all tenants',
  job_waits: 'tells by the id of a group whether one of its jobs waits',
  platform_template: 'the texts of the platform are those of every tenant',
  touch_session: 'keeps a running session alive by its id, which only its own requests know',
  use_sender_budget: 'counts per address across tenants',
}

let alive: string[] = []
beforeAll(async () => {
  alive = await Promise.all([portal.tokenOf(people.userOfNorte), portal.tokenOf(people.masterOfAlfa)])
})

async function become(owner: pg.Client, { tenant = '', partner = '', user, profile }: Caller): Promise<void> {
  const values = { tenant_id: tenant, partner_id: partner, user_id: user, profile, language: 'pt-BR' }
  for (const [name, value] of Object.entries(values))
    await owner.query('select set_config($1, $2, true)', [`app.${name}`, value])
}

/** True when the function answers this caller. The transaction is rolled back. */
async function getsIn(owner: pg.Client, { ask, effect }: Scenario, caller: Caller): Promise<boolean> {
  await owner.query('savepoint before')
  await become(owner, caller)
  // Only the settings of the session tell the caller: a function that bypasses row-level security runs as its own role.
  await owner.query('set local role vitrine_platform')
  const { rows } = await owner.query<{ in: boolean }>(ask)
  const seen = effect ? (await owner.query<{ in: boolean }>(`select ${effect} as "in"`)).rows : rows
  await owner.query('rollback to before')
  return seen[0]?.in === true
}

async function remove(owner: pg.Client, name: string, guard: string, without: string): Promise<void> {
  const { rows } = await owner.query<{ definition: string }>(
    `select pg_get_functiondef(oid) as definition from pg_proc where proname = $1 and pronamespace = 'app'::regnamespace`,
    [name],
  )
  const definition = rows[0]?.definition ?? ''
  expect(definition, `${name} has the guard`).toContain(guard)
  await owner.query(definition.replaceAll(guard, () => without))
}

const lines: string[] = []
afterAll(() => {
  process.stdout.write(
    `definer functions: function | guard | who is refused, and let in without the guard | who has the right\n${lines.join('\n')}\n`,
  )
})

describe('T4: the functions that bypass row-level security', () => {
  it('have a scenario each, unless they judge no caller', async () => {
    await onOwner(portal.ownerUrl, async (owner) => {
      const { rows } = await owner.query<{ name: string }>(
        `select proname as name from pg_proc
          where prosecdef and pronamespace = 'app'::regnamespace and prorettype <> 'trigger'::regtype order by 1`,
      )
      const covered = [...new Set(scenarios.map(({ of }) => of))]
      expect([...covered, ...Object.keys(withoutGuard)].toSorted()).toEqual(rows.map(({ name }) => name))
      expect(Object.keys(definerFunctions)).toEqual(expect.arrayContaining(covered))
      expect(alive).toHaveLength(2)
    })
  })

  it.each(scenarios)('$of refuses $not by "$guard"', async (scenario) => {
    const { of, by, not, given, guard, without, in: helper = of } = scenario
    await onOwner(portal.ownerUrl, async (owner) => {
      await owner.query('begin')
      await owner.query('set local role vitrine_platform')
      if (given) await owner.query(given)
      await owner.query('reset role')
      expect(await getsIn(owner, scenario, callers[by]), by).toBe(true)
      expect(await getsIn(owner, scenario, callers[not]), not).toBe(false)
      await remove(owner, helper, guard, without)
      expect(await getsIn(owner, scenario, callers[not]), `${not}, without the guard`).toBe(true)
      await owner.query('rollback')
      lines.push(`  ${of} | ${guard.trim()} | ${not} | ${by}`)
    })
  })
})

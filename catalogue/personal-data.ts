// The register of personal data: which columns hold it, on which legal basis, how long, and what the erasure of a person does to them.
// database/personal-data.db.test.ts compares it with the live schema: a new column fails the build until it is in one of the two lists.
// Next: tools/personal-data-text.ts writes docs/personal-data.md from it (`npm run personal-data`).
import {
  aiCalls,
  dataArchives,
  idempotency,
  notificationsKeptDays,
  reportExports,
  scheduledExports,
  sessionsKeptDays,
  signInDevices,
  taskRunDays,
  ticketMails,
  userImports,
  webhooks,
} from './limits.ts'

export const kinds = {
  identity: 'who somebody is: name, login, identifiers of other systems',
  contact: 'how to reach somebody: e-mail, telephone, address',
  credential: 'proofs of identity, stored as hashes or encrypted',
  connection: 'IP address, browser, network',
  use: 'what somebody did in the portal, and how they arranged it',
  content: 'what somebody wrote',
  rights: 'what somebody may do, and their state',
} as const
export type Kind = keyof typeof kinds

export const legalBases = {
  contract: 'performance of the contract with the organisation (LGPD art. 7 V; GDPR art. 6(1)(b))',
  security: 'legitimate interest in security and traceability (LGPD art. 7 IX; GDPR art. 6(1)(f))',
  service: 'legitimate interest of the organisation in a usable portal (LGPD art. 7 IX; GDPR art. 6(1)(f))',
  law: 'legal obligation: tax and accounting records (LGPD art. 7 II; GDPR art. 6(1)(c))',
  consent: 'consent, or proof of it (LGPD art. 7 I; GDPR art. 6(1)(a))',
} as const
export type LegalBasis = keyof typeof legalBases

export const retentions = {
  account: 'as long as the person is a member',
  record: 'as long as the record to which it belongs',
  token: 'until it expires, at most 30 days',
  session: `${sessionsKeptDays} days after the session ended`,
  device: `${signInDevices.keptDays} days after the last sign-in`,
  notification: `${notificationsKeptDays} days`,
  taskRun: `${taskRunDays} days`,
  import: `${userImports.keptDays} days after the last change`,
  undo: `${userImports.keptDays} days after the last change; the persons and their old values ${userImports.undoDays} days`,
  archive: `${dataArchives.keptHours} hours, or until it is downloaded`,
  export: `${reportExports.keptHours} hours`,
  delivery: `${scheduledExports.keptDays} days, the list of runs longer`,
  answer: `${idempotency.keptHours} hours`,
  aiCall: `${aiCalls.keptDays} days`,
  webhook: `${webhooks.keptDays} days`,
  ticketMail: `${ticketMails.keptDays} days, or as long as the ticket if that is shorter`,
  forgotten: 'name and e-mail for an hour, then only the id',
  unit: 'as long as the business unit',
  fiscal: 'as long as the law demands, at least five years after the bill',
} as const
export type Retention = keyof typeof retentions

/** What the erasure of a person does. The test derives the first two from the foreign keys. */
export const erasures = {
  deleted: 'the row is deleted with the person',
  unlinked: 'the row stays without the person',
  replaced: 'the job user.forget_erased replaces name and e-mail by a pseudonym',
  removed: 'the job user.forget_erased deletes the row',
  kept: 'no name, e-mail or telephone of a reader, or a legal obligation',
} as const
export type Erasure = keyof typeof erasures

export type PersonalTable = {
  /** The column with the id of the person whom the row is about. Without one, the row names people by text only. */
  person?: string
  /** Further columns with ids of people. */
  others?: readonly string[]
  basis: LegalBasis
  kept: Retention
  erasure: Erasure
  /** The columns of each kind, with blanks between them. */
  columns: Partial<Record<Kind, string>>
  /** Columns about other people. A person's archive leaves them out. */
  ofOthers?: string
  /** The column with the e-mail of the person, for rows without an id. */
  email?: string
  /** The column with the path of a stored file, which the archive contains under the value of the column `name`. */
  file?: string
}

const own = (columns: PersonalTable['columns'], rest: Partial<PersonalTable> = {}): PersonalTable => ({
  person: 'user_id',
  basis: 'contract',
  kept: 'account',
  erasure: 'deleted',
  columns,
  ...rest,
})
const named = (columns: PersonalTable['columns'], rest: Partial<PersonalTable>): PersonalTable => ({
  basis: 'service',
  kept: 'record',
  erasure: 'kept',
  columns,
  ...rest,
})

export const personalTables: Record<string, PersonalTable> = {
  // The person and their account.
  users: own(
    { identity: 'name staff staff_state auth_type language', contact: 'email', credential: 'password_hash' },
    { person: 'id' },
  ),
  memberships: own({
    identity: 'department custom scim_external_id scim_user_name',
    contact: 'phone',
    rights: 'profile state toggles block_on delete_on',
  }),
  person_texts: own({ identity: 'name own every', contact: 'email' }),
  user_group_members: own({}),
  planned_invitations: own({}, { others: ['planned_by'] }),
  erased_people: own(
    { identity: 'name', contact: 'email' },
    { others: ['home_tenant_id'], basis: 'law', kept: 'forgotten', erasure: 'replaced' },
  ),
  list_choices: own({ use: 'list columns views layout' }),
  dismissed_hints: own({ use: 'hint' }),
  saml_identities: own({ identity: 'issuer subject' }),
  saml_sessions: own(
    { identity: 'issuer subject subject_format name_qualifier sp_name_qualifier', use: 'session_index' },
    { basis: 'security', kept: 'session' },
  ),
  openid_identities: own({ identity: 'issuer subject' }),
  // Proofs of identity, and where the person is signed in.
  sign_in_devices: own({ credential: 'token_hash', connection: 'network' }, { basis: 'security', kept: 'device' }),
  one_time_tokens: own({ credential: 'token_hash payload', use: 'purpose' }, { basis: 'security', kept: 'token' }),
  recovery_codes: own({ credential: 'code_hash' }, { basis: 'security' }),
  two_factors: own({ credential: 'secret_sealed recovery_salt' }, { basis: 'security' }),
  passkeys: own(
    { credential: 'credential_id public_key transports', connection: 'host', use: 'name' },
    { basis: 'security' },
  ),
  sessions: own(
    {
      connection: 'address user_agent host',
      use: 'auth_type ended_by origin',
      rights: 'person_standing membership_standing acting_profile real_standing real_membership_standing',
    },
    {
      others: ['real_user_id'],
      ofOthers: 'real_standing real_membership_standing',
      basis: 'security',
      kept: 'session',
    },
  ),
  remote_accesses: own(
    { identity: 'requester_name', use: 'requester_profile reason left_path answer ended_by session_id' },
    { others: ['requester_id'], ofOthers: 'requester_name', basis: 'security' },
  ),
  embed_tokens: own(
    { connection: 'address', rights: 'identity', use: 'report_id session_id token_id draft_over' },
    { others: ['reads_as'], ofOthers: 'identity', basis: 'security', kept: 'token', erasure: 'removed' },
  ),
  user_term_acceptances: own({ connection: 'address' }, { basis: 'consent' }),
  survey_answers: own({ use: 'position detail' }, { basis: 'consent' }),
  // Rights, and what the person keeps in the portal.
  report_grants: own({
    rights: 'roles identity identity_value custom_data ends_on pages identity_field custom_data_from custom_data_field',
  }),
  playlist_grants: own({}),
  app_grants: own({}),
  external_report_grants: own({}),
  task_addressees: own({}),
  scheduled_export_addressees: own({}),
  access_requests: own({ content: 'reason answer', rights: 'state ends_on' }, { others: ['decided_by'] }),
  favourites: own({}, { basis: 'service' }),
  user_report_filters: own({ use: 'page filters slicers' }, { basis: 'service' }),
  report_saved_views: own({ use: 'name page filters slicers' }, { basis: 'service' }),
  report_pins: own({ use: 'page visual title kind' }, { basis: 'service' }),
  report_comments: own({ content: 'text', use: 'page page_name mentions' }, { basis: 'service' }),
  ticket_watchers: own({}, { basis: 'service', kept: 'record' }),
  ticket_drafts: own({ content: 'text' }, { basis: 'service' }),
  ticket_reply_codes: own({ use: 'code' }, { basis: 'service', kept: 'record' }),
  ticket_staff_reply_codes: own({ use: 'code' }, { basis: 'service', kept: 'record' }),
  // The sender may be a stranger who replied to the mail of the person.
  ticket_mails: own(
    { contact: 'sender', content: 'subject path', use: 'state reason' },
    { others: ['accepted_by', 'staff_id'], file: 'path', ofOthers: 'sender', basis: 'service', kept: 'ticketMail' },
  ),
  notification_receipts: own({}, { basis: 'service', kept: 'notification' }),
  notification_choices: own({}, { basis: 'service' }),
  push_devices: own(
    { connection: 'endpoint browser host', credential: 'p256dh auth_sealed' },
    { basis: 'consent', kept: 'session' },
  ),
  push_choices: own({ use: 'muted quiet_from quiet_to timezone' }, { basis: 'service' }),
  staff_notifications: own(
    { use: 'type cause facts path words' },
    { ofOthers: 'facts words', basis: 'service', kept: 'notification' },
  ),
  staff_notification_choices: own({}, { basis: 'service' }),
  broadcast_dismissals: own({}, { basis: 'service' }),
  // What the person did.
  report_views: own({ use: 'view_id event page page_name origin' }, { basis: 'service' }),
  data_archives: own({ use: 'state path' }, { others: ['requested_by'], basis: 'consent', kept: 'archive' }),
  report_exports: own({ use: 'service_export_id content' }, { basis: 'service', kept: 'export' }),
  message_uses: own({}, { person: 'author_id', basis: 'service' }),
  ai_calls: own(
    { use: 'purpose subject provider host model outcome' },
    { basis: 'security', kept: 'aiCall', erasure: 'unlinked' },
  ),
  report_fault_followers: own({}, { basis: 'service' }),
  tickets: own(
    {
      content: 'name text view rating_comment answer_words note_words',
      use: 'status priority rating level notice due_rules',
      identity: 'staff_name handler_staff_name',
    },
    {
      others: ['handler_id'],
      ofOthers: 'handler_staff_name',
      basis: 'service',
      kept: 'record',
      erasure: 'unlinked',
    },
  ),
  ticket_follow_ups: own(
    {
      content: 'text mail_rest mail_refused',
      contact: 'mail_sender',
      use: 'status level',
      identity: 'staff_name',
    },
    { ofOthers: 'mail_sender', basis: 'service', kept: 'record', erasure: 'unlinked' },
  ),
  ticket_attachments: own(
    { content: 'name path' },
    { file: 'path', basis: 'service', kept: 'record', erasure: 'unlinked' },
  ),
  user_imports: own(
    { content: 'name starter undoer file top_rows' },
    { basis: 'contract', kept: 'undo', erasure: 'unlinked' },
  ),
  // Rows of people who are not added yet have no `user_id`: the job replaces their cells.
  user_import_edits: named({ identity: 'before after' }, { basis: 'contract', kept: 'import', erasure: 'replaced' }),
  user_import_rows: own(
    { identity: 'cells plan before after' },
    { basis: 'contract', kept: 'undo', erasure: 'deleted' },
  ),
  // The request of a known person, which has `user_id`, is deleted with the person.
  registrations: named(
    {
      identity: 'name department language custom',
      contact: 'email phone',
      credential: 'password_hash',
      use: 'state terms user_id',
      connection: 'network',
    },
    { email: 'email', basis: 'consent', kept: 'record', erasure: 'removed' },
  ),
  scheduled_export_recipients: own(
    { use: 'content_key outcome problem' },
    { basis: 'service', kept: 'delivery', erasure: 'unlinked' },
  ),
  // Records that name who made them.
  scheduled_exports: named({}, { others: ['owner_id'], erasure: 'unlinked' }),
  api_keys: named({ use: 'last_used_on' }, { others: ['owner_id'], erasure: 'unlinked' }),
  // Answers to programs, which may name people.
  api_key_requests: named({ content: 'answer' }, { kept: 'answer' }),
  scheduled_export_runs: named({}, { others: ['user_id'], kept: 'delivery', erasure: 'unlinked' }),
  embedding_accounts: named({}, { others: ['registered_by'], erasure: 'unlinked' }),
  reports: named({}, { others: ['added_by'], erasure: 'unlinked' }),
  playlists: named({}, { others: ['owner_id'], erasure: 'unlinked' }),
  datasets: named({}, { others: ['owner_id'], erasure: 'unlinked' }),
  dataset_refreshes: named({}, { others: ['user_id'], erasure: 'unlinked' }),
  capacity_changes: named({}, { others: ['user_id'], erasure: 'unlinked' }),
  tasks: named({ identity: 'owner_name' }, { others: ['owner_id'], erasure: 'unlinked' }),
  task_runs: named(
    { use: 'value webhook_body' },
    { others: ['user_id', 'asked_for'], kept: 'taskRun', erasure: 'unlinked' },
  ),
  task_run_recipients: own(
    { use: 'identity_key outcome channels problem' },
    { basis: 'service', kept: 'taskRun', erasure: 'unlinked' },
  ),
  notifications: named(
    { identity: 'author_name', content: 'title body facts words', use: 'addressees' },
    { others: ['author_id'], kept: 'notification', erasure: 'replaced' },
  ),
  // An event has the name of a person beside the id, which finds it.
  webhook_deliveries: named({ identity: 'data' }, { kept: 'webhook', erasure: 'replaced' }),
  user_term_editions: named({ identity: 'published_by' }, { basis: 'consent', erasure: 'replaced' }),
  domains: named({ contact: 'confirmed_by' }, { basis: 'security', erasure: 'replaced' }),
  mails: named(
    {
      contact: 'to_address to_name',
      content: 'subject body_text body_html',
      use: 'purpose unsubscribe_url last_error',
    },
    { email: 'to_address', ofOthers: 'subject body_text body_html unsubscribe_url', kept: 'unit', erasure: 'removed' },
  ),
  audit_entries: named(
    {
      identity: 'actor_name target_id target_name',
      contact: 'actor_email',
      connection: 'address',
      use: 'event target_type changes',
    },
    {
      person: 'actor_id',
      others: ['on_behalf_of'],
      ofOthers: 'target_id target_name changes',
      basis: 'security',
      kept: 'unit',
      erasure: 'replaced',
    },
  ),
  // Tax and accounting. The contacts are those of an organisation.
  clients: named(
    {
      identity: 'name fantasy_name cnpj_cpf state_registration contact_name',
      contact: 'business_email email_invoice commercial_phone cep address number complement neighborhood city state',
    },
    { others: ['seller'], basis: 'law', kept: 'fiscal' },
  ),
  partner_legal_data: named(
    {
      identity: 'fantasy_name cnpj_cpf state_registration contact_name',
      contact:
        'business_email email_invoice commercial_phone cep address number complement neighborhood city state pix_key',
    },
    { basis: 'law', kept: 'fiscal' },
  ),
  bills: named(
    { identity: 'seller_name customer supplier name partner' },
    { others: ['seller'], basis: 'law', kept: 'fiscal' },
  ),
  unit_erasures: named(
    { identity: 'ordered_by_name confirmed_by_name document' },
    { others: ['ordered_by', 'confirmed_by'], basis: 'law', kept: 'fiscal' },
  ),
  bill_people: named(
    { identity: 'name', contact: 'email', use: 'first_day last_day standing' },
    { others: ['user_id'], basis: 'law', kept: 'fiscal' },
  ),
  billable_people: named({ use: 'month first_day last_day' }, { others: ['user_id'], basis: 'law', kept: 'fiscal' }),
  bill_payments: named({ identity: 'noted_by', content: 'note' }, { basis: 'law', kept: 'fiscal' }),
  credit_notes: named({ identity: 'issued_by', content: 'reason' }, { basis: 'law', kept: 'fiscal' }),
  bill_files: named({ content: 'path' }, { basis: 'law', kept: 'fiscal' }),
  bill_sends: named({ contact: 'address', identity: 'sent_by' }, { basis: 'law', kept: 'fiscal' }),
  // Values of rows of a report, which may name people.
  task_states: named({ content: 'label' }, { kept: 'record' }),
  task_digest_entries: own({ content: 'text', use: 'channels identity_key' }, { basis: 'service', kept: 'taskRun' }),
  task_silences: named(
    { identity: 'user_name', content: 'label note' },
    { others: ['user_id'], kept: 'record', erasure: 'unlinked' },
  ),
  // Addresses of machines and organisations.
  mail_senders: named({ contact: 'from_address username', identity: 'from_name' }, { kept: 'unit' }),
  playlist_screens: named({ connection: 'last_address last_user_agent' }, { basis: 'security' }),
  playlist_pairings: named({ connection: 'network' }, { basis: 'security', kept: 'token' }),
}

/**
 * The columns without personal data, of those types that could hold some. Numbers, times, truth values and keys of records need no decision.
 */
export const withoutPersonalData: Record<string, string> = {
  migrations: 'name hash',
  platform: 'hidden_menu',
  partners: 'name subdomain domain hidden_menu',
  tenants: 'name subdomain domain trial_ends hidden_menu default_language client_standing',
  unit_erasures: 'unit_id unit_name counts kept sha256',
  retention_rules: 'days',
  changelog_entries: 'title body kind day',
  files: 'path kind',
  audit_entries: 'actor_origin',
  erased_files: 'path',
  settings:
    'home_page home_report_id timezone allowed_addresses logo_page registration_domains embedded_origins embedded_secret_sealed watermark_text external_hosts known_people',
  themes:
    'title_page favicon logo background_image icon_report color_background color_card color_font color_group color_subgroup color_active_item color_button color_icon color_login_background color_login_button color_forgot_password',
  shifts: 'name hours',
  user_groups: 'name description scim_external_id',
  custom_fields: 'name kind options',
  sign_in_attempts: 'key',
  sessions: 'tenant_standing settings_standing partner_standing platform_standing',
  session_tokens: 'token_hash',
  api_key_requests: 'idempotency_key fingerprint claim',
  api_keys: 'name host scopes networks token_hash token_hint old_token_hash',
  embedding_accounts:
    'name kind directory_id app_id object_id secret_sealed subscription_id azure_workspace_id resource_group capacity_name capacity_size',
  workspaces: 'service_id name',
  report_groups: 'name icon names',
  report_subgroups: 'name names',
  reports:
    'service_report_id service_dataset_id name description ignore_role catalog_description recommended_resolution orientation cover filters names catalog_descriptions',
  tags: 'name color',
  job_slots: 'task slot',
  processes: 'kind machine version figures',
  mails: 'idempotency_key state message_id reply_to',
  mail_box_reads: 'box uid_validity lease failed_uid_validity',
  mail_box_set_aside: 'box uid_validity unit_id',
  ticket_mails: 'message_key way',
  mail_senders: 'host security password_sealed code_hash',
  sender_budgets: 'key',
  saml_apps: 'name entity_id login_url logout_url certificates name_id_format attributes',
  saml_used_assertions: 'assertion_id',
  scim_connections: 'token_hash token_hint old_token_hash',
  openid_providers: 'name kind icon issuer client_id client_secret_sealed scopes attributes domains directories',
  embedded_used_tokens: 'token_id',
  notifications: 'type cause path refusal attachment subject_id',
  notification_templates: 'type subject body',
  push_keys: 'public_key private_key_sealed',
  broadcasts: 'name message starts_on ends_on',
  user_terms: 'title body condition place',
  user_term_editions: 'title body',
  faq_entries: 'question answer',
  playlists: 'name description items',
  playlist_screens: 'name token_hash shown_item',
  playlist_pairings: 'code token_hash',
  apps: 'name description icon color sections',
  datasets: 'service_id name times planned_zone',
  dataset_refreshes: 'cause request_id state problem service_code',
  maintenance_windows:
    'name message recurrence first_day last_day from_time to_time report_ids group_ids passes planned_zone planned_until announces',
  external_reports: 'name description address',
  management_reports: 'title description source readers tenant_ids embedded',
  capacities: 'name hours timezone currency prices state size problem switch_zone operation',
  capacity_changes: 'action cause size outcome problem',
  capacity_periods: 'size',
  report_page_lists: 'service_report_id outline',
  report_pages: 'name display_name',
  partner_legal_data: 'client_type',
  clients: 'customer_code client_type contract_date trial_period payment_details timezone language issues_from',
  bill_files: 'sha256',
  bill_sends: 'purpose',
  mail_attachments: 'path name media_type',
  scheduled_exports: 'name format pages language frequency times timezone starts_on ends_on planned_zone',
  scheduled_export_runs: 'slot state problem',
  scheduled_export_files: 'content_key path name media_type',
  task_states: 'identity_key row_key state reason recent run_id',
  task_silences: 'row_key kind',
  task_digest_entries: 'task',
  billable_people: 'client_id',
  bills: 'client_id reference_month date_of_issue date_due void_reason timezone',
  user_imports: 'state headings columns language existing matched_by problem encoding delimiter',
  user_import_mappings: 'heading target',
  user_import_rows: 'faults state effect',
  triggers: 'name frequency times timezone starts_on ends_on planned_zone',
  tasks:
    'name type service_dataset_id dataset_name dax column_name operator value variables message repeat_policy channels webhook_url webhook_secret_sealed target stopped last_result last_value row_key clear_value on_no_data on_error',
  task_runs: 'slot cause state problem webhook node state_before own_outcome task_state withheld',
  domains: 'host token state proof reason fault',
  domain_periods: 'domain_id host client_id',
  applied_functions: 'file hash',
  audit_links: 'chain entry_id hash',
  audit_redactions: 'chain person entry_id hash',
  audit_anchors: 'chain hash',
  task_identities: 'identity_key last_result last_value',
  bill_counters: 'series',
  bill_people: 'tenant',
  bill_payments: 'paid_on',
  credit_notes: 'issued_on',
  ai_accounts: 'provider base_url model key_sealed',
  canned_answers: 'name text',
  webhooks: 'name url event_types secret_sealed old_secret_sealed',
  webhook_deliveries: 'event_id event_type state',
  webhook_attempts: 'problem answer',
  service_levels: 'country region hours own_days holidays',
}

// The list of tables whose row-level security is not that of a tenant. A table that is not listed here belongs to a tenant: it passes
// the tests only with the one policy of `app.tenant_policy()`, which shows its rows inside that tenant and nowhere else.
// The migrations create the policies. Next: rls-policies.db.test.ts compares this list with the database.

/** Only work across tenants reads and writes them: no tenant is known yet, or none is concerned. */
export const platformTables = [
  'sessions',
  'session_tokens',
  'sign_in_attempts',
  'sign_in_devices',
  'sender_budgets',
  'one_time_tokens',
  'erased_files',
  'processes',
  'broadcast_dismissals',
  'user_term_acceptances',
] as const

/** Rows of a partner: visible to its staff, to the platform, and as far as the policy allows to its tenants. */
export const partnerTables = [
  'partners',
  'tenants',
  'embedding_accounts',
  'mails',
  'files',
  'themes',
  'custom_fields',
] as const

/** Tables with policies of their own, and the reason. */
export const ownPolicies = {
  users:
    'one person may belong to several tenants: visible through a membership; a master to the masters of the same partner and to the platform',
  platform: 'one row of the platform itself, which its staff read and change',
  two_factors: 'belongs to one person, wherever they are signed in',
  recovery_codes: 'belongs to one person, wherever they are signed in',
  passkeys: 'belongs to one person, wherever they are signed in',
  list_choices: 'belongs to one person in one place, which may be outside of any tenant',
  changelog_entries: 'maintained by the platform staff; everybody reads an entry that was sent',
  broadcasts:
    'written by the platform staff for everybody, or by the staff of a partner; people read them through a function',
  surveys: 'the same staff switch the survey on; everybody may read whether the platform asks',
  survey_answers: 'belongs to one person, wherever they are signed in',
  user_terms: 'kept by the platform staff for everybody, or by a tenant for its people',
  user_term_editions: 'the same, as published',
  faq_entries: 'kept by the platform staff for everybody, or by a tenant for its people',
  notification_templates: 'a business unit keeps its own, the platform staff those for all units; mails read both',
  audit_entries: 'appended to and never changed; entries of staff belong to no tenant',
} as const

/** Not data of the product. */
export const outsideTables = ['migrations'] as const

/** SECURITY DEFINER functions, which run with the rights of the platform, and what each is for. add_first_administrator takes a tenant and checks its partner; no other one does. */
export const definerFunctions = {
  open_session: 'finds and judges a session before any tenant is known',
  is_embed_token_refused: 'judges the address of a call that brings an embed token and no session',
  copy_standing: 'copies into a new session the facts by which it is judged',
  end_sessions_at_old_address: 'ends the sessions at an address that a tenant or a partner gives up',
  shorten_sessions: 'applies a shorter session timeout to the running sessions of a tenant',
  touch_session: 'restarts the idle time of one session',
  end_sessions_of: 'ends the sessions of one person in the tenant of the session',
  end_all_sessions_of: 'ends all sessions of one person whose home is the tenant of the session',
  delete_sign_in_devices: 'deletes the known browsers of a person whose password has changed',
  void_password_links: 'deletes the links with which a person sets a password, after a new password or e-mail',
  password_rules_of: 'joins the password rules of all tenants of one person',
  add_access_link: 'stores the link with which a person whose home is the tenant of the session sets a password',
  add_first_administrator: 'adds the first administrator of a new tenant for the staff of its partner',
  use_sender_budget:
    'counts codes that prove a sender address, per tenant of the session or per address across tenants',
  end_two_factor: 'ends trusted browsers and begun sign-ins of a person who no longer has a second factor',
  manages_credentials_of: 'tells whether the tenant of the session is the home of a person',
  has_second_factor: 'tells whether a person whose home is the tenant of the session has a second factor',
  reset_two_factor: 'deletes the second factors of a person whose home is the tenant of the session',
  manages_factor_of_team_member: 'tells whether the session may reset the second factor of a team member',
  has_team_factor: 'tells the platform staff whether a team member has a second factor',
  reset_team_two_factor: 'deletes the second factors of a team member; only the platform staff may',
  own_tenants: 'lists the tenants that the person of the session may enter',
  end_remote_sessions: 'ends the sessions of staff and of remote access in a tenant that no longer allows them',
  end_remote_access: 'records the end of every remote access, and ends those that are refused',
  end_accesses_of_session: 'ends the remote accesses that began in a session which was ended',
  announce_identity_value: 'tells every process that the custom field of an identity has another value for a person',
  announce_identity_field: 'tells every process that the custom field of an identity may name nobody any more',
  end_embedded_sessions: 'ends the embedded sessions of a tenant that no longer allows them or has a new secret',
  frame_origins: 'lists the origins that may frame the embedded pages at a host',
  withdraw_remote_consent: 'ends the remote accesses to a person who withdraws the standing consent',
  note_password: 'notes when the password of a person changed',
  note_password_rules: 'notes when the password rules of a tenant changed',
  own_sessions: 'lists the sessions of the person of the session',
  end_own_sessions: 'ends other sessions of the person of the session',
  find_host: 'finds the tenant or partner of a domain',
  find_subdomain: 'finds the tenant or partner of a subdomain',
  record_erased_file: 'remembers a file whose row is gone until the storage has deleted it',
  make_settings: 'creates the settings of a new tenant',
  foreign_workspaces:
    'lists the workspaces that only other tenants of the partner publish from, by the ids of the report service',
  partner_staff: 'counts the team members of partners for the platform staff',
  set_team_state: 'enables and blocks team members of a partner; only its masters and the platform staff may',
  update_team_member: 'changes name and language of a team member; the same may',
  set_team_password: 'sets a new password for another team member; the same may',
  remove_team_member: 'erases a team member; the same may',
  end_team_sessions: 'ends all sessions of a team member; the same may',
  delete_custom_values: 'deletes the values of a custom field together with the field',
  people_by_field: 'counts the people with a value of each custom field, as far as the session may count them',
  platform_staff: 'lists the platform staff for themselves',
  add_platform_staff: 'adds one of the platform staff; only they may',
  add_staff_link: 'stores the link with which another of the platform staff sets a password; only they may',
  remove_platform_staff: 'erases another of the platform staff; only they may, and never themselves',
  platform_people: 'lists the ids of the platform staff, whose network addresses an audit trail hides',
  platform_emails: 'lists their e-mails, for refused sign-ins that name only an e-mail',
  require_master: 'refuses that masters block or remove their last one',
  people_page:
    'searches the people of the tenant of the session, because row-level security keeps `like` from using an index',
  people_found: 'the same for the search of all nouns',
  copy_texts_of_memberships: 'copies what a search of people reads when memberships change',
  copy_texts_of_users: 'the same when users change, in all their tenants',
  copy_texts_of_field: 'the same when a custom field becomes searchable or is no longer',
  present_broadcasts: 'lists the messages for the person of the session',
  dismiss_broadcast: 'notes that the person of the session dismissed one of these messages',
  dismissals_of: 'counts who dismissed a message',
  note_asked_terms: 'notes in a new session whether a mandatory term may be due',
  ask_terms: 'notes it in the running sessions when a mandatory term is published',
  own_terms_due: 'lists the terms that the person of the session has not accepted',
  accept_term: 'accepts a term for the person of the session',
  owes_report_terms: 'tells whether the person of the session must accept a term before a report',
  people_of_term: 'lists the people whom a term concerns for those who keep it',
  acceptances_of: 'counts who accepted a term for those who keep it',
  keep_registration_terms: 'moves the accepted terms of a registration to the person with the same address',
  faq: 'lists the questions for the person of the session',
  asks_position: 'tells whether the survey asks the person of the session',
  survey_people: 'lists answers of the survey for staff outside of tenants',
  active_users: 'counts the people of tenants for staff outside of tenants',
  unit_activity: 'counts failures of tenants and shows their last sign-in, for the same staff',
  platform_template: 'reads the text of a mail that the platform staff keep for all tenants',
  enforce_user_limit: 'counts the people of a tenant while the tenant is locked',
  require_administrator: 'refuses that a tenant loses its last administrator',
  end_playlist_sessions: 'ends the sessions of screens that are removed or get another owner',
  erase_user_without_membership: 'erases a person whose last membership ended',
} as const

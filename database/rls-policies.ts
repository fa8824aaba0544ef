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
  list_choices: 'belongs to one person in one place, which may be outside of any tenant',
  changelog_entries: 'maintained by the platform staff; everybody reads an entry that was sent',
  audit_entries: 'appended to and never changed; entries of staff belong to no tenant',
} as const

/** Not data of the product. */
export const outsideTables = ['migrations'] as const

/** SECURITY DEFINER functions, which run with the rights of the platform, and what each is for. None takes a tenant as an argument. */
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
  use_sender_budget:
    'counts codes that prove a sender address, per tenant of the session or per address across tenants',
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
  platform_people: 'lists the ids of the platform staff, whose network addresses an audit trail hides',
  platform_emails: 'lists their e-mails, for refused sign-ins that name only an e-mail',
  require_master: 'refuses that masters block or remove their last one',
  active_users: 'counts the people of tenants for staff outside of tenants',
  enforce_user_limit: 'counts the people of a tenant while the tenant is locked',
  require_administrator: 'refuses that a tenant loses its last administrator',
  erase_user_without_membership: 'erases a person whose last membership ended',
} as const

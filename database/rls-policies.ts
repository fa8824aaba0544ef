// The written list of walls. A table that is not here is a business unit's own: it passes the tests only behind the one wall of those,
// by which its rows are seen inside that unit and nowhere else.
// It does not build them (migrations/*.sql do). Next: rls-policies.db.test.ts holds the list against the database.

/** Only platform-wide work reads and writes: no session's business unit is known yet, or none is concerned. */
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

/** Rows of a partner: seen by its staff, by the platform, and as far as the wall says by its business units. */
export const partnerTables = [
  'partners',
  'tenants',
  'embedding_accounts',
  'mails',
  'files',
  'themes',
  'custom_fields',
] as const

/** With policies of their own, and the reason. */
export const ownWalls = {
  users:
    'one person may belong to several business units: seen through a membership; a partner’s masters by its masters and the platform',
  platform: 'one row of the platform itself, which its people see and change',
  list_choices: 'of one person in one place, which may be outside of any business unit',
  changelog_entries: 'kept by the platform’s people; an entry that was sent is everybody’s to read',
  audit_entries: 'appended to and never changed; entries of staff belong to no business unit',
} as const

/** Not data of the product. */
export const outsideTables = ['migrations'] as const

/** Functions that run with the platform's rights, and why they must. Each names what it looks for; none takes a business unit. */
export const definerFunctions = {
  open_session: 'finds the session before anybody is known',
  take_standing: 'copies into a new session what it is judged by, before anybody is known',
  leave_address:
    'ends the sessions at an address that a business unit or a partner gives up, whoever is signed in there',
  shorten_sessions: 'ends the sessions of a business unit as early as its settings say now',
  touch_session: 'keeps one session awake',
  end_sessions_of: 'ends the sessions of one person in the present business unit',
  end_all_sessions_of: 'ends all sessions of one person whose home is the present business unit',
  forget_devices: 'forgets the browsers of a person whose password is another',
  use_sender_budget:
    'counts codes and tries that prove a sender’s address, of the present business unit or of an address over all of them',
  own_sessions: 'shows a person where they are signed in, by the session’s own person',
  end_own_sessions: 'ends other sessions of the session’s own person',
  find_host: 'leads a host name to its business unit',
  find_subdomain: 'leads a subdomain to its business unit',
  note_erased_file: 'remembers a file whose row is gone until the storage has forgotten it, too',
  make_settings: 'gives a new business unit its settings',
  foreign_workspaces:
    'tells which workspaces only other business units of the partner publish from, by the service’s ids',
  partner_staff: 'counts the staff of partners for the platform’s people',
  set_team_state:
    'enables and blocks a partner’s masters, for its masters and the platform’s people outside of business units',
  update_team_member: 'changes what one of a partner’s masters is called, for the same',
  set_team_password: 'gives one of a partner’s masters, and never oneself, a new password, for the same',
  remove_team_member: 'erases one of a partner’s masters, for the same',
  end_team_sessions: 'ends all sessions of one of a partner’s masters, for the same',
  forget_custom_values: 'takes the values of a removed custom field from the people of its own reach',
  people_by_field: 'counts whom custom fields are filled in for, by the session’s own reach',
  platform_people: 'names by their ids whose network addresses a trail keeps to the platform',
  platform_emails: 'names them by what was typed where a sign-in was refused',
  keep_master: 'keeps masters from putting out their last one',
  active_users: 'counts the people of business units for staff outside of them, by the session’s own reach',
  keep_user_limit: 'counts people while the business unit is locked',
  keep_administrator: 'keeps the last administrator',
  erase_user_without_membership: 'erases a person whom no business unit keeps',
} as const

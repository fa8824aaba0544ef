// Access rules: profiles, permissions, toggles and the screens of each profile. Pure data, and the only place of these rules.
// It does not decide about single records: the predicates in a feature's server/rules.ts do.
// Next: platform/server/session/actor.ts evaluates it, docs/glossary.md explains the words.

/** Profiles as the wire spells them. `master` is shown as *Partner*; `a2m` is the staff of the platform's operator. */
export const profiles = ['a2m', 'master', 'admin', 'user'] as const
export type Profile = (typeof profiles)[number]

/**
 * Extra abilities of one membership (specification, section 6), and the profile whose people may hold them. Staff grant the toggles of an
 * administrator, administrators those of a user. A toggle gives nothing to people of another profile.
 */
export const toggleHolders = {
  configure_saml: 'admin',
  configure_two_factor: 'admin',
  import_users: 'admin',
  remote_access: 'admin',
  create_notifications: 'user',
  update_datasets: 'user',
  edit_reports: 'user',
  support_agent: 'user',
} as const satisfies Record<string, Profile>
export type Toggle = keyof typeof toggleHolders
export const toggles = Object.keys(toggleHolders) as Toggle[]

/** The profile that holds each toggle of staff, who have no membership. The staff of the platform need no toggle. */
export const staffToggleHolders = { billing_administrator: 'master' } as const satisfies Record<string, Profile>
export type StaffToggle = keyof typeof staffToggleHolders
export const staffToggles = Object.keys(staffToggleHolders) as StaffToggle[]

const holders: Record<Toggle | StaffToggle, Profile> = { ...toggleHolders, ...staffToggleHolders }

/** The kind of host that a session belongs to: the platform's, a partner's, or a business unit's. */
export type Scope = 'platform' | 'partner' | 'tenant'

type Rule = {
  profiles: readonly Profile[]
  scopes: readonly Scope[]
  /** For people of the profile that holds the toggle, the toggle alone decides. */
  toggle?: Toggle | StaffToggle
  /**
   * Staff who act with another profile inside a business unit have the permission by their staff profile: `always`, or only while they act
   * as an administrator. Staff who act as a reader see only what a reader sees.
   */
  staffActing?: 'always' | 'as_admin'
  /**
   * Nobody has it in remote access: it adds or erases people, changes credentials, leads to further sessions, or runs on with the rights of
   * the person.
   */
  remote?: 'never'
}

const staff = ['a2m', 'master'] as const
const managers = ['a2m', 'master', 'admin'] as const
const everyone = profiles
const inTenant = ['tenant'] as const
const aboveTenant = ['platform', 'partner'] as const
const anywhere = ['platform', 'partner', 'tenant'] as const

const verbs = ['read', 'add', 'update', 'remove'] as const

type Verb = (typeof verbs)[number]
const changes = ['add', 'update', 'remove'] as const

/**
 * The four permissions of a record, under one rule. A new noun of the product is one such line in the table below. `neverRemote`: the verbs
 * that nobody has in remote access.
 */
function record<Noun extends string>(
  noun: Noun,
  profiles: readonly Profile[],
  scopes: readonly Scope[],
  { toggle, neverRemote = [] }: { toggle?: Toggle; neverRemote?: readonly Verb[] } = {},
) {
  const rule: Rule = { profiles, scopes, ...(toggle && { toggle }) }
  const names = verbs.map((verb) => [
    `${noun}.${verb}`,
    neverRemote.includes(verb) ? { ...rule, remote: 'never' } : rule,
  ])
  return Object.fromEntries(names) as Record<`${Noun}.${(typeof verbs)[number]}`, Rule>
}

/**
 * The permission matrix. The specification has no complete matrix: the rows for admin and a2m are our interpretation.
 */
export const permissions = {
  // Uses a session of any kind, also that of an embedded page or a playlist.
  'session.use': { profiles: everyone, scopes: anywhere },
  // A person at the portal: own account, search, arrangement of lists, switch to another business unit.
  'portal.use': { profiles: everyone, scopes: anywhere },
  // The staff enter a business unit as its administrator or as a reader.
  'tenant.enter': { profiles: staff, scopes: anywhere, staffActing: 'always', remote: 'never' },
  ...record('partner', ['a2m'], ['platform']),
  // The staff (masters) of a partner.
  ...record('team', staff, aboveTenant),
  // Resets the second factor of a master, who then signs in with the password only.
  'team.reset_two_factor': { profiles: ['a2m'], scopes: ['platform'] },
  // Decides who of the team sees the billing. A master who does not see the billing cannot grant it.
  'team.grant_billing': { profiles: staff, scopes: aboveTenant, toggle: 'billing_administrator' },
  // The registration data of a partner: its staff keep their own, the platform's staff those of every partner.
  'legal_data.read': { profiles: staff, scopes: aboveTenant },
  'legal_data.update': { profiles: staff, scopes: aboveTenant },
  ...record('tenant', staff, aboveTenant),
  // Host names that lead to a business unit or to the partner.
  ...record('domain', staff, aboveTenant),
  // Confirms a domain without its TXT record, with a reason.
  'domain.confirm': { profiles: ['a2m'], scopes: ['platform'] },
  // The organisations that are billed, and their bills. A partner sees the bills of its own clients.
  ...record('client', ['a2m'], ['platform']),
  'bill.read': { profiles: staff, scopes: aboveTenant, toggle: 'billing_administrator' },
  'bill.issue': { profiles: ['a2m'], scopes: ['platform'] },
  // Notes payments, and issues credit notes.
  'bill.settle': { profiles: ['a2m'], scopes: ['platform'] },
  'bill.void': { profiles: ['a2m'], scopes: ['platform'] },
  // The people of the own business unit who count on its bill.
  'counted_person.read': { profiles: managers, scopes: inTenant },
  'billing_summary.read': { profiles: ['a2m'], scopes: ['platform'] },
  // The home page of staff outside of a business unit.
  'overview.read': { profiles: staff, scopes: aboveTenant },
  'settings.read': { profiles: managers, scopes: inTenant },
  'settings.update': { profiles: managers, scopes: inTenant },
  // The settings that decide who gets in, how long, and by what proof.
  'settings.update_access': { profiles: managers, scopes: inTenant, remote: 'never' },
  // The settings that a business unit does not change itself.
  'settings.update_staff_fields': { profiles: staff, scopes: inTenant, staffActing: 'as_admin' },
  ...record('user', managers, inTenant, { neverRemote: ['add', 'remove'] }),
  // Test users do not count towards the user limit and are not billed. Therefore a business unit cannot create its own.
  'user.make_test': { profiles: staff, scopes: inTenant, staffActing: 'as_admin' },
  // Credentials of a person, their profile, and their toggles.
  'user.change_rights': { profiles: managers, scopes: inTenant, remote: 'never' },
  // An archive of all data of a person.
  'user.archive': { profiles: managers, scopes: inTenant, remote: 'never' },
  // The toggles of an administrator.
  'user.grant_toggles': { profiles: staff, scopes: inTenant, staffActing: 'as_admin', remote: 'never' },
  // People of another business unit of the partner.
  'user.import': { profiles: managers, scopes: inTenant, toggle: 'import_users', remote: 'never' },
  // The two-factor settings of the business unit.
  'two_factor.configure': { profiles: managers, scopes: inTenant, toggle: 'configure_two_factor' },
  // The use of a person's session, with their consent. features/identity/remote-access/server/rules.ts decides who may use whose.
  'remote.request': {
    profiles: managers,
    scopes: inTenant,
    toggle: 'remote_access',
    staffActing: 'as_admin',
    remote: 'never',
  },
  ...record('user_group', managers, inTenant),
  // A group moves with its people to another business unit of the partner.
  'user_group.migrate': { profiles: staff, scopes: inTenant, staffActing: 'as_admin', remote: 'never' },
  ...record('shift', managers, inTenant),
  // Inside a business unit: its own fields. On the partner's host: the partner's fields, which all of its business units have.
  ...record('custom_field', managers, anywhere),
  // The theme of the host: a business unit's on its host, the partner's on the partner's host.
  'theme.read': { profiles: managers, scopes: ['partner', 'tenant'] },
  'theme.update': { profiles: managers, scopes: ['partner', 'tenant'] },
  ...record('embedding_account', managers, ['partner', 'tenant'], { neverRemote: ['add', 'update'] }),
  // License capacities at Azure, which cost money by the hour.
  ...record('capacity', managers, ['partner', 'tenant']),
  'capacity.operate': { profiles: managers, scopes: ['partner', 'tenant'] },
  'workspace.read': { profiles: managers, scopes: inTenant },
  'workspace.add': { profiles: managers, scopes: inTenant },
  'workspace.remove': { profiles: managers, scopes: inTenant },
  // A workspace from which another business unit of the partner publishes. Its reports stay with that unit until the partner shares it.
  'workspace.share': { profiles: staff, scopes: inTenant, staffActing: 'as_admin' },
  ...record('report_group', managers, inTenant),
  'report.manage': { profiles: managers, scopes: inTenant },
  'report.add': { profiles: managers, scopes: inTenant },
  'report.update': { profiles: managers, scopes: inTenant },
  'report.remove': { profiles: managers, scopes: inTenant },
  'report.grant': { profiles: managers, scopes: inTenant },
  // Reads who opened which report and when: in a business unit, and in all units for the staff above them.
  'usage.read': { profiles: managers, scopes: inTenant },
  'usage.compare': { profiles: staff, scopes: aboveTenant },
  // The staff publish reports about the portal's own use to business units.
  ...record('management_report', staff, aboveTenant),
  'management_report.open': { profiles: everyone, scopes: inTenant },
  // Web pages of other hosts among the reports.
  ...record('external_report', managers, inTenant),
  'external_report.open': { profiles: everyone, scopes: inTenant },
  // Windows in which a message takes the place of reports.
  ...record('maintenance_window', managers, inTenant),
  'report.edit_content': { profiles: everyone, scopes: inTenant, toggle: 'edit_reports' },
  // Data sets of published reports. A plain user with the toggle has those of the reports that they may open.
  'dataset.read': { profiles: everyone, scopes: inTenant, toggle: 'update_datasets' },
  'dataset.update': { profiles: everyone, scopes: inTenant, toggle: 'update_datasets' },
  'dataset.schedule': { profiles: managers, scopes: inTenant },
  // The person's own notifications, and whether they get copies by e-mail.
  'notification.read': { profiles: everyone, scopes: anywhere },
  'notification.choose': { profiles: everyone, scopes: anywhere },
  // The browsers to which the person's own notifications are pushed.
  'push_device.manage': { profiles: everyone, scopes: inTenant },
  'notification.add': { profiles: everyone, scopes: inTenant, toggle: 'create_notifications' },
  // The texts of mails: a business unit's own, and those of the platform for all units.
  ...record('notification_template', managers, ['tenant', 'platform']),
  'report.open': { profiles: everyone, scopes: inTenant },
  // Saving a report as a file, if the report allows it.
  'report.export': { profiles: everyone, scopes: inTenant },
  // The catalog: reports that a person may know of and not yet open.
  'catalog.read': { profiles: everyone, scopes: inTenant },
  'access_request.add': { profiles: everyone, scopes: inTenant },
  'access_request.decide': { profiles: managers, scopes: inTenant },
  // A person's named views of reports.
  'saved_view.keep': { profiles: everyone, scopes: inTenant },
  // The visuals that a person pinned to their home page.
  'pin.keep': { profiles: everyone, scopes: inTenant },
  // Reading and writing comments of the reports that a person may open.
  'report_comment.write': { profiles: everyone, scopes: inTenant },
  // The help desk. Everybody has their own tickets; who handles tickets has those of everybody.
  'ticket.read': { profiles: everyone, scopes: inTenant },
  'ticket.add': { profiles: everyone, scopes: inTenant },
  'ticket.handle': { profiles: everyone, scopes: inTenant, toggle: 'support_agent' },
  'ticket.remove': { profiles: managers, scopes: inTenant },
  'ticket.satisfaction': { profiles: managers, scopes: inTenant },
  'ticket_statistic.read': { profiles: everyone, scopes: inTenant, toggle: 'support_agent' },
  // Mails that arrived for tickets: of who handles tickets.
  'ticket_mail.read': { profiles: everyone, scopes: inTenant, toggle: 'support_agent' },
  'ticket_mail.decide': { profiles: everyone, scopes: inTenant, toggle: 'support_agent' },
  // Tickets that were handed up to the staff. app.handed_tickets() decides who of them handles tickets.
  'handed_ticket.read': { profiles: staff, scopes: aboveTenant },
  'handed_ticket.handle': { profiles: staff, scopes: aboveTenant },
  'service_level.read': { profiles: managers, scopes: inTenant },
  'service_level.update': { profiles: managers, scopes: inTenant },
  'retention_rule.read': { profiles: managers, scopes: inTenant },
  'retention_rule.update': { profiles: managers, scopes: inTenant, remote: 'never' },
  ...record('canned_answer', everyone, inTenant, { toggle: 'support_agent' }),
  // Data queries that run at set times and tell people; and those times.
  ...record('task', managers, inTenant, { neverRemote: ['add', 'update'] }),
  ...record('trigger', managers, inTenant),
  // Reports as files that people get at set times.
  ...record('scheduled_export', managers, inTenant, { neverRemote: ['add', 'update'] }),
  // The account of a language model: a business unit's own, and those that a partner and the platform offer to units.
  'ai_account.read': { profiles: managers, scopes: anywhere },
  'ai_account.update': { profiles: managers, scopes: anywhere, remote: 'never' },
  // The log of the calls of the model.
  'ai_call.read': { profiles: managers, scopes: inTenant },
  // The uses of the model, while an account is switched on.
  'assistant.draft_notification': { profiles: everyone, scopes: inTenant, toggle: 'create_notifications' },
  'assistant.write_dax': { profiles: managers, scopes: inTenant },
  'assistant.explain_report': { profiles: everyone, scopes: inTenant },
  'report.favourite': { profiles: everyone, scopes: inTenant },
  // The log of views, and whether a report still exists: also for the screen of a playlist.
  'report.view_log': { profiles: everyone, scopes: inTenant },
  ...record('playlist', managers, inTenant),
  ...record('app', managers, inTenant),
  // Opening the apps that were granted to a person.
  'app.open': { profiles: everyone, scopes: inTenant },
  // Finding the playlists that were granted to a person.
  'playlist.open': { profiles: everyone, scopes: inTenant },
  // Showing the reports of a playlist. The screen of a playlist has its own playlist only.
  'playlist.play': { profiles: everyone, scopes: inTenant },
  // The outbox: mails with their recipients. The text of a mail is shown in the demo world only.
  'mail.read': { profiles: managers, scopes: anywhere },
  'mail.test': { profiles: managers, scopes: anywhere },
  'mail.retry': { profiles: managers, scopes: anywhere },
  // Failed background jobs of all business units.
  'job.read': { profiles: ['a2m'], scopes: ['platform'] },
  'job.settle': { profiles: ['a2m'], scopes: ['platform'] },

  // Settings of the whole platform, for all partners and business units.
  // The staff of the platform.
  ...record('staff', ['a2m'], ['platform']),
  'platform.read': { profiles: ['a2m'], scopes: ['platform'] },
  'platform.update': { profiles: ['a2m'], scopes: ['platform'] },
  // The changelog: its readers, and the platform's staff who write it.
  'changelog.read': { profiles: managers, scopes: anywhere },
  ...record('changelog_entry', ['a2m'], ['platform']),
  // Writes the message that people see after a sign-in: the platform's staff for all people, masters for their business units.
  ...record('broadcast', staff, aboveTenant),
  'survey.read': { profiles: staff, scopes: aboveTenant },
  'survey.update': { profiles: staff, scopes: aboveTenant },
  // The platform's staff keep the terms of everybody, managers those of their business unit.
  ...record('user_term', managers, ['platform', 'tenant']),
  // Reading and accepting the terms that are due: in an embedded page those before a report, and never on the screen of a playlist.
  'user_term.accept': { profiles: everyone, scopes: anywhere },
  // Frequently asked questions: the platform's staff write for everybody, managers for their business unit.
  ...record('faq_entry', managers, ['platform', 'tenant']),
  'status.read': { profiles: ['a2m'], scopes: ['platform'] },
  // The directory that maintains the people of a business unit. Administrators need the toggle.
  'scim.read': { profiles: staff, scopes: inTenant, toggle: 'configure_saml' },
  'scim.manage': { profiles: staff, scopes: inTenant, toggle: 'configure_saml', remote: 'never' },
  // The identity providers of a business unit: they decide who signs in. Administrators need the toggle.
  ...record('saml', staff, inTenant, { toggle: 'configure_saml', neverRemote: changes }),
  ...record('openid', staff, inTenant, { toggle: 'configure_saml', neverRemote: changes }),
  ...record('tag', managers, inTenant),
  // Keys by which programs use the calls, with the rights of the person who owns the key.
  ...record('api_key', managers, inTenant, { neverRemote: changes }),
  // Endpoints to which the portal sends the events of a business unit, and the log of what it sent.
  ...record('webhook', managers, inTenant, { neverRemote: ['add', 'update'] }),
  'audit.read': { profiles: managers, scopes: anywhere },
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof permissions

/** A noun whose records are added and removed: the part before the dot of such permissions. */
export type Noun = {
  [P in Permission]: P extends `${infer N}.remove` ? (`${N}.add` extends Permission ? N : never) : never
}[Permission]

const recordOf = <Noun extends string>(noun: Noun) =>
  verbs.map((verb) => `${noun}.${verb}` as const satisfies `${Noun}.${Verb}`)

/**
 * The permissions that an API key can have: its scopes. A permission that is missing here is refused to every key: those of a person at the
 * portal, of credentials, of sign-in and sessions, of rights that run on after the call, and of the keys themselves.
 */
export const keyScopes = [
  ...recordOf('user'),
  ...recordOf('user_group'),
  ...recordOf('shift'),
  ...recordOf('custom_field'),
  ...recordOf('report_group'),
  'report.manage',
  'report.add',
  'report.update',
  'report.remove',
  'report.grant',
  ...recordOf('external_report'),
  ...recordOf('tag'),
  ...recordOf('maintenance_window'),
  'dataset.read',
  'dataset.update',
  'dataset.schedule',
  'access_request.decide',
  'usage.read',
  'playlist.read',
  'app.read',
  'task.read',
  'trigger.read',
  'scheduled_export.read',
  'ticket.read',
  'ticket.add',
  'ticket.handle',
  'ticket.remove',
  ...recordOf('faq_entry'),
  'settings.read',
  'workspace.read',
  'audit.read',
] as const satisfies readonly Permission[]
export type KeyScope = (typeof keyScopes)[number]

/** All that a session of these kinds may do: a page that another site embeds, the screen of a playlist (E5), an API key, and a mail. */
const confinedTo: Record<string, readonly Permission[]> = {
  embedded: ['session.use', 'report.open', 'report.view_log', 'user_term.accept'],
  playlist: ['session.use', 'report.view_log', 'playlist.play'],
  api_key: keyScopes,
  mail: ['ticket.add', 'ticket.handle', 'handed_ticket.handle'],
}

/**
 * The facts of an actor that decide about permissions. Nothing else does. `authType`: how the session began. `staff`: the staff profile
 * of the person, if they have one. `remote`: another person uses the session (remote access). `keyScopes`: an API key is used, and it has
 * these scopes.
 */
export type Standing = {
  profile: string
  scope: Scope
  toggles: readonly string[]
  authType?: string
  staff?: string | null
  remote?: boolean
  keyScopes?: readonly string[] | undefined
}

/** True when this standing has the permission. An unknown profile has none. */
export function allows(standing: Standing, permission: Permission): boolean {
  const rule: Rule = permissions[permission]
  const profile = profileFor(rule, standing)
  if (!isProfile(profile) || !rule.scopes.includes(standing.scope)) return false
  const { authType = '' } = standing
  if (standing.remote && rule.remote === 'never') return false
  if (Object.hasOwn(confinedTo, authType) && !confinedTo[authType]?.includes(permission)) return false
  if (standing.keyScopes && !standing.keyScopes.includes(permission)) return false
  if (rule.toggle && holders[rule.toggle] === profile) return holds(standing, rule.toggle)
  return rule.profiles.includes(profile)
}

/** The profile that decides: that of the session, or the staff profile of a person who acts with another one. */
function profileFor({ staffActing }: Rule, { profile, staff }: Standing): string {
  const countsAsStaff = staffActing === 'always' || (staffActing === 'as_admin' && profile === 'admin')
  return countsAsStaff ? (staff ?? profile) : profile
}

/** Staff who act as an administrator need no toggles: they grant them. */
function holds({ profile, staff, toggles: ownToggles }: Standing, toggle: Toggle | StaffToggle): boolean {
  return ownToggles.includes(toggle) || (profile === 'admin' && typeof staff === 'string')
}

/** All permissions of this standing. The session carries them to the browser, which decides nothing. */
export function permissionsOf(standing: Standing): Permission[] {
  return permissionNames.filter((permission) => allows(standing, permission))
}

export const permissionNames = Object.keys(permissions) as Permission[]

export const nouns = permissionNames
  .map((permission) => permission.slice(0, permission.indexOf('.')))
  .filter(
    (noun, index, all): noun is Noun =>
      all.indexOf(noun) === index && isPermission(`${noun}.add`) && isPermission(`${noun}.remove`),
  )

function isPermission(name: string): name is Permission {
  return Object.hasOwn(permissions, name)
}

function isProfile(value: string): value is Profile {
  return (profiles as readonly string[]).includes(value)
}

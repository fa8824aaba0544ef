// Access rules: profiles, permissions, toggles and the screens of each profile. Pure data, and the only place of these rules.
// It does not decide about single records: the predicates in a feature's server/rules.ts do.
// Next: platform/server/session/actor.ts evaluates it, docs/glossary.md explains the words.

/** Profiles as the wire spells them. `master` is shown as *Partner*; `a2m` is the staff of the platform's operator. */
export const profiles = ['a2m', 'master', 'admin', 'user'] as const
export type Profile = (typeof profiles)[number]

/** Extra abilities of one membership, granted on top of its profile (specification, section 6). */
export const toggles = [
  'configure_saml',
  'configure_two_factor',
  'import_users',
  'remote_access',
  'create_notifications',
  'update_datasets',
  'edit_reports',
] as const
export type Toggle = (typeof toggles)[number]

/** The kind of host that a session belongs to: the platform's, a partner's, or a business unit's. */
export type Scope = 'platform' | 'partner' | 'tenant'

type Rule = { profiles: readonly Profile[]; scopes: readonly Scope[]; toggle?: Toggle }

const staff = ['a2m', 'master'] as const
const managers = ['a2m', 'master', 'admin'] as const
const everyone = profiles
const inTenant = ['tenant'] as const
const aboveTenant = ['platform', 'partner'] as const
const anywhere = ['platform', 'partner', 'tenant'] as const

const verbs = ['read', 'add', 'update', 'remove'] as const

/** The four permissions of a record, under one rule. A new noun of the product is one such line in the table below. */
function record<Noun extends string>(noun: Noun, profiles: readonly Profile[], scopes: readonly Scope[]) {
  const rule: Rule = { profiles, scopes }
  const names = verbs.map((verb) => [`${noun}.${verb}`, rule])
  return Object.fromEntries(names) as Record<`${Noun}.${(typeof verbs)[number]}`, Rule>
}

/**
 * The permission matrix. The specification has no complete matrix: the rows for admin and a2m are our interpretation.
 * A rule with a toggle also gives the permission to a user who has the toggle.
 */
export const permissions = {
  'session.use': { profiles: everyone, scopes: anywhere },
  ...record('partner', ['a2m'], ['platform']),
  // The staff (masters) of a partner.
  ...record('team', staff, aboveTenant),
  ...record('tenant', staff, aboveTenant),
  'settings.read': { profiles: managers, scopes: inTenant },
  'settings.update': { profiles: managers, scopes: inTenant },
  ...record('user', managers, inTenant),
  // Test users do not count towards the user limit and are not billed. Therefore a business unit cannot create its own.
  'user.make_test': { profiles: staff, scopes: inTenant },
  ...record('user_group', managers, inTenant),
  ...record('shift', managers, inTenant),
  // Inside a business unit: its own fields. On the partner's host: the partner's fields, which all of its business units have.
  ...record('custom_field', managers, anywhere),
  // The theme of the host: a business unit's on its host, the partner's on the partner's host.
  'theme.read': { profiles: managers, scopes: ['partner', 'tenant'] },
  'theme.update': { profiles: managers, scopes: ['partner', 'tenant'] },
  ...record('embedding_account', managers, ['partner', 'tenant']),
  'workspace.read': { profiles: managers, scopes: inTenant },
  'workspace.add': { profiles: managers, scopes: inTenant },
  'workspace.remove': { profiles: managers, scopes: inTenant },
  // A workspace from which another business unit of the partner publishes. Its reports stay with that unit until the partner shares it.
  'workspace.share': { profiles: staff, scopes: inTenant },
  ...record('report_group', managers, inTenant),
  'report.manage': { profiles: managers, scopes: inTenant },
  'report.add': { profiles: managers, scopes: inTenant },
  'report.update': { profiles: managers, scopes: inTenant },
  'report.remove': { profiles: managers, scopes: inTenant },
  'report.grant': { profiles: managers, scopes: inTenant },
  'report.edit_content': { profiles: managers, scopes: inTenant, toggle: 'edit_reports' },
  'report.open': { profiles: everyone, scopes: inTenant },
  'report.favourite': { profiles: everyone, scopes: inTenant },
  // The outbox: mails with their recipients. The text of a mail is shown in the demo world only.
  'mail.read': { profiles: managers, scopes: anywhere },
  'mail.test': { profiles: managers, scopes: anywhere },
  'mail.retry': { profiles: managers, scopes: anywhere },
  // Failed background jobs of all business units.
  'job.read': { profiles: ['a2m'], scopes: ['platform'] },
  'job.settle': { profiles: ['a2m'], scopes: ['platform'] },

  // Settings of the whole platform, for all partners and business units.
  'platform.read': { profiles: ['a2m'], scopes: ['platform'] },
  'platform.update': { profiles: ['a2m'], scopes: ['platform'] },
  // The changelog: its readers, and the platform's staff who write it.
  'changelog.read': { profiles: managers, scopes: anywhere },
  ...record('changelog_entry', ['a2m'], ['platform']),
  'status.read': { profiles: ['a2m'], scopes: ['platform'] },
  ...record('tag', managers, inTenant),
  'audit.read': { profiles: managers, scopes: anywhere },
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof permissions

/** A noun whose records are added and removed: the part before the dot of such permissions. */
export type Noun = {
  [P in Permission]: P extends `${infer N}.remove` ? (`${N}.add` extends Permission ? N : never) : never
}[Permission]

/** The facts of an actor that decide about permissions. Nothing else does. */
export type Standing = { profile: string; scope: Scope; toggles: readonly string[] }

/** Does this standing have the permission? An unknown profile has none. */
export function allows(standing: Standing, permission: Permission): boolean {
  const rule: Rule = permissions[permission]
  if (!isProfile(standing.profile) || !rule.scopes.includes(standing.scope)) return false
  return (
    rule.profiles.includes(standing.profile) || (rule.toggle !== undefined && standing.toggles.includes(rule.toggle))
  )
}

/** All permissions of this standing. The session carries them to the browser, which decides nothing. */
export function permissionsOf(standing: Standing): Permission[] {
  return permissionNames.filter((permission) => allows(standing, permission))
}

export const permissionNames = Object.keys(permissions) as Permission[]

export const nouns = permissionNames
  .map((permission) => permission.slice(0, permission.indexOf('.')))
  .filter(
    (noun, at, all): noun is Noun =>
      all.indexOf(noun) === at && isPermission(`${noun}.add`) && isPermission(`${noun}.remove`),
  )

function isPermission(name: string): name is Permission {
  return Object.hasOwn(permissions, name)
}

function isProfile(value: string): value is Profile {
  return (profiles as readonly string[]).includes(value)
}

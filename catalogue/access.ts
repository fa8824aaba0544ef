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

/**
 * The permission matrix. The specification has no complete matrix: the rows for admin and a2m are our interpretation.
 * A rule with a toggle also gives the permission to a user who has the toggle.
 */
export const permissions = {
  'session.use': { profiles: everyone, scopes: anywhere },
  'partner.read': { profiles: ['a2m'], scopes: ['platform'] },
  'partner.add': { profiles: ['a2m'], scopes: ['platform'] },
  'partner.update': { profiles: ['a2m'], scopes: ['platform'] },
  'partner.remove': { profiles: ['a2m'], scopes: ['platform'] },
  // The staff (masters) of a partner.
  'team.read': { profiles: staff, scopes: aboveTenant },
  'team.add': { profiles: staff, scopes: aboveTenant },
  'team.update': { profiles: staff, scopes: aboveTenant },
  'team.remove': { profiles: staff, scopes: aboveTenant },
  'tenant.read': { profiles: staff, scopes: aboveTenant },
  'tenant.add': { profiles: staff, scopes: aboveTenant },
  'tenant.update': { profiles: staff, scopes: aboveTenant },
  'tenant.remove': { profiles: staff, scopes: aboveTenant },
  'settings.read': { profiles: managers, scopes: inTenant },
  'settings.update': { profiles: managers, scopes: inTenant },
  'user.read': { profiles: managers, scopes: inTenant },
  'user.add': { profiles: managers, scopes: inTenant },
  'user.update': { profiles: managers, scopes: inTenant },
  'user.remove': { profiles: managers, scopes: inTenant },
  // Test users do not count towards the user limit and are not billed. Therefore a business unit cannot create its own.
  'user.make_test': { profiles: staff, scopes: inTenant },
  'user_group.read': { profiles: managers, scopes: inTenant },
  'user_group.add': { profiles: managers, scopes: inTenant },
  'user_group.update': { profiles: managers, scopes: inTenant },
  'user_group.remove': { profiles: managers, scopes: inTenant },
  'shift.read': { profiles: managers, scopes: inTenant },
  'shift.add': { profiles: managers, scopes: inTenant },
  'shift.update': { profiles: managers, scopes: inTenant },
  'shift.remove': { profiles: managers, scopes: inTenant },
  // Inside a business unit: its own fields. On the partner's host: the partner's fields, which all of its business units have.
  'custom_field.read': { profiles: managers, scopes: anywhere },
  'custom_field.add': { profiles: managers, scopes: anywhere },
  'custom_field.update': { profiles: managers, scopes: anywhere },
  'custom_field.remove': { profiles: managers, scopes: anywhere },
  // The theme of the host: a business unit's on its host, the partner's on the partner's host.
  'theme.read': { profiles: managers, scopes: ['partner', 'tenant'] },
  'theme.update': { profiles: managers, scopes: ['partner', 'tenant'] },
  'embedding_account.read': { profiles: managers, scopes: ['partner', 'tenant'] },
  'embedding_account.add': { profiles: managers, scopes: ['partner', 'tenant'] },
  'embedding_account.update': { profiles: managers, scopes: ['partner', 'tenant'] },
  'embedding_account.remove': { profiles: managers, scopes: ['partner', 'tenant'] },
  'workspace.read': { profiles: managers, scopes: inTenant },
  'workspace.add': { profiles: managers, scopes: inTenant },
  'workspace.remove': { profiles: managers, scopes: inTenant },
  // A workspace from which another business unit of the partner publishes. Its reports stay with that unit until the partner shares it.
  'workspace.share': { profiles: staff, scopes: inTenant },
  'report_group.read': { profiles: managers, scopes: inTenant },
  'report_group.add': { profiles: managers, scopes: inTenant },
  'report_group.update': { profiles: managers, scopes: inTenant },
  'report_group.remove': { profiles: managers, scopes: inTenant },
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
  'changelog_entry.read': { profiles: ['a2m'], scopes: ['platform'] },
  'changelog_entry.add': { profiles: ['a2m'], scopes: ['platform'] },
  'changelog_entry.update': { profiles: ['a2m'], scopes: ['platform'] },
  'changelog_entry.remove': { profiles: ['a2m'], scopes: ['platform'] },
  'status.read': { profiles: ['a2m'], scopes: ['platform'] },
  'tag.read': { profiles: managers, scopes: inTenant },
  'tag.add': { profiles: managers, scopes: inTenant },
  'tag.update': { profiles: managers, scopes: inTenant },
  'tag.remove': { profiles: managers, scopes: inTenant },
  'audit.read': { profiles: managers, scopes: anywhere },
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof permissions

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

function isProfile(value: string): value is Profile {
  return (profiles as readonly string[]).includes(value)
}

// Who may do what: profiles, permissions, toggles, and the screens of each profile. Pure data; the one place of these rules.
// It does not decide about single records: short named predicates in a feature's server/rules.ts do.
// Next: platform/server/session/actor.ts asks it, docs/glossary.md explains the words.

/** Profiles as the wire spells them. `master` is shown as *Partner*; `a2m` is the staff of the platform's operator. */
export const profiles = ['a2m', 'master', 'admin', 'user'] as const
export type Profile = (typeof profiles)[number]

/** What a person may be granted on top of the profile (specification, section 6). Flags of a membership. */
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

/** Where a session stands: on the platform's host, on a partner's, or inside a business unit. */
export type Scope = 'platform' | 'partner' | 'tenant'

type Rule = { profiles: readonly Profile[]; scopes: readonly Scope[]; toggle?: Toggle }

const staff = ['a2m', 'master'] as const
const managers = ['a2m', 'master', 'admin'] as const
const everyone = profiles
const inTenant = ['tenant'] as const
const aboveTenant = ['platform', 'partner'] as const
const anywhere = ['platform', 'partner', 'tenant'] as const

/**
 * The matrix. The specification shows no full one: for admin and a2m it is our reading.
 * A rule with a toggle gives the permission to a plain user who has the toggle, beside the profiles listed.
 */
export const permissions = {
  'session.use': { profiles: everyone, scopes: anywhere },
  'partner.read': { profiles: ['a2m'], scopes: ['platform'] },
  'partner.add': { profiles: ['a2m'], scopes: ['platform'] },
  'partner.update': { profiles: ['a2m'], scopes: ['platform'] },
  'partner.remove': { profiles: ['a2m'], scopes: ['platform'] },
  // A partner's masters.
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
  // Test users do not count towards the limit and are not billed: no business unit gives them to itself.
  'user.make_test': { profiles: staff, scopes: inTenant },
  'user_group.read': { profiles: managers, scopes: inTenant },
  'user_group.add': { profiles: managers, scopes: inTenant },
  'user_group.update': { profiles: managers, scopes: inTenant },
  'user_group.remove': { profiles: managers, scopes: inTenant },
  'shift.read': { profiles: managers, scopes: inTenant },
  'shift.add': { profiles: managers, scopes: inTenant },
  'shift.update': { profiles: managers, scopes: inTenant },
  'shift.remove': { profiles: managers, scopes: inTenant },
  // A business unit's own inside of it; outside those of a partner, which its business units all have.
  'custom_field.read': { profiles: managers, scopes: anywhere },
  'custom_field.add': { profiles: managers, scopes: anywhere },
  'custom_field.update': { profiles: managers, scopes: anywhere },
  'custom_field.remove': { profiles: managers, scopes: anywhere },
  // The look: a business unit's own at its host, the partner's at the partner's.
  'theme.read': { profiles: managers, scopes: ['partner', 'tenant'] },
  'theme.update': { profiles: managers, scopes: ['partner', 'tenant'] },
  'embedding_account.read': { profiles: managers, scopes: ['partner', 'tenant'] },
  'embedding_account.add': { profiles: managers, scopes: ['partner', 'tenant'] },
  'embedding_account.update': { profiles: managers, scopes: ['partner', 'tenant'] },
  'embedding_account.remove': { profiles: managers, scopes: ['partner', 'tenant'] },
  'workspace.read': { profiles: managers, scopes: inTenant },
  'workspace.add': { profiles: managers, scopes: inTenant },
  'workspace.remove': { profiles: managers, scopes: inTenant },
  // One that another business unit of the partner publishes from: its reports are that one's, until the partner shares them.
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
  // The outbox: what was written to whom. Its words are shown in the demo world only.
  'mail.read': { profiles: managers, scopes: anywhere },
  'mail.test': { profiles: managers, scopes: anywhere },
  'mail.retry': { profiles: managers, scopes: anywhere },
  // Background work that failed for good, of every business unit.
  'job.read': { profiles: ['a2m'], scopes: ['platform'] },
  'job.settle': { profiles: ['a2m'], scopes: ['platform'] },

  // What holds for every partner and business unit.
  'platform.read': { profiles: ['a2m'], scopes: ['platform'] },
  'platform.update': { profiles: ['a2m'], scopes: ['platform'] },
  // What is new on the platform, and what its people write of it.
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

/** Facts about an actor that decide: nothing else of a person matters here. */
export type Standing = { profile: string; scope: Scope; toggles: readonly string[] }

/** May somebody of this standing do this? An unknown profile may nothing. */
export function allows(standing: Standing, permission: Permission): boolean {
  const rule: Rule = permissions[permission]
  if (!isProfile(standing.profile) || !rule.scopes.includes(standing.scope)) return false
  return (
    rule.profiles.includes(standing.profile) || (rule.toggle !== undefined && standing.toggles.includes(rule.toggle))
  )
}

/** All that somebody of this standing may do; travels with the session, so that the browser decides nothing. */
export function permissionsOf(standing: Standing): Permission[] {
  return permissionNames.filter((permission) => allows(standing, permission))
}

export const permissionNames = Object.keys(permissions) as Permission[]

function isProfile(value: string): value is Profile {
  return (profiles as readonly string[]).includes(value)
}

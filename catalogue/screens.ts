// The screens of the product by the route name of the specification (section 2), and the set of each profile.
// A name here is a promise of the specification, not of the code: the menu shows a screen only when a feature brings it.
// Next: features/*/web/routes.ts bring the screens, features/sessions answers a person's set.
import type { Permission, Profile } from './access.ts'

/** Names as the specification writes them; the empty one is the dashboard. They appear in `hidden_menu`. */
export const screens = [
  '', 'notifications', 'notifications/templates', 'auto_actions', 'auto_actions/triggers', 'changelog', 'audit', 'domain', 'setting',
  'azure/saml', 'billing', 'billing/summary', 'registration', 'partners', 'client', 'report/a2m', 'management/report',
  '{id}/management/view', '{id}/apps/view', 'apps', 'all/reports', 'powerbi', 'powerbi/resources', 'powerbi/workspace', 'companies',
  'analyze', '{id}/reports', '{id}/reports/view', '{id}/reports/external', '{id}/playlist/view', 'playlist/view', 'playlists',
  'remote/authorization', 'whitelabels', 'themes', 'reports', 'group_users', 'user', 'help_desk', 'help_desk/{id}', 'catalogs', 'ia',
  'shifts', 'custom_fields', 'tags', 'user_terms', 'faq',
  // Ours, beside the specification's.
  'mails', 'jobs', 'status', 'team', 'platform', 'updates',
] as const // prettier-ignore

export type Screen = (typeof screens)[number]

const user: readonly Screen[] = [
  '', 'notifications', 'playlists', 'remote/authorization', 'reports', 'setting', 'powerbi', 'powerbi/resources', 'powerbi/workspace',
  'management/report', '{id}/management/view', 'apps', '{id}/apps/view', 'all/reports', '{id}/reports', '{id}/reports/view',
  '{id}/reports/external', '{id}/playlist/view', 'playlist/view', 'help_desk', 'help_desk/{id}', 'catalogs', 'faq',
] // prettier-ignore

const master: readonly Screen[] = [
  ...user, 'auto_actions', 'auto_actions/triggers', 'changelog', 'audit', 'domain', 'azure/saml', 'billing', 'registration', 'companies',
  'analyze', 'whitelabels', 'themes', 'group_users', 'user', 'ia', 'shifts', 'custom_fields', 'tags', 'user_terms', 'notifications/templates', 'mails', 'team',
] // prettier-ignore

const admin: readonly Screen[] = [
  ...user, 'auto_actions', 'auto_actions/triggers', 'changelog', 'audit', 'azure/saml', 'whitelabels', 'themes', 'group_users', 'user',
  'analyze', 'ia', 'shifts', 'custom_fields', 'tags', 'user_terms', 'notifications/templates', 'mails',
] // prettier-ignore

/**
 * What partners and business units may do without. The dashboard stays; so do the screens from which others are given back, and
 * those of the platform's own staff.
 */
const kept = [
  '',
  'partners',
  'team',
  'companies',
  'client',
  'report/a2m',
  'billing/summary',
  'jobs',
  'platform',
  'updates',
] as const
type Kept = (typeof kept)[number]
export const hideable = screens.filter(
  (screen): screen is Exclude<Screen, Kept> => !(kept as readonly string[]).includes(screen),
)

export type Hideable = (typeof hideable)[number]

/** User and master as the specification gives them, admin and a2m as we read it. */
export const screensOfProfile: Record<Profile, readonly Screen[]> = { a2m: screens, master, admin, user }

/** The screens left to a profile once the hidden ones are taken out. The dashboard cannot be hidden; an unknown profile gets nothing. */
export function screensFor(profile: string, hidden: readonly string[]): Screen[] {
  const set: readonly Screen[] = Object.hasOwn(screensOfProfile, profile) ? screensOfProfile[profile as Profile] : []
  return set.filter((screen) => screen === '' || !hidden.includes(screen))
}

/** The first part of a permission's name. */
type Noun = Permission extends infer P ? (P extends `${infer N}.${string}` ? N : never) : never

/**
 * The screens that a noun's calls stand behind; none: a call of no screen, or of every one. A call that several screens make, or
 * another one than its noun's, names its own (`screens` of platform/contract/call.ts).
 */
const screensOfNoun: Record<Noun, readonly Screen[]> = {
  session: [],
  partner: ['partners'],
  team: ['team'],
  tenant: ['companies'],
  settings: ['setting'],
  user: ['user'],
  user_group: ['group_users'],
  shift: ['shifts'],
  custom_field: ['custom_fields'],
  changelog: ['changelog'],
  changelog_entry: ['updates'],
  tag: ['tags'],
  theme: ['themes', 'whitelabels'],
  embedding_account: ['powerbi'],
  workspace: ['powerbi/workspace'],
  report_group: ['reports'],
  report: ['reports'],
  mail: ['mails'],
  job: ['jobs'],
  status: ['status'],
  platform: ['platform'],
  audit: ['audit'],
}

export const screensOf = (permission: Permission): readonly Screen[] =>
  screensOfNoun[permission.slice(0, permission.indexOf('.')) as Noun]

/** Is what stands behind these screens out of reach? Only when each of them is hidden, and never what the dashboard shows. */
export function areHidden(behind: readonly Screen[], hidden: readonly string[]): boolean {
  return hidden.length > 0 && behind.length > 0 && behind.every((screen) => screen !== '' && hidden.includes(screen))
}

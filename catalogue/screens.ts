// The screens of the product, by their route names in the specification (section 2), and the screens of each profile.
// A name here does not mean that the screen exists: the menu shows a screen when a feature implements it.
// Next: features/*/web/routes.ts implement screens; features/sessions answers the screens of a person.
import type { Permission, Profile } from './access.ts'

/** Names as the specification writes them. The empty name is the dashboard. `hidden_menu` contains these names. */
export const screens = [
  '', 'notifications', 'notifications/templates', 'auto_actions', 'auto_actions/triggers', 'changelog', 'audit', 'domain', 'setting',
  'azure/saml', 'billing', 'billing/summary', 'registration', 'partners', 'client', 'report/a2m', 'management/report',
  '{id}/management/view', '{id}/apps/view', 'apps', 'all/reports', 'powerbi', 'powerbi/resources', 'powerbi/workspace', 'companies',
  'analyze', '{id}/reports', '{id}/reports/view', '{id}/reports/external', '{id}/playlist/view', 'playlist/view', 'playlists',
  'remote/authorization', 'whitelabels', 'themes', 'reports', 'group_users', 'user', 'help_desk', 'help_desk/{id}', 'catalogs', 'ia',
  'shifts', 'custom_fields', 'tags', 'user_terms', 'faq',
  // Screens of ours that the specification does not have.
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
 * Screens that cannot be hidden: the dashboard, the screens in which hidden screens are restored, and the screens of the platform's
 * staff.
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

/** The specification defines user and master. Admin and a2m are our interpretation. */
export const screensOfProfile: Record<Profile, readonly Screen[]> = { a2m: screens, master, admin, user }

/** The visible screens of a profile. The dashboard is always visible. An unknown profile gets no screen. */
export function screensFor(profile: string, hidden: readonly string[]): Screen[] {
  const set: readonly Screen[] = Object.hasOwn(screensOfProfile, profile) ? screensOfProfile[profile as Profile] : []
  return set.filter((screen) => screen === '' || !hidden.includes(screen))
}

/** The part of a permission before the dot. */
type Noun = Permission extends infer P ? (P extends `${infer N}.${string}` ? N : never) : never

/**
 * The screens that use the calls of a noun. An empty list: no screen, or every screen. A call that other screens use names them itself
 * (`screens` of platform/contract/call.ts).
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

/** Are all of these screens hidden? Never true for an empty list or for the dashboard. */
export function areHidden(behind: readonly Screen[], hidden: readonly string[]): boolean {
  return hidden.length > 0 && behind.length > 0 && behind.every((screen) => screen !== '' && hidden.includes(screen))
}

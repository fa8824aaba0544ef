// The screens of the product, by their route names in the specification (section 2), and the screens of each profile.
// A name here does not mean that the screen exists: the menu shows a screen when a feature implements it.
// Next: features/*/*/web/routes.ts implement screens; features/identity/sessions answers the screens of a person.
import { type Noun, nouns, type Permission, permissions, type Profile } from './access.ts'
import { type Plural, plural } from './plural.ts'

/** Names as the specification writes them. The empty name is the dashboard. `hidden_menu` contains these names. */
const named = [
  '',
  'notifications',
  'notifications/templates',
  'auto_actions',
  'auto_actions/triggers',
  'changelog',
  'audit',
  'domain',
  'setting',
  'azure/saml',
  'billing',
  'billing/summary',
  'registration',
  'partners',
  'client',
  'report/a2m',
  'management/report',
  '{id}/management/view',
  '{id}/apps/view',
  'apps',
  'all/reports',
  'powerbi',
  'powerbi/resources',
  'powerbi/workspace',
  'powerbi/datasets',
  'companies',
  'analyze',
  '{id}/reports',
  '{id}/reports/view',
  '{id}/reports/external',
  '{id}/playlist/view',
  'playlist/view',
  'playlists',
  'remote/authorization',
  'whitelabels',
  'themes',
  'reports',
  'group_users',
  'user',
  'help_desk',
  'help_desk/{id}',
  'catalogs',
  'ia',
  'shifts',
  'custom_fields',
  'tags',
  'user_terms',
  'faq',
  // Screens of ours that the specification does not have.
  'mails',
  'jobs',
  'status',
  'team',
  'platform',
  'staff',
  'updates',
  'survey',
] as const

type NamedScreen = (typeof named)[number]

/** The part of a permission before the dot. */
type Subject = Permission extends infer P ? (P extends `${infer S}.${string}` ? S : never) : never

/**
 * The screens that use the calls of a noun, where they have another name than its plural. An empty list: no screen, or every screen. A
 * call that other screens use names them itself (`screens` of platform/contract/call.ts).
 */
const screensOfSubject = {
  session: [],
  portal: [],
  team: ['team'],
  legal_data: ['registration'],
  tenant: ['companies'],
  domain: ['domain'],
  client: ['client'],
  bill: ['billing'],
  billing_summary: ['billing/summary'],
  counted_person: ['user'],
  overview: [''],
  settings: ['setting'],
  user: ['user'],
  remote: ['user'],
  user_group: ['group_users'],
  changelog: ['changelog'],
  changelog_entry: ['updates'],
  theme: ['themes', 'whitelabels'],
  embedding_account: ['powerbi'],
  workspace: ['powerbi/workspace'],
  capacity: ['powerbi/resources'],
  dataset: ['powerbi/datasets', 'powerbi/workspace', 'powerbi'],
  report_group: ['reports'],
  report: ['reports'],
  usage: ['analyze'],
  management_report: ['report/a2m', 'management/report'],
  saved_view: ['{id}/reports/view'],
  pin: [''],
  report_comment: ['{id}/reports/view'],
  catalog: ['catalogs'],
  access_request: ['catalogs'],
  ticket: ['help_desk', 'help_desk/{id}'],
  retention_rule: ['setting'],
  service_level: ['help_desk'],
  ticket_mail: ['help_desk'],
  ticket_statistic: ['help_desk'],
  handed_ticket: ['help_desk'],
  canned_answer: ['help_desk'],
  task: ['auto_actions'],
  trigger: ['auto_actions/triggers'],
  ai_account: ['ia'],
  ai_call: ['ia'],
  assistant: [],
  scim: ['azure/saml'],
  saml: ['azure/saml'],
  openid: ['azure/saml'],
  notification_template: ['notifications/templates'],
  mail: ['mails'],
  job: ['jobs'],
  survey: ['survey'],
  faq_entry: ['faq'],
  status: ['status'],
  platform: ['platform'],
  staff: ['staff'],
  audit: ['audit'],
} as const satisfies Partial<Record<Subject, readonly NamedScreen[]>>

/** A noun of the product that is on no line above: its screen is called as its plural, and needs no line in this file. */
type PlainNoun = Exclude<Noun, keyof typeof screensOfSubject>

export type Screen = NamedScreen | Plural<PlainNoun>

const isNamed = (screen: string) => (named as readonly string[]).includes(screen)
const isPlain = (noun: Noun): noun is PlainNoun => !Object.hasOwn(screensOfSubject, noun)

/** Nouns whose screen the specification does not name. */
const addedNouns = nouns.filter(isPlain).filter((noun) => !isNamed(plural(noun)))

export const screens: readonly Screen[] = [...named, ...addedNouns.map((noun) => plural(noun))]

/** Every profile that may read the records has their screen. */
const addedScreens = (profile: Profile): readonly Screen[] =>
  addedNouns.filter((noun) => permissions[`${noun}.read`].profiles.includes(profile)).map((noun) => plural(noun))

const user: readonly Screen[] = [
  '',
  'notifications',
  'playlists',
  'remote/authorization',
  'reports',
  'setting',
  'powerbi',
  'powerbi/resources',
  'powerbi/workspace',
  'powerbi/datasets',
  'management/report',
  '{id}/management/view',
  'apps',
  '{id}/apps/view',
  'all/reports',
  '{id}/reports',
  '{id}/reports/view',
  '{id}/reports/external',
  '{id}/playlist/view',
  'playlist/view',
  'help_desk',
  'help_desk/{id}',
  'catalogs',
  'faq',
]

const master: readonly Screen[] = [
  ...user,
  'auto_actions',
  'auto_actions/triggers',
  'changelog',
  'audit',
  'domain',
  'azure/saml',
  'billing',
  'registration',
  'companies',
  'analyze',
  'whitelabels',
  'themes',
  'group_users',
  'user',
  'ia',
  'shifts',
  'custom_fields',
  'tags',
  'user_terms',
  'notifications/templates',
  'mails',
  'team',
  'survey',
]

const admin: readonly Screen[] = [
  ...user,
  'auto_actions',
  'auto_actions/triggers',
  'changelog',
  'audit',
  'azure/saml',
  'whitelabels',
  'themes',
  'group_users',
  'user',
  'analyze',
  'ia',
  'shifts',
  'custom_fields',
  'tags',
  'user_terms',
  'notifications/templates',
  'mails',
]

/**
 * Screens that cannot be hidden: the dashboard, the screens in which hidden screens are restored, and the screens of the platform's
 * staff.
 */
const unhideableScreens = [
  '',
  'partners',
  'team',
  'companies',
  'client',
  'report/a2m',
  'billing/summary',
  'jobs',
  'platform',
  'staff',
  'updates',
  'survey',
] as const
type UnhideableScreen = (typeof unhideableScreens)[number]

const isForAdministrators = (screen: Screen) =>
  !addedScreens('a2m').includes(screen) || addedScreens('admin').includes(screen)

export const hideable = screens.filter(
  (screen): screen is Exclude<Screen, UnhideableScreen> =>
    !(unhideableScreens as readonly string[]).includes(screen) && isForAdministrators(screen),
)

export type Hideable = (typeof hideable)[number]

/** The specification defines user and master. Admin and a2m are our interpretation. */
export const screensOfProfile: Record<Profile, readonly Screen[]> = {
  a2m: screens,
  master: [...master, ...addedScreens('master')],
  admin: [...admin, ...addedScreens('admin')],
  user: [...user, ...addedScreens('user')],
}

/** The visible screens of a profile. The dashboard is always visible. An unknown profile gets no screen. */
export function screensFor(profile: string, hidden: readonly string[]): Screen[] {
  const set: readonly Screen[] = Object.hasOwn(screensOfProfile, profile) ? screensOfProfile[profile as Profile] : []
  return set.filter((screen) => screen === '' || !hidden.includes(screen))
}

export function screensOf(permission: Permission): readonly Screen[] {
  const subject = permission.slice(0, permission.indexOf('.')) as Subject
  const known: Partial<Record<Subject, readonly Screen[]>> = screensOfSubject
  return known[subject] ?? [plural(subject as PlainNoun)]
}

/** Are all of these screens hidden? Never true for an empty list or for the dashboard. */
export function areHidden(behind: readonly Screen[], hidden: readonly string[]): boolean {
  return hidden.length > 0 && behind.length > 0 && behind.every((screen) => screen !== '' && hidden.includes(screen))
}

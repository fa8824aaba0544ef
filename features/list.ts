// Every noun of the product, by area: `features/<area>/<noun>`. A new one adds its name here; tools/generate-registries.ts derives the
// registries of server, browser, phrases and tests from this list and from the files of each folder (docs/decisions/0016).

/**
 * The areas in the order of their imports: an area may import those above it, and none below. tools/layers checks it. The order of the
 * nouns of an area has no meaning.
 */
export const areas = {
  organisation: [
    'tenants',
    'partners',
    'settings',
    'platform-settings',
    'themes',
    'custom-fields',
    'shifts',
    'user-terms',
  ],
  assistant: ['ai-accounts'],
  messaging: [
    'notifications',
    'push-devices',
    'messages',
    'templates',
    'outbox',
    'broadcasts',
    'changelog',
    'survey',
    'faq',
  ],
  integrations: ['webhooks', 'api-keys'],
  identity: [
    'entry',
    'sign-in-pages',
    'sign-in',
    'attempts',
    'passwords',
    'mfa',
    'saml',
    'openid',
    'federation',
    'known-people',
    'registration',
    'sessions',
    'unit-switch',
    'remote-access',
    'embedded-access',
  ],
  people: [
    'users',
    'groups',
    'group-moves',
    'grantees',
    'imports',
    'from-units',
    'team',
    'staff',
    'data-archives',
    'profile',
    'list-layouts',
    'scim',
    'scim-resources',
  ],
  sources: ['accounts', 'workspaces', 'capacities'],
  reports: [
    'library',
    'groups',
    'subgroups',
    'tags',
    'access',
    'grant-fields',
    'readers',
    'catalogs',
    'view',
    'stage',
    'frame',
    'saved-views',
    'pins',
    'comments',
    'usage',
    'maintenance',
    'faults',
    'playlists',
    'apps',
    'external',
    'management',
    'datasets',
    'dax-queries',
    'dax-drafts',
  ],
  home: ['shelves', 'welcome', 'search', 'overview'],
  operations: ['audit', 'jobs', 'status', 'retention'],
  automation: ['tasks', 'triggers', 'scheduled-exports'],
  'help-desk': ['service-levels', 'tickets', 'handed-tickets', 'canned-answers', 'ticket-mails', 'ticket-statistics'],
  business: ['clients', 'billing', 'domains', 'legal-data'],
} as const

export type Area = keyof typeof areas

/** A noun by its folder below features/: `people/groups`. */
export type Feature = { [Name in Area]: `${Name}/${(typeof areas)[Name][number]}` }[Area]

export const features = Object.entries(areas).flatMap(([area, nouns]) =>
  nouns.map((noun) => `${area}/${noun}` as Feature),
)

/**
 * The features whose phrases the first page uses: sign-in, home, and the frame around every screen. A browser loads the phrases of the
 * other features together with their first screen (docs/decisions/0042). apps/web/phrase-parts.test.ts
 * reports a feature that is missing here.
 */
export const firstPageFeatures: readonly Feature[] = [
  'home/shelves',
  'home/welcome',
  'reports/pins',
  'identity/sessions',
  'identity/remote-access',
  'identity/unit-switch',
  'identity/sign-in',
]

/** Phrases of other features that the first page uses beside the labels of its menu and search: those of the bell. */
export const firstPagePhrases: Partial<Record<Feature, readonly string[]>> = {
  'messaging/notifications': ['bell_zero', 'bell_one', 'bell_other', 'bellMany'],
}

/**
 * The features whose phrases the screens of readers use beside those of the first page: the viewer, catalogs, apps and the dialogs after a
 * sign-in. A browser loads them as one file (docs/decisions/0042). apps/web/phrase-parts.test.ts reports a feature that is missing here.
 */
export const readerFeatures: readonly Feature[] = [
  'reports/view',
  'reports/saved-views',
  'reports/comments',
  'reports/faults',
  'reports/maintenance',
  'reports/catalogs',
  'reports/apps',
  'reports/playlists',
  'reports/usage',
  'reports/external',
  'messaging/notifications',
  'messaging/push-devices',
  'messaging/survey',
  'messaging/broadcasts',
  'messaging/faq',
  'messaging/changelog',
  'organisation/user-terms',
]

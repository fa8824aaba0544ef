import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  skip: 'Skip to content',
  skipToNavigation: 'Skip to menu',
  bar: 'Top bar',
  search: 'Search',
  content: 'Content',
  navigation: 'Main navigation',
  openNavigation: 'Open menu',
  closeNavigation: 'Close menu',
  collapse: 'Collapse menu',
  expand: 'Expand menu',
  section: { read: 'Read', manage: 'Manage', organisation: 'Organization', platform: 'Platform' },
  week: {
    from: 'From',
    to: 'To',
    nextDay: 'the next day',
    add: 'Hours',
    addTo: 'Add hours: {{day}}',
    remove: 'Take out {{day}}, {{from}}–{{to}}',
  },
  times: { one: 'Time', add: 'Add a time', remove: 'Remove {{time}}' },
  language: 'Language',
  scheme: { label: 'Appearance', light: 'Light', dark: 'Dark', auto: 'Same as system' },
  profile: {
    menu: 'Your account',
    a2m: 'Platform operations',
    master: 'Partner',
    admin: 'Administrator',
    user: 'Reader',
  },
  unit: 'Business unit',
  account: 'My account',
  signOut: 'Sign out',
  unavailable: 'The service is not available right now. Try again in a moment.',
  notifications: 'Notices',
  refused: {
    text: 'You do not have permission to access this page',
    advice: 'If you need it, ask whoever manages your access.',
  },
} satisfies Phrases<typeof ptBR>

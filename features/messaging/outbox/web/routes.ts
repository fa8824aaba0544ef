import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'mails'

export const screens: ScreenEntry[] = [
  {
    path: '/mails',
    screen,
    permission: 'mail.read',
    menu: { entry: 'communication', order: 70, label: 'messaging.outbox.title' },
    component: lazyScreen(() => import('./mail-list.tsx'), 'MailList'),
  },
  {
    path: '/mails/$id',
    screen,
    permission: 'mail.read',
    menu: null,
    component: lazyScreen(() => import('./mail-page.tsx'), 'MailPage'),
  },
]

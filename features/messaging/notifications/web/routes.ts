import { lazyReaderScreen, type PublicEntry, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'notifications'

export const screens: ScreenEntry[] = [
  {
    path: '/notifications',
    screen,
    permission: 'notification.read',
    menu: { entry: 'help', order: 50, label: 'messaging.notifications.title' },
    component: lazyReaderScreen(() => import('./notification-list.tsx'), 'NotificationList'),
  },
  {
    path: '/notifications/$id',
    screen,
    permission: 'notification.read',
    menu: null,
    component: lazyReaderScreen(() => import('./notification-page.tsx'), 'NotificationPage'),
  },
  {
    path: '/notifications/$id/open',
    screen,
    permission: 'notification.read',
    menu: null,
    component: lazyReaderScreen(() => import('./notification-open.tsx'), 'NotificationOpen'),
  },
]

export const publicScreens: PublicEntry[] = [
  { path: '/unsubscribe/$token', component: lazyReaderScreen(() => import('./notification-end-page.tsx'), 'EndPage') },
]

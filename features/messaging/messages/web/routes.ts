import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { messagePlace } from './message-place.ts'

const screen = 'notifications'
const permission = 'notification.add'
const { path } = messagePlace

export const screens: ScreenEntry[] = [
  {
    path,
    screen,
    permission,
    menu: { entry: 'communication', order: 10, label: 'messaging.messages.title' },
    component: lazyScreen(() => import('./message-list.tsx'), 'MessageList'),
  },
  {
    path: `${path}/add`,
    screen,
    permission,
    menu: null,
    action: { label: 'messaging.messages.add', place: 'messaging.messages.title' },
    component: lazyScreen(() => import('./message-form.tsx'), 'AddMessage'),
  },
  {
    path: `${path}/$id`,
    screen,
    permission,
    menu: null,
    component: lazyScreen(() => import('./message-page.tsx'), 'MessagePage'),
  },
]

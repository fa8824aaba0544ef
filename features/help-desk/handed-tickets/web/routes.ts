import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { handedPlace } from './handed-place.ts'

const { path } = handedPlace

export const screens: ScreenEntry[] = [
  {
    path,
    screen: 'help_desk',
    permission: 'handed_ticket.read',
    menu: { entry: 'units', order: 40, label: 'helpDesk.handedTickets.title' },
    component: lazyScreen(() => import('./handed-list.tsx'), 'HandedList'),
  },
  {
    path: `${path}/$id`,
    screen: 'help_desk',
    permission: 'handed_ticket.read',
    menu: null,
    component: lazyScreen(() => import('./handed-page.tsx'), 'HandedPage'),
  },
]

import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { handedPlace } from './handed-place.ts'

const { path } = handedPlace
const list = lazyScreen(() => import('./handed-list.tsx'), 'HandedList')
const page = lazyScreen(() => import('./handed-page.tsx'), 'HandedPage')
const permission = 'handed_ticket.read'

export const screens: ScreenEntry[] = [
  {
    path,
    screen: 'help_desk',
    permission,
    menu: { entry: 'units', order: 40, label: 'helpDesk.handedTickets.title' },
    component: list,
  },
  { path: `${path}/$id`, screen: 'help_desk', permission, menu: null, component: page },
  // The specification's help desk: staff at their own host have the tickets that were handed up to them.
  { path: '/help_desk', fallback: true, screen: 'help_desk', permission, menu: null, component: list },
  { path: '/help_desk/$id', fallback: true, screen: 'help_desk/{id}', permission, menu: null, component: page },
]

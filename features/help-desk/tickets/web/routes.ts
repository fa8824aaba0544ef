import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { ticketPlace } from './help-desk-place.ts'

const { path } = ticketPlace
const menu = { entry: 'help', order: 10, label: 'helpDesk.tickets.title' } as const

export const screens: ScreenEntry[] = [
  {
    path,
    screen: 'help_desk',
    permission: 'ticket.read',
    menu,
    component: lazyScreen(() => import('./ticket-list.tsx'), 'TicketList'),
  },
  {
    path: `${path}/add`,
    screen: 'help_desk',
    permission: 'ticket.add',
    menu: null,
    action: { label: 'helpDesk.tickets.add', place: 'helpDesk.tickets.title' },
    component: lazyScreen(() => import('./ticket-form.tsx'), 'AddTicket'),
  },
  {
    path: `${path}/$id`,
    screen: 'help_desk/{id}',
    permission: 'ticket.read',
    menu: null,
    component: lazyScreen(() => import('./ticket-page.tsx'), 'TicketPage'),
  },
  {
    path: `${path}/$id/view`,
    screen: 'help_desk/{id}',
    permission: 'ticket.read',
    menu: null,
    component: lazyScreen(() => import('./ticket-view-page.tsx'), 'TicketViewPage'),
  },
]

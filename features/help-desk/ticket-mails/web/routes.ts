import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { mailPlace } from './ticket-mail-place.ts'

const { path } = mailPlace

/** No place in the menu: the list of tickets leads here while mails are received. */
export const screens: ScreenEntry[] = [
  {
    path,
    screen: 'help_desk',
    permission: 'ticket_mail.read',
    menu: null,
    component: lazyScreen(() => import('./ticket-mail-list.tsx'), 'TicketMailList'),
  },
  {
    path: `${path}/$id`,
    screen: 'help_desk',
    permission: 'ticket_mail.read',
    menu: null,
    component: lazyScreen(() => import('./ticket-mail-page.tsx'), 'TicketMailPage'),
  },
]

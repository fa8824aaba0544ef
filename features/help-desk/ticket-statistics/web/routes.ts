import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

/** No place in the menu: the list of tickets leads here. */
export const screens: ScreenEntry[] = [
  {
    path: '/help_desk/statistics',
    screen: 'help_desk',
    permission: 'ticket_statistic.read',
    menu: null,
    component: lazyScreen(() => import('./statistics-page.tsx'), 'StatisticsPage'),
  },
]

import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/help_desk/service_levels',
    screen: 'help_desk',
    permission: 'service_level.read',
    menu: { entry: 'help', order: 14, label: 'helpDesk.serviceLevels.title' },
    component: lazyScreen(() => import('./service-levels-page.tsx'), 'ServiceLevelsPage'),
  },
]

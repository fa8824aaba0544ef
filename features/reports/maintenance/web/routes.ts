import { lazyReaderScreen, lazyScreen, recordScreens, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { maintenancePlace } from './maintenance-place.ts'

const upcoming = lazyReaderScreen(() => import('./maintenance-upcoming-page.tsx'), 'MaintenanceUpcomingPage')

export const screens: ScreenEntry[] = [
  ...recordScreens({
    ...maintenancePlace,
    screen: 'maintenance_windows',
    noun: 'maintenance_window',
    menu: { entry: 'content', order: 60 },
    list: lazyScreen(() => import('./maintenance-list.tsx'), 'MaintenanceList'),
    add: lazyScreen(() => import('./maintenance-form.tsx'), 'AddMaintenance'),
    edit: lazyScreen(() => import('./maintenance-form.tsx'), 'EditMaintenance'),
  }),
  // The upcoming maintenance of a reader's own reports.
  {
    path: maintenancePlace.path,
    screen: 'notifications',
    permission: 'report.open',
    menu: { entry: 'help', order: 40, label: 'reports.maintenance.title' },
    component: upcoming,
  },
  {
    path: '/notifications/maintenance',
    screen: 'notifications',
    permission: 'report.open',
    menu: null,
    component: upcoming,
  },
]

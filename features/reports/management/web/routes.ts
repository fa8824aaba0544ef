import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { managementPlace } from './management-place.ts'

const { path } = managementPlace
const list = lazyScreen(() => import('./management-list.tsx'), 'ManagementList')

export const screens: ScreenEntry[] = [
  {
    path,
    screen: 'management/report',
    permission: 'management_report.open',
    menu: { entry: 'reports', order: 30, label: 'reports.management.page.title' },
    component: lazyScreen(() => import('./management-page.tsx'), 'ManagementPage'),
  },
  {
    path: '/$id/management/view',
    screen: '{id}/management/view',
    permission: 'management_report.open',
    menu: null,
    component: lazyScreen(() => import('./management-view-page.tsx'), 'ManagementViewPage'),
  },
  // The screens of staff outside of a business unit, who publish management reports.
  {
    path,
    screen: 'management/report',
    permission: 'management_report.read',
    menu: { entry: 'content', order: 70, label: 'reports.management.title' },
    component: list,
  },
  { path: '/report/a2m', screen: 'report/a2m', permission: 'management_report.read', menu: null, component: list },
  {
    path: `${path}/add`,
    screen: 'management/report',
    permission: 'management_report.add',
    menu: null,
    action: { label: 'reports.management.add', place: 'reports.management.title' },
    component: lazyScreen(() => import('./management-form.tsx'), 'AddManagementReport'),
  },
  {
    path: `${path}/$id`,
    screen: 'management/report',
    permission: 'management_report.read',
    menu: null,
    component: lazyScreen(() => import('./management-form.tsx'), 'EditManagementReport'),
  },
]

import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { datasetPlace, refreshesPath } from './dataset-place.ts'

const { path } = datasetPlace
const list = lazyScreen(() => import('./dataset-list.tsx'), 'DatasetList')
const refreshes = lazyScreen(() => import('./dataset-calendar-page.tsx'), 'DatasetCalendarPage')
const forReader = { fallback: true, permission: 'dataset.read', menu: null, component: list } as const

export const screens: ScreenEntry[] = [
  {
    path,
    screen: 'powerbi/datasets',
    permission: 'dataset.read',
    menu: { entry: 'content', order: 50, label: 'reports.datasets.title' },
    component: list,
  },
  // Who plans refreshes looks for them under automation. A reader with the toggle has no other screen there.
  {
    path: refreshesPath,
    screen: 'powerbi/datasets',
    permission: 'dataset.schedule',
    menu: { entry: 'automation', order: 40, label: 'reports.datasets.refreshes.title' },
    component: refreshes,
  },
  { path: refreshesPath, screen: 'powerbi/datasets', ...forReader, component: refreshes },
  {
    path: `${path}/$id`,
    screen: 'powerbi/datasets',
    permission: 'dataset.read',
    menu: null,
    component: lazyScreen(() => import('./dataset-form.tsx'), 'EditDataset'),
  },
  {
    path: `${path}/of_report/$id`,
    screen: 'powerbi/datasets',
    permission: 'dataset.read',
    menu: null,
    component: lazyScreen(() => import('./dataset-of-report.tsx'), 'DatasetOfReport'),
  },
  // A reader with the toggle sees neither accounts nor workspaces, but the data sets behind the reports that they may open.
  { path: '/powerbi', screen: 'powerbi', ...forReader },
  { path: '/powerbi/workspace', screen: 'powerbi/workspace', ...forReader },
]

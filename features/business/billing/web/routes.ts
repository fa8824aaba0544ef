import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { billingPlace } from './billing-place.ts'

const { path } = billingPlace

export const screens: ScreenEntry[] = [
  {
    path,
    screen: 'billing',
    permission: 'bill.read',
    menu: { entry: 'billing', order: 20, label: 'business.billing.title' },
    component: lazyScreen(() => import('./bill-list.tsx'), 'BillList'),
  },
  {
    path: `${path}/summary`,
    screen: 'billing/summary',
    permission: 'billing_summary.read',
    menu: { entry: 'billing', order: 30, label: 'business.billing.summary.title' },
    component: lazyScreen(() => import('./billing-summary.tsx'), 'BillingSummary'),
  },
  {
    path: '/user/counted',
    screen: 'user',
    permission: 'counted_person.read',
    menu: {
      entry: 'people',
      order: 60,
      label: 'business.billing.countedPeople.title',
      tab: 'business.billing.countedPeople.tab',
    },
    component: lazyScreen(() => import('./counted-people.tsx'), 'CountedPeople'),
  },
  {
    path: `${path}/$id/people`,
    screen: 'billing',
    permission: 'bill.read',
    menu: null,
    component: lazyScreen(() => import('./bill-people.tsx'), 'BillPeople'),
  },
  {
    path: `${path}/$id`,
    screen: 'billing',
    permission: 'bill.read',
    menu: null,
    component: lazyScreen(() => import('./bill-page.tsx'), 'BillPage'),
  },
]

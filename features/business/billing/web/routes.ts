import { IconChartBar } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { billingPlace } from './billing-place.ts'

const { path, icon } = billingPlace

export const screens: ScreenEntry[] = [
  {
    path,
    screen: 'billing',
    permission: 'bill.read',
    menu: { section: 'organisation', order: 8, icon, label: 'business.billing.title' },
    component: lazyScreen(() => import('./bill-list.tsx'), 'BillList'),
  },
  {
    path: `${path}/summary`,
    screen: 'billing/summary',
    permission: 'billing_summary.read',
    menu: { section: 'organisation', order: 9, icon: IconChartBar, label: 'business.billing.summary.title' },
    component: lazyScreen(() => import('./billing-summary.tsx'), 'BillingSummary'),
  },
  {
    path: `${path}/$id`,
    screen: 'billing',
    permission: 'bill.read',
    menu: null,
    component: lazyScreen(() => import('./bill-page.tsx'), 'BillPage'),
  },
]

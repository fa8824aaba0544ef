import { IconLockAccess } from '@tabler/icons-react'
import { lazy } from 'react'
import { withAllPhrases } from '#platform/web/language/language.ts'
import type { AddedBulk } from '#platform/web/pages/bulk/added-bulk.tsx'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/report/$id/access',
    screen: 'reports',
    permission: 'report.grant',
    menu: null,
    component: lazyScreen(() => import('./access-form.tsx'), 'ReportAccess'),
  },
  {
    path: '/user/$id/reports',
    screen: 'user',
    permission: 'report.grant',
    menu: null,
    component: lazyScreen(() => import('./access-person-list.tsx'), 'PersonPermissions'),
  },
]

export const addedBulk: AddedBulk[] = [
  {
    pageKey: 'page_user',
    key: 'grant',
    permission: 'report.grant',
    label: 'reports.access.people.action',
    icon: IconLockAccess,
    Dialog: lazy(withAllPhrases(() => import('./access-people-grant.tsx'))),
  },
]

import { IconUsersGroup } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/azure/scim',
    screen: 'azure/saml',
    permission: 'scim.read',
    menu: { section: 'organisation', order: 62, icon: IconUsersGroup, label: 'people.scim.menu' },
    component: lazyScreen(() => import('./scim-page.tsx'), 'ScimPage'),
  },
]

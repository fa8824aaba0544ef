import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/azure/scim',
    screen: 'azure/saml',
    permission: 'scim.read',
    menu: { entry: 'settings', order: 72, label: 'people.scim.menu' },
    component: lazyScreen(() => import('./scim-page.tsx'), 'ScimPage'),
  },
]

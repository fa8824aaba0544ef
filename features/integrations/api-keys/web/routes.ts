import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/api_keys',
    screen: 'api_keys',
    permission: 'api_key.read',
    menu: { entry: 'settings', order: 74, label: 'integrations.apiKeys.title' },
    component: lazyScreen(() => import('./api-keys-page.tsx'), 'ApiKeysPage'),
  },
]

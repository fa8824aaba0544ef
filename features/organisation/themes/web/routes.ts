import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const component = lazyScreen(() => import('./theme-form.tsx'), 'ThemeForm')

export const screens: ScreenEntry[] = [
  {
    path: '/themes',
    screen: 'themes',
    permission: 'theme.read',
    menu: { entry: 'settings', order: 20, label: 'organisation.themes.title' },
    component,
  },
  // The path of the theme page in the specification.
  { path: '/whitelabels', screen: 'whitelabels', permission: 'theme.read', menu: null, component },
]

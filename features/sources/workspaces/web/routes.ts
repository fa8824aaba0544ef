import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/powerbi/workspace',
    screen: 'powerbi/workspace',
    permission: 'workspace.read',
    menu: { entry: 'settings', order: 35, label: 'sources.workspaces.title' },
    component: lazyScreen(() => import('./workspace-list.tsx'), 'WorkspaceList'),
  },
]

import { IconStack2 } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/powerbi/workspace',
    screen: 'powerbi/workspace',
    permission: 'workspace.read',
    menu: { section: 'organisation', order: 35, icon: IconStack2, label: 'sources.workspaces.title' },
    component: lazyScreen(() => import('./workspace-list.tsx'), 'WorkspaceList'),
  },
]

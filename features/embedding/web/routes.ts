import { IconPlugConnected } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'powerbi'

export const accountScreens: ScreenEntry[] = [
  {
    path: '/powerbi',
    screen,
    permission: 'embedding_account.read',
    menu: { section: 'organisation', order: 30, icon: IconPlugConnected, label: 'embedding.title' },
    component: lazyScreen(() => import('./account-list.tsx'), 'AccountList'),
  },
  {
    path: '/powerbi/add',
    screen,
    permission: 'embedding_account.add',
    menu: null,
    component: lazyScreen(() => import('./account-form.tsx'), 'AddAccount'),
  },
  {
    path: '/powerbi/$id',
    screen,
    permission: 'embedding_account.read',
    menu: null,
    component: lazyScreen(() => import('./account-form.tsx'), 'EditAccount'),
  },
]

import { IconPlugConnected } from '@tabler/icons-react'
import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'

export const accountScreens = recordScreens({
  path: '/powerbi',
  screen: 'powerbi',
  noun: 'embedding_account',
  menu: { section: 'organisation', order: 30, icon: IconPlugConnected, label: 'embedding.title' },
  list: lazyScreen(() => import('./account-list.tsx'), 'AccountList'),
  add: lazyScreen(() => import('./account-form.tsx'), 'AddAccount'),
  edit: lazyScreen(() => import('./account-form.tsx'), 'EditAccount'),
})

import { IconTags } from '@tabler/icons-react'
import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'

export const tagScreens = recordScreens({
  path: '/tags',
  screen: 'tags',
  noun: 'tag',
  menu: { section: 'manage', order: 25, icon: IconTags, label: 'tags.title' },
  list: lazyScreen(() => import('./tag-list.tsx'), 'TagList'),
  add: lazyScreen(() => import('./tag-form.tsx'), 'AddTag'),
  edit: lazyScreen(() => import('./tag-form.tsx'), 'EditTag'),
})

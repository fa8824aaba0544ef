import { IconTags } from '@tabler/icons-react'
import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'

export const tagPlace = { words: 'tags', path: '/tags', icon: IconTags } as const

export const screens = recordScreens({
  ...tagPlace,
  screen: 'tags',
  noun: 'tag',
  menu: { section: 'manage', order: 25 },
  list: lazyScreen(() => import('./tag-list.tsx'), 'TagList'),
  add: lazyScreen(() => import('./tag-form.tsx'), 'AddTag'),
  edit: lazyScreen(() => import('./tag-form.tsx'), 'EditTag'),
})

import { IconTags } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'tags'

export const tagScreens: ScreenEntry[] = [
  {
    path: '/tags',
    screen,
    permission: 'tag.read',
    menu: { section: 'manage', order: 25, icon: IconTags, label: 'tags.title' },
    component: lazyScreen(() => import('./tag-list.tsx'), 'TagList'),
  },
  {
    path: '/tags/add',
    screen,
    permission: 'tag.add',
    menu: null,
    component: lazyScreen(() => import('./tag-form.tsx'), 'AddTag'),
  },
  {
    path: '/tags/$id',
    screen,
    permission: 'tag.read',
    menu: null,
    component: lazyScreen(() => import('./tag-form.tsx'), 'EditTag'),
  },
]

import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'
import { tagPlace } from './tag-place.ts'

export const screens = recordScreens({
  ...tagPlace,
  screen: 'tags',
  noun: 'tag',
  menu: { entry: 'content', order: 30 },
  list: lazyScreen(() => import('./tag-list.tsx'), 'TagList'),
  add: lazyScreen(() => import('./tag-form.tsx'), 'AddTag'),
  edit: lazyScreen(() => import('./tag-form.tsx'), 'EditTag'),
})

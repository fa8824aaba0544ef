import { lazyReaderScreen, lazyScreen, recordScreens, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { changelogPlace } from './changelog-place.ts'

export const screens: ScreenEntry[] = [
  ...recordScreens({
    ...changelogPlace,
    screen: 'updates',
    noun: 'changelog_entry',
    menu: { entry: 'communication', order: 30 },
    list: lazyScreen(() => import('./changelog-list.tsx'), 'ChangelogList'),
    add: lazyScreen(() => import('./changelog-form.tsx'), 'AddChangelogEntry'),
    edit: lazyScreen(() => import('./changelog-form.tsx'), 'EditChangelogEntry'),
  }),
  {
    path: '/changelog',
    screen: 'changelog',
    permission: 'changelog.read',
    menu: { entry: 'help', order: 30, label: 'messaging.changelog.timeline.title' },
    component: lazyReaderScreen(() => import('./changelog-page.tsx'), 'ChangelogPage'),
  },
]

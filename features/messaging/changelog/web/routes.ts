import { IconSparkles } from '@tabler/icons-react'
import { lazyScreen, recordScreens, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { changelogPlace } from './changelog-place.ts'

export const screens: ScreenEntry[] = [
  ...recordScreens({
    ...changelogPlace,
    screen: 'updates',
    noun: 'changelog_entry',
    menu: { section: 'platform', order: 40 },
    list: lazyScreen(() => import('./changelog-list.tsx'), 'ChangelogList'),
    add: lazyScreen(() => import('./changelog-form.tsx'), 'AddChangelogEntry'),
    edit: lazyScreen(() => import('./changelog-form.tsx'), 'EditChangelogEntry'),
  }),
  {
    path: '/changelog',
    screen: 'changelog',
    permission: 'changelog.read',
    menu: { section: 'read', order: 90, icon: IconSparkles, label: 'messaging.changelog.timeline.title' },
    component: lazyScreen(() => import('./changelog-page.tsx'), 'ChangelogPage'),
  },
]

import { IconClipboardList } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/survey',
    screen: 'survey',
    permission: 'survey.read',
    menu: { section: 'platform', order: 55, icon: IconClipboardList, label: 'messaging.survey.title' },
    component: lazyScreen(() => import('./survey-page.tsx'), 'SurveyPage'),
  },
]

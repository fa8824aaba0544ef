import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/survey',
    screen: 'survey',
    permission: 'survey.read',
    menu: { entry: 'communication', order: 40, label: 'messaging.survey.title' },
    component: lazyScreen(() => import('./survey-page.tsx'), 'SurveyPage'),
  },
]

import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'ia'

export const screens: ScreenEntry[] = [
  {
    path: '/ia',
    screen,
    permission: 'ai_account.read',
    menu: { entry: 'settings', order: 66, label: 'assistant.aiAccounts.title' },
    component: lazyScreen(() => import('./ai-account-page.tsx'), 'AiAccountPage'),
  },
  {
    path: '/ia/calls',
    screen,
    permission: 'ai_call.read',
    menu: null,
    component: lazyScreen(() => import('./ai-call-list.tsx'), 'AiCallList'),
  },
]

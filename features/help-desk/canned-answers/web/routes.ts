import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'
import { cannedAnswerPlace } from './canned-answer-place.ts'

export const screens = recordScreens({
  ...cannedAnswerPlace,
  screen: 'help_desk',
  noun: 'canned_answer',
  menu: { entry: 'help', order: 12 },
  list: lazyScreen(() => import('./canned-answer-list.tsx'), 'CannedAnswerList'),
  add: lazyScreen(() => import('./canned-answer-form.tsx'), 'AddCannedAnswer'),
  edit: lazyScreen(() => import('./canned-answer-form.tsx'), 'EditCannedAnswer'),
})

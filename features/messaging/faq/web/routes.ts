import {
  lazyReaderScreen,
  lazyScreen,
  type PublicEntry,
  recordScreens,
  type ScreenEntry,
} from '#platform/web/routing/screen-entry.ts'
import { faqPlace } from './faq-place.ts'

const component = lazyReaderScreen(() => import('./faq-page.tsx'), 'FaqPage')

export const publicScreens: PublicEntry[] = [{ path: '/faq', component, framed: true }]

export const screens: ScreenEntry[] = [
  {
    path: '/faq',
    screen: 'faq',
    permission: 'portal.use',
    menu: { entry: 'help', order: 20, label: 'messaging.faq.page.title' },
    component,
  },
  ...recordScreens({
    ...faqPlace,
    screen: 'faq',
    noun: 'faq_entry',
    menu: { entry: 'communication', order: 60 },
    list: lazyScreen(() => import('./faq-entry-list.tsx'), 'FaqEntryList'),
    add: lazyScreen(() => import('./faq-entry-form.tsx'), 'AddFaqEntry'),
    edit: lazyScreen(() => import('./faq-entry-form.tsx'), 'EditFaqEntry'),
  }),
]

import { lazyScreen, recordScreens, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { webhookPlace } from './webhook-place.ts'

const log = { screen: 'webhooks', permission: 'webhook.read', menu: null } as const

export const screens: ScreenEntry[] = [
  ...recordScreens({
    ...webhookPlace,
    screen: 'webhooks',
    noun: 'webhook',
    menu: { entry: 'settings', order: 68 },
    list: lazyScreen(() => import('./webhook-list.tsx'), 'WebhookList'),
    add: lazyScreen(() => import('./webhook-form.tsx'), 'AddWebhook'),
    edit: lazyScreen(() => import('./webhook-form.tsx'), 'EditWebhook'),
  }),
  {
    ...log,
    path: '/webhooks/deliveries',
    component: lazyScreen(() => import('./delivery-list.tsx'), 'DeliveryList'),
  },
  {
    ...log,
    path: '/webhooks/deliveries/$id',
    component: lazyScreen(() => import('./delivery-page.tsx'), 'DeliveryPage'),
  },
  { ...log, path: '/webhooks/events', component: lazyScreen(() => import('./event-list.tsx'), 'EventList') },
]

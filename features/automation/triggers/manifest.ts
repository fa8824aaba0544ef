import type { PlainManifest } from '#platform/contract/manifest.ts'
import type { trigger } from './contract.ts'

export default {
  noun: 'trigger',
  sample: {
    enabled: true,
    frequency: 'weekly',
    days: [1],
    month_days: [],
    times: ['08:00'],
    timezone: null,
    starts_on: null,
    ends_on: null,
  },
} satisfies PlainManifest<typeof trigger>

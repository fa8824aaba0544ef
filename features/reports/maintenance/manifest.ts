import type { PlainManifest } from '#platform/contract/manifest.ts'
import type { maintenanceWindow } from './contract.ts'

export default {
  noun: 'maintenance_window',
  sample: {
    message: 'The server is being updated.',
    recurrence: 'once',
    first_day: '2031-01-06',
    last_day: '2031-01-06',
    days: [],
    from_time: '08:00',
    to_time: '09:00',
    report_ids: [],
    group_ids: [],
    passes: 'editors',
    announces: 'day',
  },
} satisfies PlainManifest<typeof maintenanceWindow>

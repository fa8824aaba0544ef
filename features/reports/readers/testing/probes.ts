import { own, type Probes } from '#testing/probe.ts'

export const probes: Probes = {
  'auth/notifications/users_per_report/all': own(),
  'auth/notifications/users_per_report/export': own({ format: 'csv' }),
  'auth/notifications/reports_per_user/all': own(),
  'auth/notifications/reports_per_user/export': own({ format: 'csv' }),
}

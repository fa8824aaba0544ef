import { own, type Probes } from '#testing/probe.ts'

export const probes: Probes = {
  'auth/help_desk/statistics/summary': own(),
  'auth/help_desk/statistics/weeks/all': own(),
  'auth/help_desk/statistics/weeks/export': own({ format: 'csv' }),
  'auth/help_desk/statistics/agents/all': own(),
  'auth/help_desk/statistics/agents/export': own({ format: 'csv' }),
}

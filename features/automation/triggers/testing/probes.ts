import { addRecord, foreign, own, type Probes, tenant_id } from '#testing/probe.ts'

export const probes: Probes = {
  'auth/auto_actions/triggers/next': own({
    frequency: 'daily',
    days: [],
    month_days: [],
    times: ['08:00'],
    timezone: null,
    starts_on: null,
    ends_on: null,
  }),
  'auth/auto_actions/triggers/run': foreign(async ({ db, unique }) => ({
    id: await addRecord(db, 'triggers', { tenant_id, name: `Quokka ${unique}`, frequency: 'daily', times: ['08:00'] }),
  })),
}

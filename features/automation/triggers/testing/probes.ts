import { addRecord, foreign, type Probes, tenant_id } from '#testing/probe.ts'

export const probes: Probes = {
  'auth/auto_actions/triggers/run': foreign(async ({ db, unique }) => ({
    id: await addRecord(db, 'triggers', { tenant_id, name: `Quokka ${unique}`, frequency: 'daily', times: ['08:00'] }),
  })),
}

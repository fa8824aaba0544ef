import { foreign, own, type Probes, resellers, tenant_id } from '#testing/probe.ts'

export const probes: Probes = {
  'auth/report_faults/of_report': own({ reportId: resellers }),
  'auth/report_faults/follow': foreign(async ({ db }) => {
    await db.deleteFrom('report_faults').where('report_id', '=', resellers).execute()
    const fault = db.insertInto('report_faults').values({ tenant_id, report_id: resellers }).returning('id')
    return { id: (await fault.executeTakeFirstOrThrow()).id, follows: 'S' }
  }),
}

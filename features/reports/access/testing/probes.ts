import { newReport } from '#features/reports/library/testing/probes.ts'
import { foreign, resellers, tenant_id, type Probes } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

export const probes: Probes = {
  'auth/report/access/get': foreign(() => ({ report_id: resellers })),
  'auth/report/access/readers': foreign(() => ({ report_id: resellers })),
  'auth/report/access/person/all': foreign(() => ({ user_id: people.userOfNorte.id })),
  'auth/report/access/person/delete': foreign(async (made) => {
    const report_id = await newReport(made)
    const grant = { tenant_id, report_id, user_id: people.userOfNorte.id, roles: ['Salesperson'] }
    await made.db.insertInto('report_grants').values(grant).execute()
    return { user_id: people.userOfNorte.id, report_id }
  }),
  'auth/report/access/explain': foreign(() => ({ report_id: resellers, user_id: people.userOfNorte.id })),
  'auth/report/access/pages': foreign(() => ({ report_id: resellers })),
  'auth/report/access/roles': foreign(() => ({ report_id: resellers })),
  'auth/report/access/roles/suggested': foreign(() => ({ report_id: resellers, user_id: people.userOfNorte.id })),
  'auth/report/access/add': foreign(async (made) => ({
    report_id: await newReport(made),
    grants: [
      {
        user_id: people.userOfNorte.id,
        group_id: null,
        roles: ['Salesperson'],
        identity: 'email',
        identity_value: null,
        custom_data: null,
      },
    ],
  })),
  'auth/report/access/update': foreign(async (made) => ({
    report_id: await newReport(made),
    version: 1,
    grants: [
      {
        user_id: people.userOfNorte.id,
        group_id: null,
        roles: ['Salesperson'],
        identity: 'email',
        identity_value: null,
        custom_data: null,
      },
    ],
  })),
}

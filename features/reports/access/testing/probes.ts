import { newReport } from '#features/reports/testing/probes.ts'
import { foreign, resellers, type Probes } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

export const probes: Probes = {
  'auth/report/access/get': foreign(() => ({ report_id: resellers })),
  'auth/report/access/readers': foreign(() => ({ report_id: resellers })),
  'auth/report/access/pages': foreign(() => ({ report_id: resellers })),
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

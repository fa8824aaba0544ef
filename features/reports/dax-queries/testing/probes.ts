import { foreign, type Probes, resellers } from '#testing/probe.ts'

export const probes: Probes = {
  'auth/report/dax/schema': foreign(() => ({ report_id: resellers })),
  'auth/report/column/values': foreign(() => ({ report_id: resellers, table: 'Territory', column: 'Região' })),
}

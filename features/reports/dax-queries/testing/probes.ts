import { foreign, type Probes, resellers } from '#testing/probe.ts'

export const probes: Probes = {
  'auth/report/dax/schema': foreign(() => ({ report_id: resellers })),
}

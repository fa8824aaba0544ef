import { foreign, type Probes, resellers } from '#testing/probe.ts'

export const probes: Probes = {
  'auth/report/dax/draft': foreign(() => ({ report_id: resellers, wish: 'Quokka' })),
}

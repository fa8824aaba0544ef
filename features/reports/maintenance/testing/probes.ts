import { own, resellers, type Probes } from '#testing/probe.ts'

export const probes: Probes = {
  // Answers every caller, with none.
  'auth/maintenance/of_report': own({ reportId: resellers }),
  'auth/maintenance/upcoming': own(),
}

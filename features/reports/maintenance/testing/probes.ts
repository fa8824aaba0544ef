import { own, resellers, type Probes } from '#testing/probe.ts'

export const probes: Probes = {
  // The call answers every caller, without a window if the report is not theirs.
  'auth/maintenance/of_report': own({ reportId: resellers }),
  'auth/maintenance/upcoming': own(),
}

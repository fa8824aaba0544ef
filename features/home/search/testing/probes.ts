import { own, admin, resellers, type Probes } from '#testing/probe.ts'

export const probes: Probes = {
  'auth/search': own({ search: 'Quokka' }),
  'auth/search/known': own({ ids: `${resellers},${admin.id}` }),
}

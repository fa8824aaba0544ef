import { foreign, ofAlfa, type Probes, tenant_id } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

export const probes: Probes = {
  'auth/change/companies': foreign(() => ({ tenant_id })),
  'auth/change/partner/to/admin': foreign(() => ({ tenant_id, perfil_usuario: 'admin' }), ofAlfa),
  'auth/change/partner/to/admin/no/verify': foreign(() => ({ tenant_id, perfil_usuario: 'admin' }), ofAlfa),
  'auth/change/back/partner': { who: people.masterOfAlfa, reach: 'own', input: () => ({}) },
}

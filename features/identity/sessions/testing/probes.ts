import { own, type Probes } from '#testing/probe.ts'

export const probes: Probes = {
  'auth/config': own(),
  'auth/config/companies': own({ search: 'nor' }),
  'auth/language': own({ language: 'es' }),
  'refresh/log/auth': own({ active: 'S', rota: '/' }),
}

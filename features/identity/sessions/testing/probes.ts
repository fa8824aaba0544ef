import { own, type Probes } from '#testing/probe.ts'

export const probes: Probes = {
  'auth/config': own(),
  'auth/language': own({ language: 'es' }),
  'refresh/log/auth': own({ active: 'S', rota: '/' }),
}

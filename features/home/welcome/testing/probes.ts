import { own, type Probes } from '#testing/probe.ts'

export const probes: Probes = {
  'auth/home/welcome': own(),
  'auth/home/dismiss': own({ hint: 'pins' }),
}

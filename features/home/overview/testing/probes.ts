import { ofAlfa, own, type Probes } from '#testing/probe.ts'

export const probes: Probes = {
  'auth/overview/get': own({}, ofAlfa),
}

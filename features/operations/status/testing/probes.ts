import { own, type Probes } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

export const probes: Probes = {
  'auth/status/get': own({}, people.platform),
}

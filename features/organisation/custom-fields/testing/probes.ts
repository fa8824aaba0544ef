import { own, type Probes, recordProbes } from '#testing/probe.ts'
import { tenants } from '#testing/world.ts'

export const probes: Probes = {
  ...recordProbes({
    path: 'auth/custom_fields',
    table: 'custom_fields',
    stored: { kind: 'text', partner_id: tenants.norte.partner_id },
    sent: { kind: 'text', options: [], required: 'N', searchable: 'N', in_registration: 'N' },
  }),
  'auth/custom_fields/asked': own(),
}

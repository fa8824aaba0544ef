import type { PlainManifest } from '#platform/contract/manifest.ts'
import type { shift } from './contract.ts'

export default {
  noun: 'shift',
  sample: { hours: [{ day: 1, from: '08:00', to: '18:00' }] },
} satisfies PlainManifest<typeof shift>

import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'handed_ticket' } satisfies Manifest

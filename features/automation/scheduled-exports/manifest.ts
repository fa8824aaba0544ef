import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'scheduled_export' } satisfies Manifest

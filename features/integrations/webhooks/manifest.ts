import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'webhook' } satisfies Manifest

import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'broadcast' } satisfies Manifest

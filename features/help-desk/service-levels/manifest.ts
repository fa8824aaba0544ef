import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'service_level' } satisfies Manifest

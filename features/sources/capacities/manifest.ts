import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'capacity' } satisfies Manifest

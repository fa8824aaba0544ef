import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'app' } satisfies Manifest

import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'push_device' } satisfies Manifest

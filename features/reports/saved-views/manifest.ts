import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'saved_view' } satisfies Manifest

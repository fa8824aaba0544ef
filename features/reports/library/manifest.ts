import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'report' } satisfies Manifest

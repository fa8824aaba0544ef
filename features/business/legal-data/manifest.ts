import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'legal_data' } satisfies Manifest

import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'api_key' } satisfies Manifest

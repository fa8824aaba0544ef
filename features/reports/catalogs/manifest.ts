import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'access_request' } satisfies Manifest

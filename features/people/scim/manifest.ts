import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'scim' } satisfies Manifest

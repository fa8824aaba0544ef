import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'custom_field' } satisfies Manifest

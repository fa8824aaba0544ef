import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'user_group' } satisfies Manifest

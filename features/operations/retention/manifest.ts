import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'retention_rule' } satisfies Manifest

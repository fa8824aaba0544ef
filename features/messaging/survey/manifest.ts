import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'survey' } satisfies Manifest

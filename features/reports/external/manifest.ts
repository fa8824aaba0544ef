import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'external_report' } satisfies Manifest

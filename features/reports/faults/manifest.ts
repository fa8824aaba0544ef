import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'report_fault' } satisfies Manifest

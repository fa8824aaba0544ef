import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'management_report' } satisfies Manifest

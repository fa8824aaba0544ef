import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'report_comment' } satisfies Manifest

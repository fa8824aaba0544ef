import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'ticket_statistic' } satisfies Manifest

import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'notification_template' } satisfies Manifest

import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'ai_account' } satisfies Manifest

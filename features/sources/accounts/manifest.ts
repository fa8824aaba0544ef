import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'embedding_account' } satisfies Manifest

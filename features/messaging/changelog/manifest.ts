import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'changelog_entry' } satisfies Manifest

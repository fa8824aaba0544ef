import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'faq_entry' } satisfies Manifest

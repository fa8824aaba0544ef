import type { Manifest } from '#platform/contract/manifest.ts'

export default { noun: 'saml' } satisfies Manifest

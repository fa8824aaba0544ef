import type { PlainManifest } from '#platform/contract/manifest.ts'
import type { tag } from './contract.ts'

export default { noun: 'tag', sample: { color: 'blue' } } satisfies PlainManifest<typeof tag>

import type { PlainManifest } from '#platform/contract/manifest.ts'
import type { cannedAnswer } from './contract.ts'

export default {
  noun: 'canned_answer',
  sample: { text: { 'pt-BR': 'Olá, {{person}}!', 'en-US': null, es: null, 'pt-PT': null } },
} satisfies PlainManifest<typeof cannedAnswer>

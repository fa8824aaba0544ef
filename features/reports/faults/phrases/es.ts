import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Falla de informe',
  audit: { followed: '{{actor}} cambió el seguimiento de la falla del informe {{target}}' },
  known: 'Se conoce una falla de este informe desde el {{when}}. Quienes atienden los tickets ya se ocupan de ella.',
  follow: 'Avisarme cuando termine',
  follows: 'Recibirá una notificación cuando termine.',
  unfollow: 'No avisarme',
  field: { reportId: 'Informe', follows: 'Seguir la falla' },
} satisfies Phrases<typeof ptBR>

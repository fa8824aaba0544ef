import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Falha de um relatório',
  audit: { followed: '{{actor}} alterou o acompanhamento da falha do relatório {{target}}' },
  known: 'É conhecida uma falha deste relatório desde {{when}}. Quem trata dos pedidos já está a resolvê-la.',
  follow: 'Avisar-me quando terminar',
  follows: 'Recebe uma notificação quando terminar.',
  unfollow: 'Deixar de avisar',
  field: { reportId: 'Relatório', follows: 'Acompanhar esta falha' },
} satisfies Phrases<typeof ptBR>

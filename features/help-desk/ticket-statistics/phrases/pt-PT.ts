import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Estatística do apoio',
  synonyms: 'números do apoio, tempo de resposta, satisfação, indicadores',
  title: 'Estatísticas do apoio',
  purpose: 'Quantos pedidos chegam, quanto tempo esperam por resposta e como são avaliados.',
  empty:
    'Quando alguém abrir um pedido, os números aparecem aqui. Escolha um período maior para ver pedidos mais antigos.',
  open: 'Estatísticas',
  field: {
    weeks: 'Período',
    week: 'Semana de',
    name: 'Responsável',
    opened: 'Abertos',
    resolved: 'Resolvidos',
    first_answer_minutes: 'Metade das primeiras respostas em até (minutos)',
    within_share: 'No prazo (%)',
    good_share: 'Boas avaliações (%)',
  },
  lastWeeks_one: '{{count}} semana',
  lastWeeks_other: 'Últimas {{count}} semanas',
  byWeek: 'Pedidos por semana',
  chart_one: 'Foi aberto um pedido no período.',
  chart_other: 'Foram abertos {{count}} pedidos no período.',
  byAgent: 'Por responsável',
  byAgentText: 'Quem trata hoje de cada pedido do período.',
  firstAnswer: 'Primeira resposta',
  median: 'metade espera menos',
  within: 'No prazo',
  good: 'Boas avaliações',
  nobody: 'Sem responsável',
} satisfies Phrases<typeof ptBR>

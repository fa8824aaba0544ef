import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Prazos de apoio',
  audit: { updated: '{{actor}} alterou os prazos de apoio' },
  synonyms: 'SLA, acordo de nível de serviço, tempo de resposta, feriados, horário de apoio',
  title: 'Prazos de apoio',
  purpose: 'Em quantas horas úteis um pedido deve ter a primeira resposta e ficar resolvido.',
  field: {
    high_first_answer: 'Prioridade alta: primeira resposta',
    high_resolution: 'Prioridade alta: resolução',
    medium_first_answer: 'Prioridade normal: primeira resposta',
    medium_resolution: 'Prioridade normal: resolução',
    low_first_answer: 'Prioridade baixa: primeira resposta',
    low_resolution: 'Prioridade baixa: resolução',
    hours: 'Horário de apoio',
    country: 'País dos feriados',
    region: 'Região',
    own_days: 'Outros dias sem apoio',
  },
  section: {
    targets: 'Prazos em horas úteis',
    targetsText:
      'Sem um número, não há prazo. O tempo não corre enquanto o pedido espera a resposta de quem o abriu. Aceita partes de hora, como 0,5.',
    hoursText: 'No fuso horário da unidade de negócio. Só contam estas horas.',
    days: 'Feriados e folgas',
    daysText: 'Nestes dias nada conta. A lista do país tem os feriados oficiais; junte os do concelho e os da empresa.',
  },
  closed: 'Sem apoio neste dia',
  wholeCountry: 'Só os feriados nacionais',
  nextHolidays: 'Próximos feriados: {{days}}',
  day: 'Dia',
  dayName: 'Motivo',
  addDay: 'Juntar um dia',
  removeDay: 'Remover {{name}}',
} satisfies Phrases<typeof ptBR>

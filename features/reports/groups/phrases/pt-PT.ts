import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

const nounPhrases = noun('grupo de relatórios', 'm')

export default {
  ...nounPhrases,
  audit: { ...nounPhrases.audit, moved: '{{actor}} mudou a ordem do grupo de relatórios {{target}}' },
  synonyms: 'pastas, subgrupos, organizar, ordem, assuntos',
  title: 'Grupos de relatórios',
  purpose: 'Arrume os relatórios em grupos e subgrupos, pela ordem em que surgem no menu de quem os lê.',
  add: 'Novo grupo',
  deleteText: 'Os subgrupos serão também apagados.',
  rename: 'Mudar o nome',
  renameTitle: 'Mudar o nome de {{name}}',
  up: 'Mover para cima',
  down: 'Mover para baixo',
  reports_zero: 'Sem relatórios',
  reports_one: '{{count}} relatório',
  reports_other: '{{count}} relatórios',
  empty: 'Crie o primeiro grupo. Os relatórios ficam nos subgrupos que ele contém.',
  emptyGroup: 'Ainda não há subgrupos. Um relatório fica sempre num subgrupo.',
  notEmpty: 'Ainda existem relatórios aqui: mova-os ou elimine-os primeiro.',
  field: { name: 'Nome', names: 'Nome por idioma', icon: 'Ícone' },
  icon: {
    folder: 'Pasta',
    chart: 'Gráfico',
    coins: 'Moedas',
    cart: 'Carrinho',
    users: 'Pessoas',
    factory: 'Fábrica',
    truck: 'Camião',
    headset: 'Atendimento',
    target: 'Alvo',
    calendar: 'Calendário',
    world: 'Mundo',
    building: 'Edifício',
    shield: 'Escudo',
    heart: 'Coração',
    school: 'Escola',
    leaf: 'Folha',
    cpu: 'Processador',
  },
} satisfies Phrases<typeof ptBR>

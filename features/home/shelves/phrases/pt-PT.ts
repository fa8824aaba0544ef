import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { counted } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...counted('relatório', 'm'),
  synonyms: 'painel, dashboard, entrada',
  title: 'Página inicial',
  tree: 'Por assunto',
  greeting: { morning: 'Bom dia, {{name}}', afternoon: 'Boa tarde, {{name}}', evening: 'Boa noite, {{name}}' },
  shelf: {
    latest: 'Adicionados há pouco',
    favourites: 'Os seus favoritos',
    recent: 'Abertos recentemente',
    granted: 'Partilhados consigo',
    most_used: 'Mais utilizados na sua unidade',
  },
  empty: {
    title: 'Ainda não tem relatórios',
    text: 'Assim que alguém lhe conceder um relatório, a si ou a um dos seus grupos, ele aparece aqui.',
  },
  favourite: { add: 'Juntar {{name}} aos favoritos', remove: 'Retirar {{name}} dos favoritos' },
  updated: { fresh: 'Atualizado {{when}}', stale: 'Atualizado {{when}} · a atualização falhou' },
  layout: { label: 'Apresentação', cards: 'Cartões', list: 'Lista', folders: 'Pastas' },
  all: {
    tag: 'Etiqueta',
    synonyms: 'lista de relatórios, procurar relatório, favoritos',
    tab: 'Todos',
    title: 'Todos os relatórios',
    text: 'Tudo o que pode abrir, num só lugar.',
    onlyFavourites: 'Apenas favoritos',
    sort: { label: 'Ordem', name: 'Nome', group: 'Grupo', created_at: 'Mais recentes' },
  },
  library: {
    description: 'Descrição',
    synonyms: 'biblioteca, pastas, grupos, painéis, dashboards',
    title: 'Relatórios',
    text: 'Escolha um assunto para ver os respetivos relatórios.',
    reports_zero: 'Sem relatórios',
    reports_one: '{{count}} relatório',
    reports_other: '{{count}} relatórios',
  },
  subgroup: { title: 'Relatórios', back: 'Todos os assuntos' },
} satisfies Phrases<typeof ptBR>

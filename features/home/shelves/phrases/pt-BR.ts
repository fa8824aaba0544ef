import { counted } from '#catalogue/phrases/grammar/pt-BR.ts'

export default {
  ...counted('relatório', 'm'),
  synonyms: 'página inicial, painel, dashboard',
  title: 'Início',
  tree: 'Por assunto',
  greeting: { morning: 'Bom dia, {{name}}', afternoon: 'Boa tarde, {{name}}', evening: 'Boa noite, {{name}}' },
  shelf: {
    latest: 'Adicionados recentemente',
    favourites: 'Seus favoritos',
    recent: 'Abertos recentemente',
    granted: 'Liberados para você',
    most_used: 'Mais usados na sua unidade',
  },
  empty: {
    title: 'Ainda não há relatórios para você',
    text: 'Quando alguém liberar um relatório para você ou para um dos seus grupos, ele aparece aqui.',
  },
  favourite: { add: 'Adicionar {{name}} aos favoritos', remove: 'Remover {{name}} dos favoritos' },
  updated: { fresh: 'Atualizado {{when}}', stale: 'Atualizado {{when}} · atualização falhou' },
  layout: { label: 'Apresentação', cards: 'Cartões', list: 'Lista', folders: 'Pastas' },
  all: {
    tag: 'Etiqueta',
    synonyms: 'lista de relatórios, buscar relatório, favoritos',
    tab: 'Todos',
    title: 'Todos os relatórios',
    text: 'Tudo o que você pode abrir, em um só lugar.',
    onlyFavourites: 'Só favoritos',
    sort: { label: 'Ordem', name: 'Nome', group: 'Grupo', created_at: 'Mais novos' },
  },
  library: {
    description: 'Descrição',
    synonyms: 'biblioteca, pastas, grupos, BI, painéis',
    title: 'Relatórios',
    text: 'Escolha um assunto para ver os relatórios dele.',
    reports_zero: 'Sem relatórios',
    reports_one: '{{count}} relatório',
    reports_other: '{{count}} relatórios',
  },
  subgroup: { title: 'Relatórios', back: 'Todos os assuntos' },
}

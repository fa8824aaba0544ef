export default {
  title: 'Início',
  tree: 'Relatórios por assunto',
  greeting: { morning: 'Bom dia, {{name}}', afternoon: 'Boa tarde, {{name}}', evening: 'Boa noite, {{name}}' },
  shelf: {
    latest: 'Adicionados recentemente',
    favourites: 'Seus favoritos',
    recent: 'Abertos recentemente',
    most_used: 'Mais usados na sua unidade',
  },
  empty: {
    title: 'Ainda não há relatórios para você',
    text: 'Quando alguém liberar um relatório para você ou para um dos seus grupos, ele aparece aqui.',
    manager: 'Cadastre um workspace e publique o primeiro relatório.',
    start: 'Adicionar relatório',
  },
  favourite: { add: 'Adicionar {{name}} aos favoritos', remove: 'Remover {{name}} dos favoritos' },
  layout: { label: 'Apresentação', cards: 'Cartões', list: 'Lista', folders: 'Pastas' },
  all: {
    tag: 'Etiqueta',
    title: 'Todos os relatórios',
    text: 'Tudo o que você pode abrir, em um só lugar.',
    onlyFavourites: 'Só favoritos',
    sort: { label: 'Ordem', name: 'Nome', group: 'Grupo', created_at: 'Mais novos' },
  },
  library: {
    title: 'Relatórios',
    text: 'Escolha um assunto para ver os relatórios dele.',
    reports_zero: 'Sem relatórios',
    reports_one: '{{count}} relatório',
    reports_other: '{{count}} relatórios',
  },
  subgroup: { title: 'Relatórios', back: 'Todos os assuntos' },
}

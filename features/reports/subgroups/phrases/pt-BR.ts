export default {
  noun: 'Subgrupo de relatórios',
  audit: {
    added: '{{actor}} adicionou o subgrupo {{target}}',
    updated: '{{actor}} alterou o subgrupo {{target}}',
    moved: '{{actor}} mudou a ordem do subgrupo {{target}}',
    removed: '{{actor}} excluiu o subgrupo {{target}}',
  },
  add: 'Novo subgrupo',
  addTo: 'Novo subgrupo em {{group}}',
  change: 'Renomear ou mudar de grupo',
  changeTitle: 'Alterar {{name}}',
  list: 'Subgrupos de {{group}}',
  field: { name: 'Nome', names: 'Nome por idioma', group_id: 'Grupo' },
}

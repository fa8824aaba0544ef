export default {
  add: 'Novo subgrupo',
  addTo: 'Novo subgrupo em {{group}}',
  change: 'Renomear ou mudar de grupo',
  changeTitle: 'Alterar {{name}}',
  list: 'Subgrupos de {{group}}',
  field: { name: 'Nome', group_id: 'Grupo' },
}

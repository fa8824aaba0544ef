import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

const words = noun('grupo de relatórios', 'm')

export default {
  ...words,
  audit: { ...words.audit, moved: '{{actor}} mudou a ordem do grupo de relatórios {{target}}' },
  title: 'Grupos de relatórios',
  purpose: 'Organize os relatórios em grupos e subgrupos, na ordem em que aparecem no menu de quem lê.',
  add: 'Novo grupo',
  deleteText: 'Os subgrupos também serão apagados.',
  rename: 'Renomear',
  renameTitle: 'Renomear {{name}}',
  moveUp: 'Mover {{name}} para cima',
  moveDown: 'Mover {{name}} para baixo',
  up: 'Mover para cima',
  down: 'Mover para baixo',
  reports_zero: 'Sem relatórios',
  reports_one: '{{count}} relatório',
  reports_other: '{{count}} relatórios',
  empty: 'Crie o primeiro grupo. Dentro dele, subgrupos recebem os relatórios.',
  emptyGroup: 'Ainda sem subgrupos. Um relatório sempre fica em um subgrupo.',
  notEmpty: 'Ainda há relatórios aqui: mova ou exclua os relatórios antes.',
  field: { name: 'Nome' },
}

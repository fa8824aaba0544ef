import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Subgrupo de relatórios',
  audit: {
    added: '{{actor}} adicionou o subgrupo {{target}}',
    updated: '{{actor}} alterou o subgrupo {{target}}',
    moved: '{{actor}} mudou a ordem do subgrupo {{target}}',
    removed: '{{actor}} eliminou o subgrupo {{target}}',
  },
  add: 'Novo subgrupo',
  addTo: 'Novo subgrupo em {{group}}',
  change: 'Mudar o nome ou o grupo',
  changeTitle: 'Alterar {{name}}',
  list: 'Subgrupos de {{group}}',
  field: { name: 'Nome', names: 'Nome por idioma', group_id: 'Grupo' },
} satisfies Phrases<typeof ptBR>

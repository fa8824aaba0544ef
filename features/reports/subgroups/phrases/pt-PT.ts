import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  add: 'Novo subgrupo',
  addTo: 'Novo subgrupo em {{group}}',
  change: 'Mudar o nome ou o grupo',
  changeTitle: 'Alterar {{name}}',
  list: 'Subgrupos de {{group}}',
  field: { name: 'Nome', group_id: 'Grupo' },
} satisfies Phrases<typeof ptBR>

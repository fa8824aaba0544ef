import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  add: 'Nuevo subgrupo',
  addTo: 'Nuevo subgrupo en {{group}}',
  change: 'Cambiar el nombre o el grupo',
  changeTitle: 'Modificar {{name}}',
  list: 'Subgrupos de {{group}}',
  field: { name: 'Nombre', group_id: 'Grupo' },
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Subgrupo de informes',
  audit: {
    added: '{{actor}} agregó el subgrupo {{target}}',
    updated: '{{actor}} cambió el subgrupo {{target}}',
    moved: '{{actor}} cambió el orden del subgrupo {{target}}',
    removed: '{{actor}} eliminó el subgrupo {{target}}',
  },
  add: 'Nuevo subgrupo',
  addTo: 'Nuevo subgrupo en {{group}}',
  change: 'Cambiar el nombre o el grupo',
  changeTitle: 'Modificar {{name}}',
  list: 'Subgrupos de {{group}}',
  field: { name: 'Nombre', names: 'Nombre por idioma', group_id: 'Grupo' },
} satisfies Phrases<typeof ptBR>

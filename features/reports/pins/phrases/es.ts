import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  tool: 'Fijar en el inicio',
  text: 'Elija objetos visuales de esta página. En su inicio aparecen como se publicó el informe, sin sus filtros y con sus datos.',
  count: '{{count}} de {{max}} fijados',
  empty: 'Esta página no tiene objetos visuales para fijar.',
  failed: 'No se pudieron leer los objetos visuales de esta página. Inténtelo de nuevo.',
  untitled: 'Objeto visual sin título ({{kind}})',
  title: 'Fijados',
  frame: '{{title}}, del informe {{report}}',
  updated: 'Actualizado: {{when}}',
  until: 'Datos hasta el {{day}}',
  loading: 'Cargando {{title}}',
  gone: 'Este objeto visual ya no está en el informe.',
  problem: 'Este objeto visual no se cargó.',
  paused: 'Abra el informe para iniciar su capacidad.',
  unpin: 'Quitar del inicio',
  earlier: 'Mover antes',
  later: 'Mover después',
  hint: 'Siga aquí sus números: abra un informe y elija “Fijar en el inicio”.',
  field: { page: 'Página', visual: 'Objeto visual', title: 'Título', kind: 'Tipo' },
} satisfies Phrases<typeof ptBR>

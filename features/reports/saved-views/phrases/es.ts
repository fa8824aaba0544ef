import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Vista de informe',
  audit: {
    added: '{{actor}} guardó la vista {{target}} de un informe',
    updated: '{{actor}} cambió la vista {{target}} de un informe',
    removed: '{{actor}} eliminó la vista {{target}} de un informe',
  },
  title: 'Vistas',
  text: 'Una vista guarda la página, los filtros y las segmentaciones actuales. Quien tiene su enlace y puede abrir el informe también la ve, con sus propios datos.',
  save: 'Guardar vista',
  saved: 'Vista guardada.',
  notReady: 'El informe todavía se está abriendo. Inténtelo de nuevo en unos instantes.',
  empty: 'Filtre el informe como lo necesita y guarde la primera vista.',
  default: 'El informe se abre con esta vista',
  more: 'Más acciones de la vista {{name}}',
  first: 'Abrir el informe con esta vista',
  notFirst: 'Dejar de abrir con esta vista',
  rename: 'Cambiar el nombre',
  replace: 'Sustituir por lo que el informe muestra ahora',
  field: {
    name: 'Nombre de la vista',
    is_default: 'Abrir el informe con esta vista',
    report: 'Informe',
    page: 'Página',
    filters: 'Filtros',
    slicers: 'Segmentaciones',
  },
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { counted } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...counted('informe', 'm'),
  synonyms: 'página principal, panel, tablero',
  title: 'Inicio',
  tree: 'Por tema',
  greeting: {
    morning: 'Buenos días, {{name}}',
    afternoon: 'Buenas tardes, {{name}}',
    evening: 'Buenas noches, {{name}}',
  },
  shelf: {
    latest: 'Agregados recientemente',
    favourites: 'Sus favoritos',
    recent: 'Abiertos recientemente',
    granted: 'Nuevos para usted',
    most_used: 'Más usados en su unidad',
  },
  empty: {
    title: 'Todavía no hay informes para usted',
    text: 'Cuando alguien le conceda un informe a usted o a uno de sus grupos, aparecerá aquí.',
  },
  favourite: { add: 'Agregar {{name}} a sus favoritos', remove: 'Quitar {{name}} de sus favoritos' },
  updated: { fresh: 'Actualizado {{when}}', stale: 'Actualizado {{when}} · actualización fallida' },
  layout: { label: 'Presentación', cards: 'Tarjetas', list: 'Lista', folders: 'Carpetas' },
  all: {
    tag: 'Etiqueta',
    synonyms: 'lista de informes, buscar un informe, favoritos',
    tab: 'Todos',
    title: 'Todos los informes',
    text: 'Todo lo que usted puede abrir, en un solo lugar.',
    onlyFavourites: 'Solo favoritos',
    sort: { label: 'Orden', name: 'Nombre', group: 'Grupo', created_at: 'Más nuevos' },
  },
  library: {
    description: 'Descripción',
    synonyms: 'biblioteca, carpetas, grupos, tableros, BI',
    title: 'Informes',
    text: 'Elija un tema para ver sus informes.',
    reports_zero: 'Sin informes',
    reports_one: '{{count}} informe',
    reports_other: '{{count}} informes',
  },
  subgroup: { title: 'Informes', back: 'Todos los temas' },
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  placeholder: 'Informes, personas, etiquetas, pantallas, ajustes…',
  results: 'Resultados de la búsqueda',
  recent: 'Recientes',
  hint: 'Escriba para buscar informes, aplicaciones, listas de reproducción, alertas, personas, etiquetas, pantallas y lo que puede hacer.',
  nothing: 'No se encontró nada para “{{search}}”. Pruebe con menos letras u otra palabra.',
  found_one: '{{count}} resultado',
  found_other: '{{count}} resultados',
  keys: 'g y una letra: ir por el menú · ?: todas las teclas',
  account: 'Contraseña, idioma, claro u oscuro',
  words: {
    add: 'nuevo nueva agregar añadir crear',
    account: 'cuenta perfil contraseña cambiar clave idioma lengua tema apariencia claro oscuro sesiones',
  },
  kind: {
    report: 'Informes',
    page: 'Páginas de informes',
    external_report: 'Informes externos',
    app: 'Aplicaciones',
    playlist: 'Listas de reproducción',
    report_subgroup: 'Subgrupos de informes',
    report_group: 'Grupos de informes',
    tag: 'Etiquetas',
    task: 'Alertas',
    user: 'Personas',
    user_group: 'Grupos de usuarios',
    tenant: 'Unidades de negocio',
    screen: 'Pantallas',
    setting: 'Ajustes',
    action: 'Acciones',
  },
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

const nounPhrases = noun('grupo de informes', 'm')

export default {
  ...nounPhrases,
  audit: { ...nounPhrases.audit, moved: '{{actor}} cambió el orden del grupo de informes {{target}}' },
  synonyms: 'carpetas, subgrupos, organizar, orden, temas',
  title: 'Grupos de informes',
  purpose: 'Ordene los informes en grupos y subgrupos, tal como los verá en el menú quien los lee.',
  add: 'Nuevo grupo',
  deleteText: 'Los subgrupos también se borrarán.',
  rename: 'Cambiar el nombre',
  renameTitle: 'Cambiar el nombre de {{name}}',
  up: 'Subir',
  down: 'Bajar',
  reports_zero: 'Sin informes',
  reports_one: '{{count}} informe',
  reports_other: '{{count}} informes',
  empty: 'Cree el primer grupo. Los informes van en los subgrupos que contiene.',
  emptyGroup: 'Aún no hay subgrupos. Un informe siempre está en un subgrupo.',
  notEmpty: 'Todavía hay informes aquí: muévalos o elimínelos antes.',
  field: { name: 'Nombre', names: 'Nombre por idioma', icon: 'Icono' },
  icon: {
    folder: 'Carpeta',
    chart: 'Gráfico',
    coins: 'Monedas',
    cart: 'Carrito',
    users: 'Personas',
    factory: 'Fábrica',
    truck: 'Camión',
    headset: 'Atención',
    target: 'Objetivo',
    calendar: 'Calendario',
    world: 'Mundo',
    building: 'Edificio',
    shield: 'Escudo',
    heart: 'Corazón',
    school: 'Escuela',
    leaf: 'Hoja',
    cpu: 'Procesador',
  },
} satisfies Phrases<typeof ptBR>

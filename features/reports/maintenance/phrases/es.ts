import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

const nounPhrases = noun('mantenimiento', 'm')

export default {
  ...nounPhrases,
  synonyms: 'parada, no disponible, ventana',
  title: 'Mantenimientos',
  purpose: 'Períodos en los que un aviso ocupa el lugar de los informes y termina solo.',
  empty: 'Avise antes de cambiar los datos: cree el primer mantenimiento.',
  allReports: 'Todos los informes',
  severalReports: 'informes',
  over: 'Terminado',
  now: 'Ahora',
  createdAt: 'Creado el',
  starts_at: 'Inicio',
  ends_at: 'Fin',
  reports: 'Informes',
  groups: 'Grupos',
  upcoming: {
    title: 'Mantenimiento de informes',
    text: 'Lo que está o estará en mantenimiento en los próximos 14 días, entre los informes que puede abrir.',
    empty: 'Ningún mantenimiento previsto: todos sus informes están disponibles.',
  },
  notice: {
    title: '{{report}} está en mantenimiento',
    until: 'Vuelve el {{when}}, dentro de {{left}}.',
    itself: 'Esta página abre el informe por sí sola cuando termine el mantenimiento.',
    soon: 'Este informe entra en mantenimiento en {{left}}.',
  },
  field: {
    name: 'Nombre',
    message: 'Mensaje',
    recurrence: 'Repetición',
    first_day: 'Primer día',
    last_day: 'Último día',
    days: 'Días de la semana',
    from_time: 'Desde las',
    to_time: 'Hasta las',
    report_ids: 'Informes',
    group_ids: 'Grupos de informes',
    passes: 'Quién puede abrirlos igualmente',
    announces: 'Avisar antes',
    reports: 'Informes',
    groups: 'Grupos',
    starts_at: 'Inicio',
    ends_at: 'Fin',
  },
  help: {
    from_time:
      'En la zona horaria de la unidad de negocio. Una hora que el cambio de hora salta vale tanto más tarde; de una que se repite vale la primera.',
    message: 'Lo que se lee en lugar del informe.',
    last_day: 'Vacío: el mismo día o, si es semanal, sin fin.',
    report_ids: 'Sin informes ni grupos, vale para todos.',
    to_time: 'Si es semanal, una hora que no es posterior al inicio es del día siguiente.',
    announces:
      'Quienes pueden abrir los informes reciben una notificación. Si falta menos tiempo, la reciben al guardar.',
  },
  choice: {
    recurrence: {
      once: 'Una vez',
      weekly: 'Cada semana',
    },
    passes: {
      editors: 'Quienes administran los informes y quienes pueden editarlos',
      managers: 'Solo quienes administran los informes',
      nobody: 'Nadie',
    },
    announces: {
      never: 'No avisar',
      hour: '1 hora antes',
      day: '1 día antes',
      week: '1 semana antes',
    },
  },
  section: {
    whatText: 'El nombre es para quienes administran; el mensaje, para quienes leen.',
    when: 'Cuándo',
    whenText: 'En la zona horaria de la unidad de negocio.',
    which: 'Qué informes',
    whichText: 'Quienes los leen ven el mensaje y cuánto falta.',
  },
} satisfies Phrases<typeof ptBR>

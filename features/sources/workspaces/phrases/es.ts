import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

const nounPhrases = noun('área de trabajo', 'f-el')

export default {
  ...nounPhrases,
  audit: {
    updated: '{{actor}} cambió el nombre del área de trabajo {{target}}',
    added: nounPhrases.audit.added,
    removed: '{{actor}} quitó el área de trabajo {{target}}',
  },
  synonyms: 'áreas de trabajo, espacios, Power BI',
  title: 'Áreas de trabajo',
  purpose: 'Lugares del servicio de informes desde los que esta unidad puede publicar.',
  empty: 'Agregue un área de trabajo de una de las cuentas para publicar sus informes.',
  createdAt: 'Agregada el',
  hiddenAccount: 'Cuenta no visible para usted',
  field: { name: 'Nombre', account: 'Cuenta', reports: 'Informes publicados' },
  reports: 'Informes en el servicio',
  noReports: 'No hay informes en esta área de trabajo. Publique uno en ella desde Power BI Desktop.',
  published: 'Publicado',
  secured: 'Cada persona ve sus propias filas',
  rename: 'Cambiar el nombre',
  renameTitle: 'Cambiar el nombre de {{name}}',
  renameText: 'Solo cambia el nombre que muestra el portal. En el servicio, el área de trabajo conserva el suyo.',
  datasets: 'Conjuntos de datos',
  noDatasets: 'No hay conjuntos de datos en esta área de trabajo.',
  dashboards: 'Paneles',
  noDashboards:
    'Esta área de trabajo no tiene paneles. Quien usa Power BI crea un panel en el servicio al anclar objetos visuales de un informe.',
  dashboardsText: 'Los paneles permanecen en el servicio: el portal abre los informes que hay detrás de los iconos.',
  noTiles: 'Este panel no tiene iconos.',
  untitledTile: 'Icono sin título',
  tileReport: 'Informe publicado',
  tileData: 'Datos de {{name}}',
  tileUnpublished: 'No viene de un informe publicado aquí.',
  unused: 'Ningún informe publicado lo usa.',
  usedBy: 'Lo usan',
  by: 'Configurado por {{name}}',
  refreshable: 'Se puede actualizar',
  people_one: '{{count}} persona',
  people_other: '{{count}} personas',
  dialog: {
    account: '¿De qué cuenta?',
    findAccount: 'Buscar una cuenta por nombre',
    of: 'Áreas de trabajo de {{account}}',
    search: 'Filtrar por nombre',
    added: 'Agregada',
    share: 'Compartir',
    shareText: 'Otra unidad ya publica desde esta área. Compartida, esta unidad también publica desde ella.',
    none: 'Esta cuenta no llega a ningún área de trabajo. Agregue su aplicación como miembro de una, en el servicio.',
    noneFound: 'Ningún área de trabajo con este nombre.',
    noAccount: 'Todavía no hay cuentas. Registre una primero.',
    toAccounts: 'Ir a cuentas',
  },
} satisfies Phrases<typeof ptBR>

import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Workspaces',
  purpose: 'Lugares del servicio de informes desde los que esta unidad puede publicar.',
  add: 'Nuevo workspace',
  empty: 'Agregue un workspace de una de las cuentas para publicar sus informes.',
  createdAt: 'Agregado el',
  hiddenAccount: 'Cuenta no visible para usted',
  field: { name: 'Nombre', account: 'Cuenta', reports: 'Informes publicados' },
  reports: 'Informes en el servicio',
  noReports: 'No hay informes en este workspace. Publique uno en él desde Power BI Desktop.',
  published: 'Publicado',
  secured: 'Cada persona ve sus propias filas',
  dialog: {
    account: '¿De qué cuenta?',
    search: 'Filtrar por nombre',
    added: 'Agregado',
    none: 'Esta cuenta no llega a ningún workspace. Agregue su aplicación como miembro de uno, en el servicio.',
    noneFound: 'Ningún workspace con este nombre.',
    noAccount: 'Todavía no hay cuentas. Registre una primero.',
    toAccounts: 'Ir a cuentas',
  },
} satisfies Phrases<typeof ptBR>

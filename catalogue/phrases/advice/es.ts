import type { AdvisedCode } from '../../errors.ts'

export default {
  'embedding_account.credentials_refused': 'Revíselas en Cuentas.',
  'embedding_account.refused': 'En Cuentas, “Probar conexión” dice el motivo.',
  'embedding_account.without_workspaces': 'Agréguela a una en el servicio de informes.',
  'capacity.incomplete': 'Complete la suscripción, el grupo de recursos, el nombre y el tamaño.',
  'capacity.forbidden': 'Asígnele en Azure el rol de Colaborador del recurso.',
  'capacity.missing': 'Revise en la cuenta la suscripción, el grupo de recursos y el nombre.',
  'capacity.refused': 'Vea en el portal de Azure qué ocurrió.',
  others: 'Avise al administrador.',
} satisfies Record<AdvisedCode | 'others', string>

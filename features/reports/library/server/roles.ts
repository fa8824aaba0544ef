// Reads the roles of a data model from the report service, and refuses roles that the model does not have. No database connection is held
// during a call to the service.
import { Failure, fail } from '#platform/contract/failure.ts'
import type { OutsideContext } from '#platform/server/http/route.ts'
import type { AccountKey, Embedding } from '#features/sources/accounts/server/commands.ts'
import { type ModelRoles, type RoleFilters, unknownRole } from '../contract.ts'
import * as store from './store.ts'

type Model = AccountKey & { service_id: string; service_dataset_id: string }

/** The roles of a data model; null if the service does not list them. */
export async function rolesOfModel(
  embedding: Embedding,
  { service_id, service_dataset_id, ...account }: Model,
): Promise<ModelRoles> {
  try {
    return await embedding.ask(account, (service) => service.roles(service_id, service_dataset_id))
  } catch (error) {
    // If the service does not answer, the names are accepted as they were typed.
    if (error instanceof Failure) return null
    throw error
  }
}

/** The roles of the data model of a report; null if the service does not list them, or the report has no row-level security. */
export async function rolesOfReport(
  { transaction }: OutsideContext,
  embedding: Embedding,
  reportId: string,
): Promise<ModelRoles> {
  const model = (await transaction(({ db }) => store.findModel(db, reportId))) ?? fail('call.not_found')
  return model.row_security ? rolesOfModel(embedding, model) : null
}

/** What each role of a data model filters; null if the service does not tell. */
export async function roleFiltersOfModel(
  embedding: Embedding,
  { service_id, service_dataset_id, ...account }: Model,
): Promise<RoleFilters> {
  try {
    return await embedding.ask(account, (service) => service.roleFilters(service_id, service_dataset_id))
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/** What each role of the data model of a report filters; null if the service does not tell, or the report has no row-level security. */
export async function roleFiltersOfReport(
  { transaction }: OutsideContext,
  embedding: Embedding,
  reportId: string,
): Promise<RoleFilters> {
  const model = (await transaction(({ db }) => store.findModel(db, reportId))) ?? fail('call.not_found')
  return model.row_security ? roleFiltersOfModel(embedding, model) : null
}

/** Fails when the data model does not have one of the roles. `field`: the field of the call that names them. */
export function mustHaveRoles(modelRoles: ModelRoles, roles: readonly string[], field: string): void {
  const role = unknownRole(modelRoles, roles)
  if (role === null) return
  fail('report_access.role_unknown', { fields: { [field]: 'report_access.role_unknown' }, values: { role } })
}

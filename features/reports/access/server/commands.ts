// Grants from other features: one person gets a report.
import type { z } from 'zod'
import { fail } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { WriteContext } from '#platform/server/http/route.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import { areIdentityFields } from '#features/organisation/custom-fields/server/queries.ts'
import { announceAccess, mustHaveRoles } from '#features/reports/library/server/commands.ts'
import type { ModelRoles } from '#features/reports/library/contract.ts'
import type { grant } from '../contract.ts'
import { emitGrantChanges } from './grant-events.ts'
import { type SecuredReport, needsRoles, titledPages } from './rules.ts'
import * as store from './store.ts'

export type PersonGrant = Omit<z.output<typeof grant>, 'user_id' | 'group_id'> & { user_id: string }

/**
 * Grants the report to a person. A grant that the person has already is replaced. The caller holds the report's row, and has read the roles
 * of its data model before the transaction.
 */
export async function grantToPerson(
  context: WriteContext,
  report: SecuredReport & { id: string },
  addedGrant: PersonGrant,
  modelRoles: ModelRoles,
): Promise<void> {
  const { db, actor } = context
  if (needsRoles(report) && addedGrant.roles.length === 0) {
    fail('report_access.role_missing', { fields: { roles: 'report_access.role_missing' } })
  }
  mustHaveRoles(modelRoles, addedGrant.roles, 'roles')
  await mustNameReaders(db, [addedGrant])
  const before = (await store.grantsOf(db, report.id)).filter(({ user_id }) => user_id === addedGrant.user_id)
  const added = [{ ...addedGrant, group_id: null }]
  await store.replaceGrants(db, { tenantId: tenantOf(actor), reportId: report.id }, { removed: before, added })
  await store.touchReport(db, report.id)
  await emitGrantChanges({ ...context, tenantId: tenantOf(actor) }, report.id, { removed: before, added })
  await announceAccess(context, report.id)
}

/** The pages of a grant, as the audit trail names them. */
export async function pagesInTrail(db: Database, reportId: string, pages: string[] | null): Promise<string[] | null> {
  return titledPages(pages, await store.pageTitles(db, reportId))
}

/** A grant may take the user name and the custom data only from a custom field of the business unit or its partner that may name a reader. */
export async function mustNameReaders(
  db: Database,
  grants: readonly { identity_field: string | null; custom_data_field: string | null }[],
): Promise<void> {
  const ids = grants.flatMap(({ identity_field, custom_data_field }) =>
    [identity_field ?? [], custom_data_field ?? []].flat(),
  )
  if (!(await areIdentityFields(db, ids))) fail('call.not_found')
}

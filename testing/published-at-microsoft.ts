// A report of the double of Microsoft's service, published in Norte, that a reader and an administrator may open and export, and the administrator edit.
import { DOUBLE } from '#powerbi/testing/power-bi-double.ts'
import { addAccount } from '#features/sources/accounts/contract.ts'
import { addWorkspace } from '#features/sources/workspaces/contract.ts'
import type { testPortal } from './portal.ts'
import { people, tenants } from './world.ts'

const tenant_id = tenants.norte.id

/** Publishes the report and answers its id. The portal's configuration must name the double. */
export async function publishAtMicrosoft(portal: ReturnType<typeof testPortal>): Promise<string> {
  const admin = portal.as('adminOfNorte')
  const { directoryId: id_directory, appId: id_app, secret } = DOUBLE
  const fields = { name: 'Microsoft', kind: 'powerbi' as const, id_directory, id_app, id_object: null, secret }
  const { body: account } = await admin.ask(addAccount, fields)
  const { body: place } = await admin.ask(addWorkspace, { account_id: account.id, service_id: DOUBLE.workspaceId })
  return portal.platform(async (db) => {
    const named = { tenant_id, name: 'G' }
    const group = await db.insertInto('report_groups').values(named).returning('id').executeTakeFirstOrThrow()
    const subgroup = await db
      .insertInto('report_subgroups')
      .values({ ...named, group_id: group.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const values = {
      tenant_id,
      workspace_id: place.id,
      subgroup_id: subgroup.id,
      service_report_id: DOUBLE.reportId,
      service_dataset_id: DOUBLE.datasetId,
      name: 'R',
      export: true,
      allow_edit: true,
    }
    const report = await db.insertInto('reports').values(values).returning('id').executeTakeFirstOrThrow()
    const readers = [people.userOfNorte.id, people.adminOfNorte.id]
    const grants = readers.map((user_id) => ({ tenant_id, report_id: report.id, user_id }))
    await db.insertInto('report_grants').values(grants).execute()
    return report.id
  })
}

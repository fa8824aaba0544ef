// Exports with the double of Microsoft's service: what is asked of it, and what a person is told when it refuses.
import { afterAll, expect, it } from 'vitest'
import { DOUBLE, startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'
import { addAccount } from '#features/sources/accounts/contract.ts'
import { addWorkspace } from '#features/sources/workspaces/contract.ts'
import { readReportExport, startReportExport } from '../contract.ts'

const microsoft = await startPowerBiDouble()
const portal = testPortal({ config: { powerBi: { authority: microsoft.address, api: microsoft.address } } })
afterAll(() => microsoft.close())

const tenant_id = tenants.norte.id
let reportId = ''

async function publish(): Promise<string> {
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
    }
    const report = await db.insertInto('reports').values(values).returning('id').executeTakeFirstOrThrow()
    const reader = { tenant_id, report_id: report.id, user_id: people.userOfNorte.id }
    await db.insertInto('report_grants').values(reader).execute()
    return report.id
  })
}

const start = async () => {
  reportId ||= await publish()
  return portal.as('userOfNorte').ask(startReportExport, { reportId, format: 'PDF', state: 'captured' })
}

it('the export is asked as Microsoft describes it, and its failure is the sentence of the specification', async () => {
  const { status, body } = await start()
  expect(status).toBe(200)
  const request = microsoft.received.findLast(({ operation }) => operation === 'Reports_ExportToFileInGroup')
  expect(JSON.parse(request?.body ?? '')).toEqual({
    format: 'PDF',
    powerBIReportConfiguration: {
      settings: { locale: 'en-US', includeHiddenPages: false },
      defaultBookmark: { state: 'captured' },
    },
  })
  const failed = { id: DOUBLE.exportId, status: 'Failed', percentComplete: 30 }
  microsoft.next('Reports_GetExportToFileStatusInGroup', { status: 200, body: failed })
  const told = await portal.as('userOfNorte').ask(readReportExport, { id: body.id })
  expect(told.body).toEqual({ state: 'failed', percent: 30, message: 'Error while exporting file' })
  expect(microsoft.violations).toEqual([])
})

it('a workspace without a capacity is refused with the sentence and its reason', async () => {
  const shared = { id: DOUBLE.workspaceId, name: 'Sales', isReadOnly: false, isOnDedicatedCapacity: false }
  microsoft.next('Groups_GetGroup', { status: 200, body: shared })
  const { status, raw } = await start()
  expect(status).toBe(409)
  expect(raw.message).toMatch(/^Error while exporting file\. .*Embedded or Fabric capacity/)
})

it('a busy service is told with the time to wait', async () => {
  const busy = { status: 429, headers: { 'retry-after': '40' } }
  microsoft.next('Reports_ExportToFileInGroup', busy)
  const { status, headers } = await start()
  expect(status).toBeGreaterThanOrEqual(429)
  expect(headers['retry-after']).toBe('40')
})

it('a business unit with a watermark exports nothing that cannot have it', async () => {
  await portal.platform((db) =>
    db.updateTable('settings').set({ watermark: true }).where('tenant_id', '=', tenant_id).execute(),
  )
  const { status, raw } = await start()
  expect(status).toBe(409)
  expect(raw.message).toMatch(/^Error while exporting file\. .*watermark/)
})

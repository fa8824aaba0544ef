// Exports and edits with the double of Microsoft's service: what is asked of it, and what a person is told when it refuses.
import { afterAll, expect, it } from 'vitest'
import { DOUBLE, startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import { testPortal } from '#testing/portal.ts'
import { publishAtMicrosoft } from '#testing/published-at-microsoft.ts'
import { tenants } from '#testing/world.ts'
import { openReport, readReportExport, startReportExport } from '../contract.ts'

const microsoft = await startPowerBiDouble()
const portal = testPortal({ config: { powerBi: { authority: microsoft.address, api: microsoft.address } } })
afterAll(() => microsoft.close())

const tenant_id = tenants.norte.id
let reportId = ''

const start = async () => {
  reportId ||= await publishAtMicrosoft(portal)
  return portal.as('userOfNorte').ask(startReportExport, { reportId, format: 'PDF', state: 'captured' })
}

it('only who may edit gets a token with the right to edit, and a refusal of the service says why', async () => {
  reportId ||= await publishAtMicrosoft(portal)
  const rights = () =>
    microsoft.received
      .filter(({ operation }) => operation === 'EmbedToken_GenerateToken')
      .map(({ body }) => (JSON.parse(body) as { reports: { allowEdit: boolean }[] }).reports[0]?.allowEdit)
  const reader = await portal.as('userOfNorte').ask(openReport, { reportId, edit: 'S' })
  expect([reader.status, rights()]).toEqual([403, []])
  const refused = { status: 403, body: { error: { code: 'PowerBINotAuthorizedException' } } }
  microsoft.next('EmbedToken_GenerateToken', refused)
  const { status, raw } = await portal.as('adminOfNorte').ask(openReport, { reportId, edit: 'S' })
  expect([status, raw.key]).toEqual([409, 'report_edit_refused'])
  const edited = await portal.as('adminOfNorte').ask(openReport, { reportId, edit: 'S' })
  expect([edited.status, edited.body.may_edit]).toEqual([200, true])
  await portal.as('adminOfNorte').ask(openReport, { reportId })
  expect(rights()).toEqual([true, true, false])
  expect(microsoft.violations).toEqual([])
})

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

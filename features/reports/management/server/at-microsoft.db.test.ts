// Embedded management reports with the double of Microsoft's service, whose reports may have a data model of another workspace.
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { DOUBLE, startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import { testPortal } from '#testing/portal.ts'
import { addAccount } from '#features/sources/accounts/contract.ts'
import { listManagementSources, managementReportCalls, openManagement } from '../contract.ts'

const microsoft = await startPowerBiDouble()
const portal = testPortal({ config: { powerBi: { authority: microsoft.address, api: microsoft.address } } })
afterAll(() => microsoft.close())

const alfa = () => portal.as('masterOfAlfa')

/** The service answers the next question for the data models of the workspace with none. */
const moveModelAway = () => microsoft.next('Datasets_GetDatasetsInGroup', { status: 200, body: { value: [] } })

it('T1: a report with the data model of another workspace is neither offered, nor published, nor opened', async () => {
  const { directoryId: id_directory, appId: id_app, secret } = DOUBLE
  const fields = { name: 'Microsoft', kind: 'powerbi' as const, id_directory, id_app, id_object: null, secret }
  const { body: account } = await alfa().ask(addAccount, fields)
  const place = { account_id: account.id, workspace_id: DOUBLE.workspaceId }
  const offered = async () =>
    (await alfa().ask(listManagementSources, place)).body.reports.map(({ id }: { id: string }) => id)
  expect(await offered()).toEqual([DOUBLE.reportId])
  moveModelAway()
  expect(await offered()).toEqual([])

  const text = { 'pt-BR': 'Painel', 'en-US': null, es: null, 'pt-PT': null }
  const report: SentOf<typeof managementReportCalls.add> = {
    title: text,
    description: text,
    source: 'report',
    embedded: { ...place, report_id: DOUBLE.reportId, role: 'Unit' },
    readers: 'everybody',
    tenant_ids: [],
    published: 'S',
  }
  moveModelAway()
  const refused = await alfa().ask(managementReportCalls.add, report)
  expect([refused.status, refused.raw.key]).toEqual([409, 'management_report_model_elsewhere'])
  const { body: added } = await alfa().ask(managementReportCalls.add, report)

  const opens = async () => (await portal.as('adminOfSul').ask(openManagement, { id: added.id })).status
  expect(await opens()).toBe(200)
  const tokens = () => microsoft.count('EmbedToken_GenerateToken')
  const before = tokens()
  moveModelAway()
  expect([await opens(), tokens()]).toEqual([404, before])
  expect(microsoft.violations).toEqual([])
  await portal.platform((db) => sql`delete from management_reports where id = ${added.id}`.execute(db))
})

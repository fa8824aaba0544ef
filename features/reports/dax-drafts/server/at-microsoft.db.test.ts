// The query from a wish for a report of Microsoft's service: what the model is told of its errors.
import { afterAll, expect, it } from 'vitest'
import { startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import { giveAiAccount } from '#testing/ai-account.ts'
import { startModelDouble } from '#testing/model-double.ts'
import { testPortal } from '#testing/portal.ts'
import { publishAtMicrosoft } from '#testing/published-at-microsoft.ts'
import { tenants } from '#testing/world.ts'
import { draftDax } from '../contract.ts'

const microsoft = await startPowerBiDouble()
const double = await startModelDouble()
const portal = testPortal({
  config: { providerPrivateHosts: true, powerBi: { authority: microsoft.address, api: microsoft.address } },
})
afterAll(() => Promise.all([microsoft.close(), double.close()]))

it('P3: an error text of the service, which may quote rows, is not sent to the model', async () => {
  const report_id = await publishAtMicrosoft(portal)
  await portal.platform((db) => giveAiAccount(db, tenants.norte.id, double.url, { sends_rows: false }))
  const message = "Cannot convert value 'Linda Mitchell' of type Text to type Number."
  const refused = { status: 400, body: { error: { code: 'DatasetExecuteQueriesError', message } } }
  // The schema is read by queries as well: only those of the model fail.
  double.answerBy(() => {
    microsoft.next('Datasets_ExecuteQueriesInGroup', refused)
    return { text: 'EVALUATE ROW("Total", 1 + Employee[Name])' }
  })
  const { body } = await portal.as('adminOfNorte').ask(draftDax, { report_id, wish: 'Total' })
  expect([body.problem, body.detail]).toEqual(['query', message])
  expect(double.asked).toHaveLength(3)
  expect(double.asked[1]?.user).toContain('This query failed')
  expect(double.asked.map(({ user }) => user).join('\n')).not.toContain('Linda')
})

// A change of an account during a call to its report service.
import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { DOUBLE, startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'
import { addAccount, updateAccount } from '#features/embedding/contract.ts'
import { addWorkspace } from '#features/embedding/workspaces/contract.ts'
import { openReport } from '../contract.ts'

const microsoft = await startPowerBiDouble()
const portal = testPortal({ config: { powerBi: { authority: microsoft.address, api: microsoft.address } } })
afterAll(() => microsoft.close())

const admin = () => portal.as('adminOfNorte')
const tenant_id = tenants.norte.id
const operation = 'EmbedToken_GenerateToken'
const token = () => ({
  token: 'H4sI',
  tokenId: randomUUID(),
  expiration: new Date(Date.now() + 3_600_000).toISOString(),
})

async function account(): Promise<string> {
  const { directoryId: id_directory, appId: id_app, secret } = DOUBLE
  const fields = { name: 'Conta', kind: 'powerbi' as const, id_directory, id_app, id_object: null, secret }
  return (await admin().ask(addAccount, fields)).body.id
}

/** Publishes a report of the account, granted to the reader. */
async function publish(account_id: string): Promise<string> {
  const { body } = await admin().ask(addWorkspace, { account_id, service_id: DOUBLE.workspaceId })
  return portal.platform(async (db) => {
    const group = await db
      .insertInto('report_groups')
      .values({ tenant_id, name: 'G' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const subgroup = await db
      .insertInto('report_subgroups')
      .values({ tenant_id, group_id: group.id, name: 'S' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('reports')
      .values({
        tenant_id,
        workspace_id: body.id,
        subgroup_id: subgroup.id,
        service_report_id: DOUBLE.reportId,
        service_dataset_id: DOUBLE.datasetId,
        name: 'R',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('report_grants').values({ tenant_id, report_id: id, user_id: people.userOfNorte.id }).execute()
    return id
  })
}

it('Z4: refuses a token whose account changed while the service created it', async () => {
  const id = await account()
  const reportId = await publish(id)
  const reader = portal.as('userOfNorte')
  microsoft.next(operation, { status: 200, body: token(), delayMs: 1_500 })
  const opening = reader.ask(openReport, { reportId })
  await expect.poll(() => microsoft.count(operation)).toBe(1)
  expect((await admin().ask(updateAccount, { id, version: 1, id_directory: 'another' })).status).toBe(200)
  expect((await opening).status).toBe(503)
  const kept = await portal.platform((db) => db.selectFrom('embed_tokens').select('token_id').execute())
  expect(kept).toEqual([])
})

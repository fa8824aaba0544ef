// Opening a report with a simulated Microsoft service: the number of statements and calls, the checks of a cached token, and a change of
// an account during a call to its service.
import { randomUUID } from 'node:crypto'
import { afterAll, expect, it, vi } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import { openPool } from '#platform/server/database/pool.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import { createGate } from '#platform/server/session/gate.ts'
import { DOUBLE, startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import { testPortal } from '#testing/portal.ts'
import { statementsOf } from '#testing/statements.ts'
import { people, tenants } from '#testing/world.ts'
import { addApiKey } from '#features/integrations/api-keys/contract.ts'
import { addAccount, updateAccount } from '#features/sources/accounts/contract.ts'
import { addWorkspace } from '#features/sources/workspaces/contract.ts'
import { openReport, renewToken } from '../contract.ts'
import { createEmbedTokens } from './commands.ts'
import { findPreviewed, findToOpen } from './store.ts'

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
  const fields = { name: randomUUID(), kind: 'powerbi' as const, id_directory, id_app, id_object: null, secret }
  return (await admin().ask(addAccount, fields)).body.id
}

/** Publishes a report of the account, granted to the reader. */
async function publish(account_id: string): Promise<string> {
  const { body } = await admin().ask(addWorkspace, { account_id, service_id: DOUBLE.workspaceId })
  return portal.platform(async (db) => {
    const group = await db
      .insertInto('report_groups')
      .values({ tenant_id, name: randomUUID() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const subgroup = await db
      .insertInto('report_subgroups')
      .values({ tenant_id, group_id: group.id, name: randomUUID() })
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

/** A report of a new account, whose service gives a token that lasts. */
async function publishAnew(): Promise<string> {
  microsoft.next(operation, { status: 200, body: token() })
  return publish(await account())
}

it.each([openReport, renewToken])('opens a report with a cached token in one statement: $path', async (call) => {
  const reportId = await publishAnew()
  const reader = portal.as('userOfNorte')
  expect((await reader.ask(call, { reportId })).status).toBe(200)
  const statements = await statementsOf(() => reader.ask(call, { reportId }))
  expect(statements).toHaveLength(1)
  expect(statements.join().match(/app\.open_session/g)).toHaveLength(1)
})

it('E2: refuses a cached token once the grant is deleted, without waiting for a live event', async () => {
  const reportId = await publishAnew()
  const reader = portal.as('userOfNorte')
  expect((await reader.ask(openReport, { reportId })).status).toBe(200)
  await portal.platform((db) => db.deleteFrom('report_grants').where('report_id', '=', reportId).execute())
  for (const call of [openReport, renewToken]) {
    expect((await reader.ask(call, { reportId })).raw['key']).toBe('report_missing')
  }
})

it('refuses a hidden report although the token is cached', async () => {
  const reportId = await publishAnew()
  const reader = portal.as('userOfNorte')
  expect((await reader.ask(openReport, { reportId })).status).toBe(200)
  await portal.platform((db) => db.updateTable('reports').set({ hidden: true }).where('id', '=', reportId).execute())
  expect((await reader.ask(openReport, { reportId })).raw['key']).toBe('report_missing')
})

it('E2: checks the identity although the token is cached', async () => {
  const reportId = await publishAnew()
  const reader = portal.as('userOfNorte')
  expect((await reader.ask(openReport, { reportId })).status).toBe(200)
  await portal.platform((db) =>
    db.updateTable('reports').set({ row_security: true }).where('id', '=', reportId).execute(),
  )
  expect((await reader.ask(openReport, { reportId })).raw['key']).toBe('report_identity_missing')
})

it('Z4: records a cached token again if its record is missing, so that it can be revoked', async () => {
  const reportId = await publishAnew()
  const reader = portal.as('userOfNorte')
  await reader.ask(openReport, { reportId })
  const records = () =>
    portal.platform((db) =>
      db.selectFrom('embed_tokens').select('token_id').where('report_id', '=', reportId).execute(),
    )
  const [first] = await records()
  expect(first).toBeDefined()
  await portal.platform((db) => db.deleteFrom('embed_tokens').where('report_id', '=', reportId).execute())
  await reader.ask(openReport, { reportId })
  expect(await records()).toEqual([first])
})

it('answers the time of the last refresh if the report and its business unit show it, or all reports must', async () => {
  const reportId = await publishAnew()
  const refreshed = { status: 200, body: { value: [{ endTime: '2026-02-01T03:04:05.000Z' }] } }
  microsoft.next('Datasets_GetRefreshHistoryInGroup', refreshed)
  const openWith = async (own: boolean, unit: boolean, forced: boolean) => {
    await portal.platform(async (db) => {
      await db.updateTable('reports').set({ show_last_update: own }).where('id', '=', reportId).execute()
      const settings = { show_last_update: unit, force_last_update: forced }
      await db.updateTable('settings').set(settings).where('tenant_id', '=', tenants.norte.id).execute()
    })
    return (await portal.as('userOfNorte').ask(openReport, { reportId })).body.last_update !== null
  }
  expect(await openWith(false, false, false)).toBe(false)
  expect(await openWith(true, true, false)).toBe(true)
  expect(await openWith(true, false, false)).toBe(false)
  expect(await openWith(false, true, false)).toBe(false)
  expect(await openWith(false, false, true)).toBe(true)
  expect(await openWith(false, false, false)).toBe(false)
})

it('caches the time of the last refresh, but not a failure', async () => {
  const reportId = await publishAnew()
  await portal.platform((db) =>
    db.updateTable('settings').set({ show_last_update: true }).where('tenant_id', '=', tenants.norte.id).execute(),
  )
  const history = 'Datasets_GetRefreshHistoryInGroup'
  const before = microsoft.count(history)
  const reader = portal.as('userOfNorte')
  const refreshedAt = new Date('2026-01-01T03:04:05.123Z')
  const refreshed = { status: 200, body: { value: [{ endTime: refreshedAt.toISOString() }] } }
  microsoft.next(history, { status: 404, body: {} }, refreshed)
  expect((await reader.ask(openReport, { reportId })).body.last_update).toBeNull()
  const openings = [await reader.ask(openReport, { reportId }), await reader.ask(openReport, { reportId })]
  expect(openings.map(({ body }) => body.last_update)).toEqual([refreshedAt, refreshedAt])
  expect(microsoft.count(history) - before).toBe(2)
})

it('Z4: refuses a token whose account changed while the service created it', async () => {
  const id = await account()
  const reportId = await publish(id)
  const reader = portal.as('userOfNorte')
  const before = microsoft.count(operation)
  microsoft.next(operation, { status: 200, body: token(), delayMs: 1_500 })
  const opening = reader.ask(openReport, { reportId })
  await expect.poll(() => microsoft.count(operation)).toBe(before + 1)
  expect((await admin().ask(updateAccount, { id, version: 1, id_directory: 'another' })).status).toBe(200)
  expect((await opening).status).toBe(503)
  const storedTokens = await portal.platform((db) =>
    db.selectFrom('embed_tokens').select('token_id').where('report_id', '=', reportId).execute(),
  )
  expect(storedTokens).toEqual([])
})

it('A7: an API key gets no embed token, even by a call that does not refuse keys', async () => {
  const reportId = await publishAnew()
  const { adminOfNorte, userOfNorte } = people
  await portal.platform((db) =>
    db.insertInto('report_grants').values({ tenant_id, report_id: reportId, user_id: adminOfNorte.id }).execute(),
  )
  const expires_on = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
  const { body } = await admin().ask(addApiKey, { name: 'ERP', expires_on, scopes: ['report.grant'], networks: [] })
  const pool = openPool({ url: portal.databaseUrl, max: 2, onError: () => undefined })
  const gate = createGate(pool, { info: () => undefined })
  const credentials = { token: body.token, address: '127.0.0.1', host: adminOfNorte.host }
  const key = await gate.open(credentials)
  const contextOf = (actor: Actor) =>
    ({
      actor,
      caller: credentials,
      clock: systemClock,
      transaction: (work: (context: object) => Promise<unknown>) =>
        gate.write(credentials, (db) => work({ db, actor, audit: () => Promise.resolve() })),
    }) as never
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const generateToken = vi.fn(() => Promise.resolve({ token: 'H4sI', tokenId: randomUUID(), expiresAt }))
  const client = { generateToken, report: () => Promise.resolve({ embedUrl: 'https://reports.example.com' }) }
  const embedding = { ask: (_: unknown, work: (service: typeof client) => Promise<unknown>) => work(client) }
  const tokens = createEmbedTokens({ embedding: embedding as never, clock: systemClock })
  const { person, row } = await gate.write(credentials, async (db) => ({
    person: await findPreviewed(db, userOfNorte.id),
    row: await findToOpen(db, reportId),
  }))
  if (!person) throw new Error('the person exists')
  const refusal = { code: 'access.functionality_refused' }
  const preview = () => tokens.preview(contextOf(key), { reportId, person, drafts: null })
  await expect(preview()).rejects.toMatchObject(refusal)
  await expect(tokens.open(contextOf(key), row)).rejects.toMatchObject(refusal)
  expect(generateToken).not.toHaveBeenCalled()
  // Nor does it get a token that is in the cache.
  expect((await tokens.open(contextOf({ ...key, apiKey: null }), row)).embed.token).toBe('H4sI')
  await expect(tokens.open(contextOf(key), row)).rejects.toMatchObject(refusal)
  await pool.end()
})

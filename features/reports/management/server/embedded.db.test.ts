import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import { published, seller, workspaceServiceId } from '#testing/reports.ts'
import { tenants } from '#testing/world.ts'
import { listManagementSources, managementReportCalls, openManagement, viewManagement } from '../contract.ts'

const portal = testPortal({ reports: true })
type RequestBody = SentOf<typeof managementReportCalls.add>
const alfa = () => portal.as('masterOfAlfa')
const { norte, sul } = tenants

const serviceReports = async () => {
  const { body } = await alfa().ask(listManagementSources, {
    account_id: published.account,
    workspace_id: workspaceServiceId,
  })
  return body.reports
}
/** The sample whose data model has the roles of sellers. */
const resellers = async () => (await serviceReports()).find(({ name }) => name === 'Desempenho de revendas')?.id ?? ''

const bodyOf = async (overrides: Partial<RequestBody> = {}): Promise<RequestBody> => {
  const text = { 'pt-BR': 'Painel', 'en-US': null, es: null, 'pt-PT': null }
  const source = { account_id: published.account, workspace_id: workspaceServiceId, report_id: await resellers() }
  return {
    title: text,
    description: text,
    source: 'report',
    embedded: { ...source, role: 'Salesperson' },
    readers: 'everybody',
    tenant_ids: [],
    published: 'S',
    ...overrides,
  }
}
const added = async (overrides: Partial<RequestBody> = {}) => {
  const { status, body } = await alfa().ask(managementReportCalls.add, await bodyOf(overrides))
  expect(status).toBe(200)
  return body.id
}

afterEach(() =>
  portal.platform((db) => sql`delete from management_reports where source = 'report' or name = 'Painel'`.execute(db)),
)

describe('the sources of an embedded management report', () => {
  it('are the accounts of the partner, their workspaces and reports, and the roles of the data model', async () => {
    const ask = (input: object) => alfa().ask(listManagementSources, input)
    const { body: first } = await ask({})
    expect(first).toMatchObject({ accounts: [{ id: published.account, name: 'Local' }], workspaces: [], reports: [] })
    const report_id = await resellers()
    const { body } = await ask({ account_id: published.account, workspace_id: workspaceServiceId, report_id })
    expect(body.workspaces.map(({ name }) => name)).toContain('Norte')
    expect(body.roles).toContain('Salesperson')
  })

  it('T1: are those of every partner for the platform, and never those of another partner or for a unit', async () => {
    const accounts = async (person: 'platform' | 'masterOfBeta') =>
      (await portal.as(person).ask(listManagementSources, {})).body.accounts.map(({ id }) => id)
    expect(await accounts('platform')).toContain(published.account)
    expect(await accounts('masterOfBeta')).not.toContain(published.account)
    const foreign = { account_id: published.account }
    expect((await portal.as('masterOfBeta').ask(listManagementSources, foreign)).status).toBe(404)
    expect((await portal.as('masterOfBeta').ask(managementReportCalls.add, await bodyOf())).status).toBe(404)
    expect((await portal.as('adminOfNorte').ask(listManagementSources, {})).status).toBe(403)
  })
})

describe('an embedded management report', () => {
  it('E2: opens with the id of the reader’s business unit as the user name, under the role of the publisher', async () => {
    const id = await added()
    const tokens = await Promise.all(
      ([seller, 'adminOfSul'] as const).map(async (person) => {
        const { status, body } = await portal.as(person).ask(openManagement, { id })
        expect(status).toBe(200)
        expect(body.ends_in_ms).toBeLessThanOrEqual(10 * 60_000)
        return body.token
      }),
    )
    expect(tokens.map(identitiesOf)).toEqual(
      [norte, sul].map((unit) => [expect.objectContaining({ username: unit.id, roles: ['Salesperson'] })]),
    )
    const { body } = await portal.as(seller).ask(viewManagement, { id })
    expect([body.source, body.usage, body.costs]).toEqual(['report', null, null])
  })

  it('T1, Z2: opens for nobody of a unit that it does not name, and for nobody after it is withdrawn', async () => {
    const id = await added({ tenant_ids: [norte.id], readers: 'managers' })
    const statusOf = async (person: 'adminOfNorte' | typeof seller | 'adminOfSul' | 'adminOfLeste') =>
      (await portal.as(person).ask(openManagement, { id })).status
    expect([await statusOf('adminOfNorte'), await statusOf(seller)]).toEqual([200, 404])
    expect([await statusOf('adminOfSul'), await statusOf('adminOfLeste')]).toEqual([404, 404])
    expect((await alfa().ask(managementReportCalls.update, { id, version: 1, published: 'N' })).status).toBe(200)
    expect(await statusOf('adminOfNorte')).toBe(404)
  })

  it('E2: is refused without a role, and by a data model that does not have the role', async () => {
    const embedded = (await bodyOf()).embedded
    if (!embedded) throw new Error('the report has a source')
    const save = async (overrides: object) =>
      (await alfa().ask(managementReportCalls.add, { ...(await bodyOf()), ...overrides })).status
    expect([await save({ embedded: null }), await save({ embedded: { ...embedded, role: ' ' } })]).toEqual([400, 400])
    const id = await added({ embedded: { ...embedded, role: 'Nobody' } })
    const { status, body } = await portal.as('adminOfNorte').ask(openManagement, { id })
    expect(status).not.toBe(200)
    expect(body).not.toHaveProperty('token')
  })

  it('forgets its source when it becomes a report of numbers, and needs one to become embedded again', async () => {
    const id = await added()
    const update = (change: object) => alfa().ask(managementReportCalls.update, { id, version: 1, ...change })
    expect((await update({ source: 'usage' })).status).toBe(200)
    const { body } = await alfa().ask(managementReportCalls.read, { id })
    expect([body.source, body.embedded]).toEqual(['usage', null])
    expect((await update({ version: 2, source: 'report' })).status).toBe(400)
  })
})

/** The identities that the embedded service wrote into a token. */
function identitiesOf(token: string): unknown {
  const [, payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { grant: { identities: unknown } }
  return claims.grant.identities
}

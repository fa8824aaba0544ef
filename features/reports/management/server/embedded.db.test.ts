import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import {
  published,
  seller,
  spareReportServiceId,
  spareWorkspaceServiceId,
  workspaceServiceId,
} from '#testing/reports.ts'
import { tenants } from '#testing/world.ts'
import { logout } from '#features/identity/sessions/contract.ts'
import { removeAccount } from '#features/sources/accounts/contract.ts'
import { listManagementSources, managementReportCalls, openManagement, viewManagement } from '../contract.ts'

const portal = testPortal({ reports: true })
type RequestBody = SentOf<typeof managementReportCalls.add>
const alfa = () => portal.as('masterOfAlfa')
const { norte, sul } = tenants

const bodyOf = async (overrides: Partial<RequestBody> = {}): Promise<RequestBody> => {
  const text = { 'pt-BR': 'Painel', 'en-US': null, es: null, 'pt-PT': null }
  const source = {
    account_id: published.account,
    workspace_id: spareWorkspaceServiceId,
    report_id: spareReportServiceId,
  }
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
    const report_id = spareReportServiceId
    const { body } = await ask({ account_id: published.account, workspace_id: spareWorkspaceServiceId, report_id })
    expect(body.workspaces.map(({ name }) => name)).toEqual(['Reserva'])
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

/** Norte publishes from the workspace of the reports, or no longer does. */
const norteOwnsWorkspace = (owns: boolean) =>
  portal.platform((db) =>
    owns
      ? sql`insert into workspaces (tenant_id, partner_id, account_id, service_id, name) values
          (${norte.id}, ${norte.partner_id}, ${published.account}, ${spareWorkspaceServiceId.toUpperCase()}, 'Reserva')`.execute(
          db,
        )
      : sql`delete from workspaces where lower(service_id) = ${spareWorkspaceServiceId}`.execute(db),
  )

describe('a workspace from which a business unit publishes', () => {
  afterEach(() => norteOwnsWorkspace(false))

  it('T1, E3: is not offered, neither to the partner nor to the platform', async () => {
    for (const person of ['masterOfAlfa', 'platform'] as const) {
      const ask = (workspace_id?: string) =>
        portal
          .as(person)
          .ask(listManagementSources, { account_id: published.account, ...(workspace_id && { workspace_id }) })
      expect((await ask()).body.workspaces.map(({ id }) => id)).toEqual([spareWorkspaceServiceId])
      expect((await ask(workspaceServiceId)).status).toBe(404)
    }
  })

  it('T1, E3: is refused as a source, and closes a report that was published before', async () => {
    const body = await bodyOf()
    const id = await added()
    const opens = async () => (await portal.as('adminOfSul').ask(openManagement, { id })).status
    expect(await opens()).toBe(200)
    await norteOwnsWorkspace(true)
    expect(await opens()).toBe(404)
    for (const person of ['masterOfAlfa', 'platform'] as const) {
      const { status, raw } = await portal.as(person).ask(managementReportCalls.add, body)
      expect([status, raw.key]).toEqual([409, 'management_report_workspace_owned'])
    }
    const { embedded } = body
    expect((await alfa().ask(managementReportCalls.update, { id, version: 1, embedded })).status).toBe(409)
    await norteOwnsWorkspace(false)
    expect(await opens()).toBe(200)
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
    expect(await save({ embedded: { ...embedded, role: 'Nobody' } })).toBe(400)
    expect(await save({ embedded: { ...embedded, report_id: crypto.randomUUID() } })).toBe(404)
  })

  it('E2: has no role that filters nothing, in the choice, at a change and at an opening', async () => {
    const { embedded } = await bodyOf()
    if (!embedded) throw new Error('the report has a source')
    const { role: _, ...place } = embedded
    const { body } = await alfa().ask(listManagementSources, place)
    expect(body.roles).toEqual(expect.arrayContaining(['Salesperson']))
    expect(body.roles).not.toContain('Company')
    const all = { ...embedded, role: 'Company' }
    const save = async () => (await alfa().ask(managementReportCalls.add, await bodyOf({ embedded: all }))).raw.key
    expect(await save()).toBe('management_report_role_without_filter')
    const id = await added()
    const change = await alfa().ask(managementReportCalls.update, { id, version: 1, embedded: all })
    expect([change.status, change.raw.key]).toEqual([400, 'management_report_role_without_filter'])
    await portal.platform((db) =>
      sql`update management_reports set embedded = ${JSON.stringify(all)} where id = ${id}`.execute(db),
    )
    const opened = await portal.as('adminOfSul').ask(openManagement, { id })
    expect([opened.status, opened.raw.key]).toEqual([409, 'report_role_unknown'])
    expect(opened.body).not.toHaveProperty('token')
  })

  it('T4: does not open with the account of another partner than its own', async () => {
    const id = await added()
    await portal.platform((db) =>
      sql`update management_reports set partner_id = ${tenants.leste.partner_id} where id = ${id}`.execute(db),
    )
    expect((await portal.as('adminOfLeste').ask(openManagement, { id })).status).toBe(404)
    await portal.platform((db) => sql`update management_reports set partner_id = null where id = ${id}`.execute(db))
    expect((await portal.as('adminOfLeste').ask(openManagement, { id })).status).toBe(200)
  })

  it('keeps its account from being removed', async () => {
    const account = await portal.platform(async (db) => {
      const { rows } = await sql<{ id: string }>`
        insert into embedding_accounts (partner_id, name, kind, directory_id, app_id, secret_sealed)
        values (${norte.partner_id}, 'De painéis', 'local', 'd', 'a', '') returning id`.execute(db)
      return rows[0]?.id ?? ''
    })
    const id = await added()
    await portal.platform((db) =>
      sql`update management_reports set embedded = jsonb_set(embedded, '{account_id}', to_jsonb(${account}::text)) where id = ${id}`.execute(
        db,
      ),
    )
    const remove = () => alfa().ask(removeAccount, { id: account })
    const { status, raw } = await remove()
    expect([status, raw.key]).toEqual([409, 'account_published_from'])
    expect((await alfa().ask(managementReportCalls.read, { id })).status).toBe(200)
    expect((await alfa().ask(managementReportCalls.remove, { id })).status).toBe(200)
    expect((await remove()).status).toBe(200)
  })

  it('has an account beyond the first 1,000 of the list', async () => {
    await portal.platform((db) =>
      sql`insert into embedding_accounts (partner_id, name, kind, directory_id, app_id, secret_sealed)
        select ${norte.partner_id}, 'A' || n, 'local', 'd', 'a', '' from generate_series(1, 1000) n`.execute(db),
    )
    try {
      const { body } = await alfa().ask(listManagementSources, {})
      expect(body.accounts.map(({ id }) => id)).not.toContain(published.account)
      await added()
    } finally {
      await portal.platform((db) => sql`delete from embedding_accounts where name ~ '^A[0-9]+$'`.execute(db))
    }
  })

  it('A6, A8, Z4: has tokens that end with the session, and with the publication', async () => {
    const id = await added()
    const token = await portal.tokenOf(seller)
    const open = async () => (await portal.as({ token, host: seller.host }).ask(openManagement, { id })).body
    const statusOf = async (opened: { service_report_id: string; token: string }) => {
      const url = `${portal.reportServiceUrl}/viewer/report?reportId=${opened.service_report_id}`
      return (await fetch(url, { headers: { authorization: `Bearer ${opened.token}` } })).status
    }
    const first = await open()
    expect(await statusOf(first)).toBe(200)
    expect((await alfa().ask(managementReportCalls.update, { id, version: 1, published: 'N' })).status).toBe(200)
    await expect.poll(() => statusOf(first), { timeout: 30_000 }).not.toBe(200)
    expect((await alfa().ask(managementReportCalls.update, { id, version: 2, published: 'S' })).status).toBe(200)
    const second = await open()
    expect(await statusOf(second)).toBe(200)
    await portal.as({ token, host: seller.host }).ask(logout, {})
    await expect.poll(() => statusOf(second), { timeout: 30_000 }).not.toBe(200)
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

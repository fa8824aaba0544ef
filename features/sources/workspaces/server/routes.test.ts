import { afterAll, describe, expect, it } from 'vitest'
import { DOUBLE, startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import { testPortal } from '#testing/portal.ts'
import { published, seller, workspaceServiceId, spareWorkspaceServiceId } from '#testing/reports.ts'
import { people, tenants } from '#testing/world.ts'
import { addAccount } from '#features/sources/accounts/contract.ts'
import {
  addWorkspace,
  listAvailableWorkspaces,
  listDashboards,
  listTiles,
  listWorkspaceReports,
  listWorkspaces,
  readDatasets,
  removeWorkspace,
  updateWorkspace,
} from '../contract.ts'

const microsoft = await startPowerBiDouble()
const portal = testPortal({
  config: { powerBi: { authority: microsoft.address, api: microsoft.address } },
  reports: true,
})
afterAll(() => microsoft.close())

const admin = () => portal.as('adminOfNorte')
const partner = () => portal.as('masterOfAlfa')

let names = 0
async function account(asker = admin()): Promise<string> {
  names += 1
  const { body } = await asker.ask(addAccount, {
    name: `Conta ${names}`,
    kind: 'powerbi',
    id_directory: DOUBLE.directoryId,
    id_app: DOUBLE.appId,
    id_object: null,
    secret: DOUBLE.secret,
  })
  return body.id
}

async function workspace(): Promise<string> {
  const { status, body } = await admin().ask(addWorkspace, {
    account_id: await account(),
    service_id: DOUBLE.workspaceId,
  })
  expect(status).toBe(200)
  return body.id
}

/** Removes the double's workspace from all business units. */
const forgetWorkspaces = () =>
  portal.platform((db) => db.deleteFrom('workspaces').where('service_id', '=', DOUBLE.workspaceId).execute())

/** Publishes a report of a workspace. */
const publish = (workspace_id: string) =>
  portal.platform(async (db) => {
    const tenant_id = tenants.norte.id
    const insertion = { tenant_id, name: `Grupo de ${workspace_id}` }
    const group = await db.insertInto('report_groups').values(insertion).returning('id').executeTakeFirstOrThrow()
    const subgroup = await db
      .insertInto('report_subgroups')
      .values({ tenant_id, group_id: group.id, name: 'S' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const report = await db
      .insertInto('reports')
      .values({
        tenant_id,
        workspace_id,
        subgroup_id: subgroup.id,
        service_report_id: DOUBLE.reportId,
        service_dataset_id: DOUBLE.datasetId,
        name: 'R',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return report.id
  })

describe('workspaces', () => {
  it('lists the workspaces of an account at its service, and marks the added ones', async () => {
    const account_id = await account()
    const before = await admin().ask(listAvailableWorkspaces, { account_id })
    expect(before.body.data).toEqual([{ service_id: DOUBLE.workspaceId, name: 'Sales', added: false, shares: false }])
    await admin().ask(addWorkspace, { account_id, service_id: DOUBLE.workspaceId })
    const after = await admin().ask(listAvailableWorkspaces, { account_id })
    expect(after.body.data[0]?.added).toBe(true)
  })

  it('adds a workspace with its name at the service, with an audit entry', async () => {
    const account_id = await account()
    const { body } = await admin().ask(addWorkspace, { account_id, service_id: DOUBLE.workspaceId })
    const list = await admin().ask(listWorkspaces, { account_id })
    expect(list.body.data).toMatchObject([
      { id: body.id, name: 'Sales', account_id, reports: 0, can: ['update', 'remove'] },
    ])
    const entry = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'target_name'])
        .where('target_id', '=', body.id)
        .executeTakeFirstOrThrow(),
    )
    expect(entry).toEqual({ event: 'workspace.added', target_name: 'Sales' })
  })

  it('can use an account of the partner', async () => {
    const account_id = await account(partner())
    const { status, body } = await admin().ask(addWorkspace, { account_id, service_id: DOUBLE.workspaceId })
    expect(status).toBe(200)
    expect((await admin().ask(listWorkspaceReports, { id: body.id })).status).toBe(200)
  })

  it('refuses a workspace that is already added, and one that the account cannot access', async () => {
    const account_id = await account()
    const twice = { account_id, service_id: DOUBLE.workspaceId }
    await admin().ask(addWorkspace, twice)
    const { status, raw } = await admin().ask(addWorkspace, twice)
    expect([status, raw.key]).toEqual([409, 'workspace_already_exists'])
    microsoft.next('Groups_GetGroup', { status: 404 })
    expect((await admin().ask(addWorkspace, { account_id, service_id: DOUBLE.reportId })).status).toBe(404)
  })

  it('T1: answers 404 for accounts and workspaces of others', async () => {
    const own = await workspace()
    const account_id = await account()
    for (const person of ['adminOfSul', 'adminOfLeste'] as const) {
      const other = portal.as(person)
      expect((await other.ask(listWorkspaces, {})).body.total).toBe(0)
      const calls = [
        await other.ask(listAvailableWorkspaces, { account_id }),
        await other.ask(addWorkspace, { account_id, service_id: DOUBLE.workspaceId }),
        await other.ask(listWorkspaceReports, { id: own }),
        await other.ask(removeWorkspace, { id: own }),
      ]
      expect(
        calls.map(({ status }) => status),
        person,
      ).toEqual([404, 404, 404, 404])
    }
  })

  it('T1: reserves a workspace for the business unit that added it, although the partner’s account can access it', async () => {
    const account_id = await account(partner())
    const workspaceInput = { account_id, service_id: DOUBLE.workspaceId }
    expect((await admin().ask(addWorkspace, workspaceInput)).status).toBe(200)
    const sul = portal.as('adminOfSul')
    expect((await sul.ask(listAvailableWorkspaces, { account_id })).body.data).toEqual([])
    expect((await sul.ask(addWorkspace, workspaceInput)).status).toBe(404)
    expect(
      (await sul.ask(addWorkspace, { ...workspaceInput, service_id: workspaceInput.service_id.toUpperCase() })).status,
    ).toBe(404)
    const staffInSul = portal.as({ ...people.masterOfAlfa, host: 'sul.localhost' })
    expect((await staffInSul.ask(listAvailableWorkspaces, { account_id })).body.data).toMatchObject([
      { added: false, shares: true },
    ])
    expect((await staffInSul.ask(addWorkspace, workspaceInput)).status).toBe(200)
    expect((await sul.ask(listAvailableWorkspaces, { account_id })).body.data).toMatchObject([
      { added: true, shares: false },
    ])
  })

  it('T1: reserves a workspace for all accounts of the partner, but not for a business unit’s own account', async () => {
    await forgetWorkspaces()
    const service_id = DOUBLE.workspaceId
    const first = { account_id: await account(partner()), service_id }
    expect((await admin().ask(addWorkspace, first)).status).toBe(200)
    const sul = portal.as('adminOfSul')
    const account_id = await account(partner())
    expect((await sul.ask(listAvailableWorkspaces, { account_id })).body.data).toEqual([])
    expect((await sul.ask(addWorkspace, { account_id, service_id })).status).toBe(404)
    const byStaff = portal.as({ ...people.masterOfAlfa, host: 'sul.localhost' })
    expect((await byStaff.ask(listAvailableWorkspaces, { account_id })).body.data).toHaveLength(1)
    const own = { account_id: await account(sul), service_id }
    expect((await sul.ask(listAvailableWorkspaces, own)).body.data).toMatchObject([{ shares: false }])
    expect((await sul.ask(addWorkspace, own)).status).toBe(200)
    // The business unit that has the workspace may add it through another account, too.
    const again = { account_id: await account(partner()), service_id }
    expect((await admin().ask(addWorkspace, again)).status).toBe(200)
  })

  it('Z8: gives a workspace to one of two business units that add it at the same time', async () => {
    const service_id = DOUBLE.workspaceId
    const askers = [admin(), portal.as('adminOfSul')]
    for (const accounts of [
      Array(2).fill(await account(partner())),
      [await account(partner()), await account(partner())],
    ]) {
      await forgetWorkspaces()
      const answers = await Promise.all(
        askers.map((asker, index) => asker.ask(addWorkspace, { account_id: accounts[index], service_id })),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]))
    }
    await forgetWorkspaces()
  })

  it('Z1: refuses plain users, and staff without a business unit', async () => {
    for (const person of [seller, people.masterOfAlfa, people.platform]) {
      expect((await portal.as(person).ask(listWorkspaces, {})).status, person.name).toBe(403)
    }
  })

  it('removes a workspace without published reports only', async () => {
    const id = await workspace()
    await publish(id)
    const { status, raw } = await admin().ask(removeWorkspace, { id })
    expect([status, raw.key]).toEqual([409, 'workspace_in_use'])
    const unused = await workspace()
    expect((await admin().ask(removeWorkspace, { id: unused })).status).toBe(200)
    expect((await admin().ask(removeWorkspace, { id: unused })).status).toBe(404)
  })

  it('hides the name of a restricted account, while the workspace stays usable', async () => {
    const { body } = await admin().ask(addWorkspace, {
      account_id: await account(partner()),
      service_id: DOUBLE.workspaceId,
    })
    const restrict = (restrict_accounts: boolean) =>
      portal.platform((db) =>
        db.updateTable('tenants').set({ restrict_accounts }).where('id', '=', tenants.norte.id).execute(),
      )
    await restrict(true)
    const list = await admin().ask(listWorkspaces, { workspace_id: body.id })
    const reports = await admin().ask(listWorkspaceReports, { id: body.id })
    await restrict(false)
    expect(list.body.data.map(({ id, account }) => [id, account])).toEqual([[body.id, null]])
    expect(reports.status).toBe(200)
  })
})

describe('reports of a workspace at its service', () => {
  it('are listed with the row-level security of their data sets, and the published ones are marked', async () => {
    const id = await workspace()
    const report = {
      service_report_id: DOUBLE.reportId,
      name: 'Sales overview',
      service_dataset_id: DOUBLE.datasetId,
      dataset: 'Sales',
      identity_required: true,
      roles_required: true,
    }
    const before = await admin().ask(listWorkspaceReports, { id })
    expect(before.body.data).toEqual([{ ...report, published: false, published_as: null }])
    const published_as = await publish(id)
    const after = await admin().ask(listWorkspaceReports, { id })
    expect(after.body.data).toEqual([{ ...report, published: true, published_as }])
  })

  it('V4: translate errors of the service into messages', async () => {
    const id = await workspace()
    const askWith = async (reply: Parameters<typeof microsoft.next>[1]) => {
      microsoft.next('Reports_GetReportsInGroup', reply)
      const { status, raw, headers } = await admin().ask(listWorkspaceReports, { id })
      return [status, raw.key, headers['retry-after']]
    }
    expect(await askWith({ status: 404 })).toEqual([404, 'no_records', undefined])
    expect(await askWith({ status: 403 })).toEqual([503, 'account_refused', '2'])
    const throttled = { status: 429, headers: { 'retry-after': '600' } }
    expect(await askWith(throttled)).toEqual([503, 'account_busy', '600'])
  })

  it('report refused credentials without showing them', async () => {
    const { body } = await admin().ask(addAccount, {
      name: 'Segredo errado',
      kind: 'powerbi',
      id_directory: DOUBLE.directoryId,
      id_app: DOUBLE.appId,
      id_object: null,
      secret: 'not the one',
    })
    const { status, raw } = await admin().ask(listAvailableWorkspaces, { account_id: body.id })
    expect([status, raw.key]).toEqual([503, 'account_credentials_refused'])
    expect(JSON.stringify(raw)).not.toContain('not the one')
  })

  it('have the same form from the embedded report service', async () => {
    const available = await admin().ask(listAvailableWorkspaces, { account_id: published.account })
    expect(available.body.data).toEqual([
      { service_id: workspaceServiceId, name: 'Norte', added: true, shares: false },
      { service_id: spareWorkspaceServiceId, name: 'Reserva', added: false, shares: false },
    ])
    const reports = await admin().ask(listWorkspaceReports, { id: published.workspace })
    expect(reports.body.data).toHaveLength(published.reports.length)
    expect(reports.body.data.every((report) => report.published)).toBe(true)
    expect(reports.body.data.every((report) => report.identity_required && report.roles_required)).toBe(true)
  })

  it('used only requests that Microsoft’s OpenAPI description allows', () => {
    expect(microsoft.violations).toEqual([])
  })
})

// Last: afterwards the administrator must wait for a minute.
it('A2: limits how often a person makes the service judge an account’s secret', async () => {
  const account_id = await account()
  const { status } = await admin().ask(listAvailableWorkspaces, { account_id })
  expect(status).toBe(200)
  const questions = Array.from({ length: 20 }, () => admin().ask(listAvailableWorkspaces, { account_id }))
  const answers = await Promise.all(questions)
  expect(answers.map((answer) => answer.status)).toContain(429)
})

describe('a workspace', () => {
  it('is renamed in the portal only, with its version, and not by others', async () => {
    const id = await workspace()
    expect((await admin().ask(updateWorkspace, { id, version: 1, name: 'Vendas do Norte' })).status).toBe(200)
    expect((await admin().ask(updateWorkspace, { id, version: 2, name: 'Vendas do Norte' })).status).toBe(200)
    expect((await admin().ask(updateWorkspace, { id, version: 1, name: 'Tarde' })).raw['key']).toBe('stale_version')
    const listed = await admin().ask(listWorkspaces, { search: 'Vendas do Norte' })
    expect(listed.body.data).toMatchObject([{ id, version: 2, can: ['update', 'remove'] }])
    expect((await portal.as('adminOfSul').ask(updateWorkspace, { id, version: 2, name: 'x' })).status).toBe(404)
    expect((await portal.as(seller).ask(updateWorkspace, { id, version: 2, name: 'x' })).status).toBe(403)
  })

  it('lists its data sets with the reports that use them, and the number of people who may open each', async () => {
    const id = await workspace()
    await publish(id)
    await portal.platform(async (db) => {
      const { id: report_id } = await db
        .selectFrom('reports')
        .select('id')
        .where('workspace_id', '=', id)
        .executeTakeFirstOrThrow()
      const tenant_id = tenants.norte.id
      await db
        .insertInto('report_grants')
        .values([
          { tenant_id, report_id, user_id: people.userOfNorte.id },
          { tenant_id, report_id, user_id: people.otherUserOfNorte.id, ends_on: '2020-01-01' },
        ])
        .execute()
    })
    const { body } = await admin().ask(readDatasets, { id })
    expect(body.data).toMatchObject([
      {
        service_dataset_id: DOUBLE.datasetId,
        name: 'Sales',
        refreshable: true,
        identity_required: true,
        reports: [{ name: 'R', people: 1 }],
      },
    ])
    expect((await portal.as('adminOfSul').ask(readDatasets, { id })).status).toBe(404)
    expect((await portal.as(seller).ask(readDatasets, { id })).status).toBe(403)
    expect(microsoft.violations).toEqual([])
  })
})

describe('dashboards of a workspace at its service', () => {
  const { dashboardId: service_dashboard_id } = DOUBLE

  it('are listed by name, and their tiles name the data set and the published report', async () => {
    const id = await workspace()
    const first = { id: DOUBLE.tokenId, displayName: 'A first one', isReadOnly: true }
    const second = { id: service_dashboard_id, displayName: 'Sales today', isReadOnly: false }
    microsoft.next('Dashboards_GetDashboardsInGroup', { status: 200, body: { value: [second, first] } })
    expect((await admin().ask(listDashboards, { id })).body.data).toEqual([
      { service_dashboard_id: DOUBLE.tokenId, name: 'A first one' },
      { service_dashboard_id, name: 'Sales today' },
    ])
    const tiles = async () => (await admin().ask(listTiles, { id, service_dashboard_id })).body.data
    expect(await tiles()).toMatchObject([
      { title: 'Revenue', dataset: 'Sales', report: null },
      { title: 'How to read this page', dataset: null, report: null },
    ])
    await publish(id)
    expect((await tiles())[0]?.report).toMatchObject({ name: 'R' })
    expect(microsoft.violations).toEqual([])
  })

  it('T1, Z1: answer 404 to other business units and 403 to readers', async () => {
    const id = await workspace()
    for (const [person, status] of [[portal.as('adminOfSul'), 404] as const, [portal.as(seller), 403] as const]) {
      expect((await person.ask(listDashboards, { id })).status).toBe(status)
      expect((await person.ask(listTiles, { id, service_dashboard_id })).status).toBe(status)
    }
  })

  it('do not exist at the embedded report service', async () => {
    const id = published.workspace
    expect(await admin().ask(listDashboards, { id })).toMatchObject({ status: 200, body: { data: [] } })
    expect((await admin().ask(listTiles, { id, service_dashboard_id })).status).toBe(404)
  })
})

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DOUBLE, startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import type { SentOf } from '#platform/contract/call.ts'
import type { LiveEvent } from '#platform/server/live/live-event.ts'
import { channel } from '#platform/server/live/announce.ts'
import { listenTo } from '#platform/server/database/listen.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import { addAccount } from '#features/embedding/contract.ts'
import { addWorkspace } from '#features/embedding/workspaces/contract.ts'
import { addReportGroup } from '../groups/contract.ts'
import { addSubgroup } from '../subgroups/contract.ts'
import { listAllReports } from '#features/home/contract.ts'
import { tagCalls } from '#features/tags/contract.ts'
import { addReport, changeSource, listReports, readReport, removeReport, updateReport } from '../contract.ts'

const service = await startPowerBiDouble()
const portal = testPortal({ config: { powerBi: { authority: service.address, api: service.address } } })
afterAll(() => service.close())

const admin = () => portal.as('adminOfNorte')
let workspace = ''
let subgroup = ''

/** Adds an account, a workspace and a subgroup to the caller's business unit. */
async function prepare(asker: ReturnType<typeof admin>): Promise<[string, string]> {
  const account = await asker.ask(addAccount, {
    name: 'Conta',
    kind: 'powerbi',
    id_directory: DOUBLE.directoryId,
    id_app: DOUBLE.appId,
    id_object: null,
    secret: DOUBLE.secret,
  })
  const place = await asker.ask(addWorkspace, { account_id: account.body.id, service_id: DOUBLE.workspaceId })
  const group = await asker.ask(addReportGroup, { name: 'Vendas' })
  const inside = await asker.ask(addSubgroup, { name: 'Mensal', group_id: group.body.id })
  expect([account, place, group, inside].map(({ status }) => status)).toEqual([200, 200, 200, 200])
  return [place.body.id, inside.body.id]
}

beforeAll(async () => {
  ;[workspace, subgroup] = await prepare(admin())
})

const addition = (name: string, given: Partial<SentOf<typeof addReport>> = {}): SentOf<typeof addReport> => ({
  workspace_id: workspace,
  service_report_id: DOUBLE.reportId,
  subgroup_id: subgroup,
  name,
  description: null,
  ...given,
})

async function added(name: string, given: Partial<SentOf<typeof addReport>> = {}): Promise<string> {
  const { status, body } = await admin().ask(addReport, addition(name, given))
  expect(status).toBe(200)
  return body.id
}

const stored = (id: string) =>
  portal.platform((db) => db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst())

/** Replaces the next answer of the double to a list of data sets. */
const nextDatasets = (...value: object[]) =>
  service.next('Datasets_GetDatasetsInGroup', {
    status: 200,
    body: { '@odata.context': 'http://api.powerbi.com/v1.0/myorg/$metadata', value },
  })

const open = { id: DOUBLE.datasetId, isEffectiveIdentityRequired: false, isEffectiveIdentityRolesRequired: false }

const allowAdding = (allow_adding_reports: boolean) =>
  portal.platform((db) =>
    db.updateTable('tenants').set({ allow_adding_reports }).where('id', '=', tenants.norte.id).execute(),
  )

describe('publishing a report', () => {
  it('E1, E2: takes data set and row-level security from the service, not from the browser', async () => {
    const forged = {
      ...addition('Forjado'),
      row_security: 'N',
      service_dataset_id: '99999999-9999-4999-8999-999999999999',
      ignore_row_security: 'S',
      ignore_role: 'All',
    }
    const { status, body } = await admin().ask(addReport, forged)
    expect(status).toBe(200)
    expect(await stored(body.id)).toMatchObject({
      service_dataset_id: DOUBLE.datasetId,
      row_security: true,
      ignore_row_security: false,
      ignore_role: null,
      tenant_id: tenants.norte.id,
    })
  })

  it('stores that a data set has no roles, and treats one without an answer as secured', async () => {
    nextDatasets(open)
    expect((await stored(await added('Aberto')))?.row_security).toBe(false)
    nextDatasets()
    expect((await stored(await added('Sem notícia')))?.row_security).toBe(true)
  })

  it('stores the display settings', async () => {
    const settings = { show_page_navigation: 'N', show_filter_pane: 'S', orientation: 'portrait' } as const
    const id = await added('Aparência', { ...settings, recommended_resolution: '1920X1080' })
    const { raw } = await admin().ask(readReport, { id })
    expect(raw).toMatchObject({
      ...settings,
      recommended_resolution: '1920x1080',
      show_toolbar: 'S',
      hidden: 'N',
      group: 'Vendas',
      subgroup: 'Mensal',
      workspace: 'Sales',
      can: ['update', 'grant', 'remove'],
    })
  })

  it('refuses reports that the service does not know, cannot embed, or refuses', async () => {
    service.next('Reports_GetReportInGroup', { status: 404, body: { error: { code: 'PowerBIEntityNotFound' } } })
    expect((await admin().ask(addReport, addition('Fantasma'))).status).toBe(404)
    service.next('Reports_GetReportInGroup', {
      status: 200,
      body: { id: DOUBLE.reportId, name: 'Paginated', reportType: 'PaginatedReport' },
    })
    expect((await admin().ask(addReport, addition('Paginado'))).status).toBe(404)
    service.next('Reports_GetReportInGroup', { status: 403, body: { error: { code: 'Forbidden' } } })
    expect((await admin().ask(addReport, addition('Negado'))).status).toBe(503)
    const { body } = await admin().ask(listReports, { search: 'Fantasma' })
    expect(body.total).toBe(0)
  })

  it('refuses a second report with the same name in the subgroup, with the message at the field', async () => {
    await added('Duplo')
    const { status, raw } = await admin().ask(addReport, addition('Duplo'))
    expect([status, raw.key, raw.errors]).toEqual([409, 'report_already_exists', { name: raw.message }])
  })

  it('is possible for partner and platform only, where the business unit may not add reports', async () => {
    await allowAdding(false)
    expect((await admin().ask(addReport, addition('Recusado'))).status).toBe(403)
    expect((await admin().ask(listReports, {})).body.can).toEqual([])
    expect((await admin().ask(listReports, { search: 'nothing has this name' })).body).toMatchObject({
      data: [],
      total: 0,
      can: [],
    })
    const master = portal.as(masterInNorte)
    expect((await master.ask(listReports, {})).body.can).toEqual(['add'])
    expect((await master.ask(addReport, addition('Do parceiro'))).status).toBe(200)
    await allowAdding(true)
    expect((await admin().ask(listReports, { search: 'nothing has this name' })).body.can).toEqual(['add'])
  })

  it('T1: refuses a workspace or subgroup of another business unit', async () => {
    const [foreignWorkspace, foreignSubgroup] = await prepare(portal.as('adminOfSul'))
    const asks = service.count('Reports_GetReportInGroup')
    const elsewhere = await admin().ask(addReport, addition('Alheio', { workspace_id: foreignWorkspace }))
    expect([elsewhere.status, service.count('Reports_GetReportInGroup')]).toEqual([404, asks])
    expect((await admin().ask(addReport, addition('Alheio', { subgroup_id: foreignSubgroup }))).status).toBe(404)
    const id = await added('Próprio')
    const move = await admin().ask(updateReport, { id, version: 1, subgroup_id: foreignSubgroup })
    expect(move.status).toBe(404)
  })
})

describe('managing reports', () => {
  it('lists with search, filters and order on the server', async () => {
    nextDatasets(open)
    const id = await added('Zebra única', { description: 'Só de exemplo' })
    await admin().ask(updateReport, { id, version: 1, hidden: 'S' })
    const names = async (given: SentOf<typeof listReports>) =>
      (await admin().ask(listReports, given)).body.data.map(({ name }) => name)
    expect(await names({ search: 'so de EXEMPLO' })).toEqual(['Zebra única'])
    expect(await names({ hidden: 'S' })).toEqual(['Zebra única'])
    expect(await names({ row_security: 'N', hidden: 'S', subgroup_id: subgroup })).toEqual(['Zebra única'])
    expect(await names({ row_security: 'S', hidden: 'S' })).toEqual([])
    expect((await names({ sort: 'name', order: 'desc' }))[0]).toBe('Zebra única')
    for (const sort of ['place', 'workspace', 'created_at'] as const) {
      expect((await names({ sort })).length).toBeGreaterThan(3)
    }
  })

  it('D2: changes only the sent fields, and refuses a stale version', async () => {
    const id = await added('Antes', { description: 'Fica', show_toolbar: 'N' })
    expect((await admin().ask(updateReport, { id, version: 1, name: 'Depois' })).status).toBe(200)
    const { body } = await admin().ask(readReport, { id })
    expect(body).toMatchObject({ name: 'Depois', description: 'Fica', show_toolbar: false, version: 2 })
    const stale = await admin().ask(updateReport, { id, version: 1, name: 'Tarde' })
    expect([stale.status, stale.raw.key]).toEqual([409, 'stale_version'])
  })

  it('accepts exactly one of twenty concurrent changes', async () => {
    const id = await added('Disputado')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => admin().ask(updateReport, { id, version: 1, name: `Disputado ${at}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await stored(id))?.version).toBe(2)
  })

  it('E2: ignores row-level security only with a role, set by a report manager, with an audit entry', async () => {
    const id = await added('Sem limites')
    const bare = await admin().ask(updateReport, { id, version: 1, ignore_row_security: 'S' })
    expect([bare.status, Object.keys(bare.raw.errors as object)]).toEqual([400, ['ignore_role']])
    const refused = await portal
      .as('userOfNorte')
      .ask(updateReport, { id, version: 1, ignore_row_security: 'S', ignore_role: 'All' })
    expect(refused.status).toBe(403)
    const change = { id, version: 1, ignore_row_security: 'S', ignore_role: 'All' } as const
    expect((await admin().ask(updateReport, change)).status).toBe(200)
    const entry = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['changes', 'actor_id'])
        .where('target_id', '=', id)
        .where('event', '=', 'report.updated')
        .executeTakeFirstOrThrow(),
    )
    expect(entry).toEqual({
      changes: { ignore_row_security: [false, true], ignore_role: [null, 'All'] },
      actor_id: people.adminOfNorte.id,
    })
  })

  it('reads the source again, and applies row-level security that the data set has now', async () => {
    nextDatasets(open)
    const id = await added('Ganha papéis')
    const change = { id, version: 1, ignore_row_security: 'S', ignore_role: 'All' } as const
    await admin().ask(updateReport, change)
    const source = { id, version: 2, workspace_id: workspace, service_report_id: DOUBLE.reportId }
    const { status, body } = await admin().ask(changeSource, source)
    expect([status, body.row_security]).toEqual([200, true])
    expect(await stored(id)).toMatchObject({ row_security: true, ignore_row_security: false, ignore_role: null })
    expect((await admin().ask(changeSource, source)).raw.key).toBe('stale_version')
  })

  it('accepts another source only where reports may be added', async () => {
    const id = await added('Fica onde está')
    await allowAdding(false)
    const source = { id, version: 1, workspace_id: workspace, service_report_id: 'another-report' }
    expect((await admin().ask(changeSource, source)).status).toBe(403)
    expect((await admin().ask(changeSource, { ...source, service_report_id: DOUBLE.reportId })).status).toBe(200)
    await allowAdding(true)
  })

  it('Z4: sends a live event for changes of access, source and existence, but not for a new name', async () => {
    const news: LiveEvent[] = []
    const listening = await listenTo(portal.databaseUrl, channel, {
      onMessage: (text) => news.push(JSON.parse(text) as LiveEvent),
      onEnd: () => undefined,
    })
    const id = await added('Aberto por alguém')
    await admin().ask(updateReport, { id, version: 1, name: 'Outro nome' })
    await admin().ask(updateReport, { id, version: 2, hidden: 'S' })
    await admin().ask(updateReport, { id, version: 3, ignore_row_security: 'S', ignore_role: 'All' })
    const source = { workspace_id: workspace, service_report_id: DOUBLE.reportId }
    await admin().ask(changeSource, { id, version: 4, ...source })
    await admin().ask(removeReport, { id })
    await vi.waitFor(() => expect(news).toHaveLength(4))
    await listening.close()
    expect(news).toEqual(
      Array.from({ length: 4 }, () => ({ kind: 'access_changed', tenantId: tenants.norte.id, reportIds: [id] })),
    )
  })

  it('removes a report with its grants; a second removal answers 404', async () => {
    const id = await added('Efêmero')
    await portal.platform((db) =>
      db
        .insertInto('report_grants')
        .values({ tenant_id: tenants.norte.id, report_id: id, user_id: people.userOfNorte.id, roles: ['A'] })
        .execute(),
    )
    const { body: listed } = await admin().ask(listReports, {})
    expect(listed).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id, people: 1, groups: 0 })]),
    })
    expect((await admin().ask(removeReport, { id })).status).toBe(200)
    expect((await admin().ask(removeReport, { id })).status).toBe(404)
    const left = await portal.platform((db) =>
      db.selectFrom('report_grants').select('id').where('report_id', '=', id).execute(),
    )
    expect(left).toEqual([])
  })

  it('T1: answers 404 to another business unit', async () => {
    const id = await added('Canário')
    const other = portal.as('adminOfSul')
    const source = { id, version: 1, workspace_id: workspace, service_report_id: DOUBLE.reportId }
    const answers = await Promise.all([
      other.ask(readReport, { id }),
      other.ask(updateReport, { id, version: 1, name: 'x' }),
      other.ask(changeSource, source),
      other.ask(removeReport, { id }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await other.ask(listReports, { search: 'Canário' })).body.total).toBe(0)
    expect(await stored(id)).toMatchObject({ name: 'Canário', version: 1 })
  })

  it('Z1: refuses people who do not manage reports', async () => {
    const user = portal.as('userOfNorte')
    expect((await user.ask(listReports, {})).status).toBe(403)
    expect((await user.ask(addReport, addition('x'))).status).toBe(403)
  })

  it('names the invalid fields', async () => {
    const { raw } = await admin().send({
      method: 'POST',
      url: '/api/auth/report/add',
      body: { ...addition('x'), recommended_resolution: 'huge', service_report_id: '../x' },
    })
    expect(Object.keys(raw.errors as object).toSorted()).toEqual(['recommended_resolution', 'service_report_id'])
  })

  it('sends only requests that Microsoft’s OpenAPI description allows', () => {
    expect(service.violations).toEqual([])
  })
})

describe('the tags of a report', () => {
  const tag = async (name: string, who: 'adminOfNorte' | 'adminOfSul' = 'adminOfNorte') =>
    (await portal.as(who).ask(tagCalls.add, { name, color: 'green' })).body.id
  const tagsOf = async (id: string) => (await admin().ask(readReport, { id })).body.tags.map(({ name }) => name)

  it('are set and changed with the report, kept when absent, and named in the audit trail', async () => {
    const [monthly, board] = [await tag('Mensal'), await tag('Diretoria')]
    const id = await added('Etiquetado', { tag_ids: [monthly, board, monthly] })
    expect(await tagsOf(id)).toEqual(['Diretoria', 'Mensal'])
    await admin().ask(updateReport, { id, version: 1, name: 'Renomeado' })
    expect(await tagsOf(id)).toEqual(['Diretoria', 'Mensal'])
    expect((await admin().ask(updateReport, { id, version: 2, tag_ids: [monthly] })).status).toBe(200)
    expect(await tagsOf(id)).toEqual(['Mensal'])
    const [entry] = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('changes').where('target_id', '=', id).orderBy('at', 'desc').execute(),
    )
    expect(entry?.changes).toEqual({ tag_ids: [['Diretoria', 'Mensal'], ['Mensal']] })
  })

  it('filter and search the lists, and count their reports; a removed tag is removed from the report', async () => {
    const yearly = await tag('Anual')
    const id = await added('Fechamento', { tag_ids: [yearly] })
    const found = await admin().ask(listReports, { tag_id: yearly })
    expect(found.body.data.map((report) => [report.id, report.tags.map(({ name }) => name)])).toEqual([[id, ['Anual']]])
    expect((await admin().ask(tagCalls.read, { id: yearly })).body.reports).toBe(1)
    for (const list of [listReports, listAllReports] as const) {
      const ids = async (search: string) => (await admin().ask(list, { search })).body.data.map((report) => report.id)
      expect(await ids('anu')).toEqual([id])
      expect(await ids(found.body.data[0]?.subgroup ?? '')).toContain(id)
    }
    await admin().ask(tagCalls.remove, { id: yearly })
    expect(await tagsOf(id)).toEqual([])
  })

  it('T4: of another business unit are refused, and the whole change is rolled back', async () => {
    const foreign = await tag('De fora', 'adminOfSul')
    const id = await added('Nosso')
    const { status } = await admin().ask(updateReport, { id, version: 1, name: 'Outro nome', tag_ids: [foreign] })
    expect(status).toBe(404)
    expect(await stored(id)).toMatchObject({ name: 'Nosso', version: 1 })
  })
})

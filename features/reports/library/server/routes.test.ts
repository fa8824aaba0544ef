import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DOUBLE, startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import type { SentOf } from '#platform/contract/call.ts'
import type { LiveEvent } from '#platform/server/live/live-event.ts'
import { channel } from '#platform/server/live/announce.ts'
import { listenTo } from '#platform/server/database/listen.ts'
import { modelNames } from '#catalogue/limits.ts'
import { testPortal } from '#testing/portal.ts'
import { picture, uploadOf } from '#testing/uploads.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import { addAccount } from '#features/sources/accounts/contract.ts'
import { addWorkspace } from '#features/sources/workspaces/contract.ts'
import { addReportGroup } from '#features/reports/groups/contract.ts'
import { listSlideColumns } from '#features/reports/playlists/contract.ts'
import { readDaxSchema } from '#features/reports/dax-queries/contract.ts'
import { addSubgroup } from '#features/reports/subgroups/contract.ts'
import { listAllReports, readMenu, readShelves } from '#features/home/shelves/contract.ts'
import { tagCalls } from '#features/reports/tags/contract.ts'
import {
  addReport,
  addReportCover,
  changeSource,
  duplicateReport,
  importReports,
  listColumns,
  listReports,
  orderReports,
  readImportDefaults,
  readOrder,
  readReport,
  removeReport,
  updateReport,
} from '../contract.ts'

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
  const addedWorkspace = await asker.ask(addWorkspace, { account_id: account.body.id, service_id: DOUBLE.workspaceId })
  const group = await asker.ask(addReportGroup, { name: 'Vendas' })
  const inside = await asker.ask(addSubgroup, { name: 'Mensal', group_id: group.body.id })
  expect([account, addedWorkspace, group, inside].map(({ status }) => status)).toEqual([200, 200, 200, 200])
  return [addedWorkspace.body.id, inside.body.id]
}

beforeAll(async () => {
  ;[workspace, subgroup] = await prepare(admin())
})

const addition = (name: string, overrides: Partial<SentOf<typeof addReport>> = {}): SentOf<typeof addReport> => ({
  workspace_id: workspace,
  service_report_id: DOUBLE.reportId,
  subgroup_id: subgroup,
  name,
  description: null,
  ...overrides,
})

async function added(name: string, overrides: Partial<SentOf<typeof addReport>> = {}): Promise<string> {
  const { status, body } = await admin().ask(addReport, addition(name, overrides))
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
    const { status, raw } = await admin().ask(addReport, addition('Alheio', { subgroup_id: foreignSubgroup }))
    expect([status, raw['key']]).toEqual([404, 'group_missing'])
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
    const names = async (options: SentOf<typeof listReports>) =>
      (await admin().ask(listReports, options)).body.data.map(({ name }) => name)
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
      Array.from({ length: 20 }, (_, index) =>
        admin().ask(updateReport, { id, version: 1, name: `Disputado ${index}` }),
      ),
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
    nextDatasets(open)
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
  const tag = async (name: string, person: 'adminOfNorte' | 'adminOfSul' = 'adminOfNorte') =>
    (await portal.as(person).ask(tagCalls.add, { name, color: 'green' })).body.id
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

describe('the cover of a report', () => {
  const sendCover = async (person: 'adminOfNorte' | 'adminOfSul' = 'adminOfNorte') => {
    const file = uploadOf({ kind: 'cover' }, await picture('png', 1600, 900))
    const { status, raw } = await portal
      .as(person)
      .send({ method: 'POST', url: `/api/${addReportCover.path}`, ...file })
    expect(status).toBe(200)
    return String(raw['path'])
  }
  const coverOf = async (id: string) => (await admin().ask(readReport, { id })).body.cover
  const filesOf = () =>
    portal.platform((db) =>
      db.selectFrom('files').select(['path', 'used', 'bytes']).where('kind', '=', 'report.cover').execute(),
    )

  it('is re-encoded, stored under a signed path, and shown in lists and in the menu', async () => {
    const url = await sendCover()
    const id = await added('Com capa', { cover: url })
    const cover = await coverOf(id)
    expect(cover).toMatch(/^\/storage\/private\/[\da-f-]{36}\/[\w-]{22}\.webp\?e=\d+&s=/)
    const token = await portal.tokenOf(people.adminOfNorte)
    const image = await portal.as({ token, host: 'norte.localhost' }).send({ method: 'GET', url: cover ?? '' })
    expect([image.status, image.headers['content-type']]).toEqual([200, 'image/webp'])
    const bare = await admin().send({ method: 'GET', url: (cover ?? '').replace(/\?.*/, '') })
    expect(bare.status).toBe(404)
    const listed = await admin().ask(listAllReports, { search: 'Com capa' })
    expect(listed.body.data[0]?.cover).toMatch(/^\/storage\/private\//)
    const { groups } = (await admin().ask(readMenu, {})).body
    const inMenu = groups.flatMap(({ subgroups }) => subgroups.flatMap(({ reports }) => reports))
    expect(inMenu.find((report) => report.id === id)?.cover).toMatch(/^\/storage\/private\//)
  })

  it('T4: cannot be a file of another business unit, and nothing changes', async () => {
    const foreign = await sendCover('adminOfSul')
    const id = await added('Capa alheia')
    expect((await admin().ask(updateReport, { id, version: 1, cover: foreign })).status).toBe(404)
    expect((await stored(id))?.cover).toBeNull()
  })

  it('is kept when the same path is sent again, and its file is deleted with its last use', async () => {
    const url = await sendCover()
    const id = await added('Troca de capa', { cover: url })
    const path = (await stored(id))?.cover
    expect((await admin().ask(updateReport, { id, version: 1, cover: await coverOf(id) })).status).toBe(200)
    expect((await stored(id))?.version).toBe(1)
    expect((await filesOf()).find((file) => file.path === path)?.used).toBe(true)
    const nextUrl = await sendCover()
    expect((await admin().ask(updateReport, { id, version: 1, cover: nextUrl })).status).toBe(200)
    expect((await filesOf()).map((file) => file.path)).not.toContain(path)
    const last = (await stored(id))?.cover
    expect((await admin().ask(removeReport, { id })).status).toBe(200)
    expect((await filesOf()).map((file) => file.path)).not.toContain(last)
  })

  it('U2: is refused when it is no picture', async () => {
    const file = uploadOf({ kind: 'cover' }, Buffer.from('<svg onload="alert(1)"/>'))
    const { status, raw } = await admin().send({ method: 'POST', url: `/api/${addReportCover.path}`, ...file })
    expect([status, raw.key]).toEqual([400, 'file_not_an_image'])
  })
})

describe('the filters of a report', () => {
  const filter = { table: 'Sales', column: 'Country', operator: 'in', values: ['Brazil'] } as const

  it('are stored, changed and audited with the report', async () => {
    const id = await added('Filtrado', { filters: [{ ...filter, values: ['Brazil'] }] })
    expect((await admin().ask(readReport, { id })).body.filters).toEqual([filter])
    const changedFilter = { ...filter, operator: 'at_least' as const, values: [3] }
    expect((await admin().ask(updateReport, { id, version: 1, filters: [changedFilter] })).status).toBe(200)
    expect((await stored(id))?.filters).toEqual([changedFilter])
    expect((await admin().ask(updateReport, { id, version: 2, filters: [changedFilter] })).status).toBe(200)
    expect((await stored(id))?.version).toBe(2)
  })

  it('need a value where their operator does, and one filter per column', async () => {
    const refused = async (filters: SentOf<typeof addReport>['filters']) =>
      (await admin().ask(addReport, { ...addition('Recusado'), filters })).status
    expect(await refused([{ ...filter, values: [] }])).toBe(400)
    expect(await refused([{ ...filter, operator: 'blank', values: ['x'] }])).toBe(400)
    expect(await refused([{ ...filter, operator: 'greater', values: [1, 2] }])).toBe(400)
    expect(
      await refused([
        { ...filter, values: ['a'] },
        { ...filter, values: ['b'] },
      ]),
    ).toBe(400)
  })

  it('name columns that the service lists; the others are refused at the field, when it lists any', async () => {
    const columns = { '[Table Name]': 'Region', '[Column Name]': 'Country', '[Min]': 'a', '[Max]': 'b' }
    const listed = { status: 200, body: { results: [{ tables: [{ rows: [columns] }] }] } }
    const known = { table: 'Region', column: 'Country', operator: 'in' as const, values: ['Brazil'] }
    const unknown = { ...known, column: 'Land' }
    const sentence = { filters: 'The service knows no column Region[Land] in this report.' }
    const id = await added('Colunas conferidas')
    const change = async (filters: SentOf<typeof addReport>['filters'], version: number) => {
      service.next('Datasets_ExecuteQueriesInGroup', listed)
      const { status, raw } = await admin().ask(updateReport, { id, version, filters })
      return [status, raw['errors']]
    }
    expect(await change([known, unknown], 1)).toEqual([400, sentence])
    expect(await change([known], 1)).toEqual([200, undefined])
    service.next('Datasets_ExecuteQueriesInGroup', listed)
    const published = await admin().ask(addReport, addition('Coluna falsa', { filters: [unknown] }))
    expect([published.status, published.raw['errors']]).toEqual([400, sentence])
    service.next('Datasets_ExecuteQueriesInGroup', {
      status: 400,
      body: { error: { code: 'DatasetExecuteQueriesError' } },
    })
    expect((await admin().ask(updateReport, { id, version: 2, filters: [unknown] })).status).toBe(200)
  })

  it('offer the columns of the data model, or none when the service refuses', async () => {
    const source = { workspace_id: workspace, service_report_id: DOUBLE.reportId }
    const body = {
      status: 200,
      body: {
        results: [
          {
            tables: [
              {
                rows: [
                  { '[Table Name]': 'Sales', '[Column Name]': 'Country', '[Min]': 'Angola', '[Max]': 'Yemen' },
                  { '[Table Name]': 'Sales', '[Column Name]': 'Year', '[Min]': 2011, '[Max]': 2014 },
                  { '[Table Name]': 'Sales', '[Column Name]': 'RowNumber-2662979B', '[Min]': null, '[Max]': null },
                ],
              },
            ],
          },
        ],
      },
    }
    const columns = [
      { table: 'Sales', column: 'Country', kind: 'text' },
      { table: 'Sales', column: 'Year', kind: 'number' },
    ]
    service.next('Datasets_ExecuteQueriesInGroup', body)
    expect((await admin().ask(listColumns, source)).body.data).toEqual(columns)
    // The filters of a playlist's item have the same choice.
    const report_id = await added('Com colunas')
    service.next('Datasets_ExecuteQueriesInGroup', body)
    expect((await admin().ask(listSlideColumns, { report_id })).body.data).toEqual(columns)
    const refused = { status: 400, body: { error: { code: 'DatasetExecuteQueriesError' } } }
    service.next('Datasets_ExecuteQueriesInGroup', refused)
    expect((await admin().ask(listColumns, source)).body.data).toEqual([])
    service.next('Datasets_ExecuteQueriesInGroup', refused)
    expect((await admin().ask(listSlideColumns, { report_id })).body.data).toEqual([])
    expect((await portal.as('userOfNorte').ask(listColumns, source)).status).toBe(403)
    expect((await portal.as('adminOfSul').ask(listColumns, source)).status).toBe(404)
  })

  it('are asked a limited number of times by the minute', async () => {
    const source = { workspace_id: crypto.randomUUID(), service_report_id: DOUBLE.reportId }
    const statuses: number[] = []
    for (let index = 0; index <= modelNames.reads.perMinute * 2; index += 1)
      statuses.push((await portal.as(masterInNorte).ask(listColumns, source)).status)
    expect(statuses[0]).toBe(404)
    expect(statuses).toContain(429)
  })

  it('for a query are asked once for all people who may ask it, and again after an empty answer', async () => {
    nextDatasets(open)
    const report_id = await added('Nomes')
    const columns = { '[Table Name]': 'Region', '[Column Name]': 'Country', '[Min]': 'a', '[Max]': 'b' }
    const refused = { status: 400, body: { error: { code: 'DatasetExecuteQueriesError' } } }
    const names = async () => (await admin().ask(readDaxSchema, { report_id })).body.columns
    service.next('Datasets_ExecuteQueriesInGroup', refused, {
      status: 200,
      body: { results: [{ tables: [{ rows: [columns] }] }] },
    })
    expect(await names()).toEqual([])
    const known = [{ table: 'Region', column: 'Country', kind: 'text', caption: null }]
    expect(await Promise.all([names(), names()])).toEqual([known, known])
    service.next('Datasets_ExecuteQueriesInGroup', refused)
    expect(await names()).toEqual(known)
    // The permission is checked before the cache is read.
    expect((await portal.as('adminOfSul').ask(readDaxSchema, { report_id })).status).toBe(404)
    // Takes the answer that no other call took.
    const source = { workspace_id: workspace, service_report_id: DOUBLE.reportId }
    expect((await admin().ask(listColumns, source)).body.data).toEqual([])
  })
})

it('a report that phones do not offer is left out of their lists, and stays in the others', async () => {
  const id = await added('Só na tela grande', { show_on_app: 'N' })
  const listed = async (app?: 'S') => {
    const appOption = app ? { app } : {}
    const all = await admin().ask(listAllReports, { ...appOption, search: 'Só na tela grande' })
    const shelves = (await admin().ask(readShelves, appOption)).body
    const { groups } = (await admin().ask(readMenu, appOption)).body
    const menu = groups.flatMap(({ subgroups }) => subgroups.flatMap(({ reports }) => reports))
    const has = (reports: readonly { id: string }[]) => reports.some((report) => report.id === id)
    return [has(all.body.data), has(shelves.latest), has(menu)]
  }
  expect(await listed()).toEqual([true, true, true])
  expect(await listed('S')).toEqual([false, false, false])
})

describe('importing many reports', () => {
  const names = (reportNames: string[]) => reportNames.map((name) => ({ service_report_id: DOUBLE.reportId, name }))

  it('asks the service once, and publishes or refuses each report by itself', async () => {
    await added('Já existe')
    const asks = service.count('Reports_GetReportsInGroup')
    const entries = async () =>
      (
        await portal.platform((db) =>
          db.selectFrom('audit_entries').select('id').where('event', '=', 'report.added').execute(),
        )
      ).length
    const before = await entries()
    const reports = [
      ...names(['Importado 1', 'Já existe', 'Importado 2']),
      { service_report_id: 'unknown', name: 'Fantasma' },
    ]
    const { status, body } = await admin().ask(importReports, {
      workspace_id: workspace,
      subgroup_id: subgroup,
      reports,
    })
    expect(status).toBe(200)
    expect(body.data.map(({ id, refusal }) => [id !== null, refusal])).toEqual([
      [true, null],
      [false, 'taken'],
      [true, null],
      [false, 'missing'],
    ])
    expect(service.count('Reports_GetReportsInGroup')).toBe(asks + 1)
    expect((await entries()) - before).toBe(2)
    expect(await stored(body.data[0]?.id ?? '')).toMatchObject({
      service_dataset_id: DOUBLE.datasetId,
      row_security: true,
      added_by: people.adminOfNorte.id,
    })
  })

  it('stores nothing and writes no entry when all are refused, and nothing at all for another business unit', async () => {
    await added('Só este')
    const input = { workspace_id: workspace, subgroup_id: subgroup, reports: names(['Só este']) }
    const { status, body } = await admin().ask(importReports, input)
    expect([status, body.data[0]?.refusal]).toEqual([200, 'taken'])
    expect((await portal.as('adminOfSul').ask(importReports, input)).status).toBe(404)
    expect((await portal.as('userOfNorte').ask(importReports, input)).status).toBe(403)
    const tooMany = names(Array.from({ length: 11 }, (_, index) => `R ${index}`))
    expect((await admin().ask(importReports, { ...input, reports: tooMany })).status).toBe(400)
  })

  it('is refused where the business unit may not add reports', async () => {
    await allowAdding(false)
    const input = { workspace_id: workspace, subgroup_id: subgroup, reports: names(['Recusado']) }
    expect((await admin().ask(importReports, input)).status).toBe(403)
    await allowAdding(true)
  })
})

describe('what an import starts with', () => {
  const defaults = async (asker = admin()) => (await asker.ask(readImportDefaults, {})).body

  it('T1: is the subgroup of the newest report and the groups granted last, with their roles, of the own business unit', async () => {
    const id = await added('O mais novo')
    const [older = '', newer = ''] = await portal.platform(async (db) => {
      const rows = ['Equipe A', 'Equipe B'].map((name) => ({ tenant_id: tenants.norte.id, name }))
      const groups = await db.insertInto('user_groups').values(rows).returning('id').execute()
      for (const [index, group] of groups.entries()) {
        const grant = { tenant_id: tenants.norte.id, report_id: id, group_id: group.id }
        await db
          .insertInto('report_grants')
          .values({ ...grant, roles: index === 0 ? ['Company', 'Manager'] : [] })
          .execute()
      }
      return groups.map((group) => group.id)
    })
    expect(await defaults()).toEqual({
      subgroup_id: subgroup,
      groups: [
        { id: newer, name: 'Equipe B', roles: [] },
        { id: older, name: 'Equipe A', roles: ['Company', 'Manager'] },
      ],
    })
    const elsewhere = await defaults(portal.as('adminOfSul'))
    expect(elsewhere.groups).toEqual([])
    expect(elsewhere.subgroup_id).not.toBe(subgroup)
    expect((await portal.as('userOfNorte').ask(readImportDefaults, {})).status).toBe(403)
  })
})

describe('a copy of a report', () => {
  it('has its settings and tags, the next free name, and no grants', async () => {
    const tag = (await admin().ask(tagCalls.add, { name: 'Copiada', color: 'green' })).body.id
    const id = await added('Original', { tag_ids: [tag], orientation: 'portrait', filters: [] })
    await portal.platform((db) =>
      db
        .insertInto('report_grants')
        .values({ tenant_id: tenants.norte.id, report_id: id, user_id: people.userOfNorte.id, roles: ['A'] })
        .execute(),
    )
    const first = await admin().ask(duplicateReport, { id })
    const second = await admin().ask(duplicateReport, { id: first.body.id })
    const { body } = await admin().ask(readReport, { id: second.body.id })
    expect(body).toMatchObject({
      name: 'Original (3)',
      orientation: 'portrait',
      tags: [{ name: 'Copiada' }],
      version: 1,
    })
    const grants = await portal.platform((db) =>
      db.selectFrom('report_grants').select('id').where('report_id', '=', second.body.id).execute(),
    )
    expect(grants).toEqual([])
  })

  it('shares the cover, whose file stays until the last use is gone', async () => {
    const file = uploadOf({ kind: 'cover' }, await picture('png', 320, 180))
    const { raw } = await admin().send({ method: 'POST', url: `/api/${addReportCover.path}`, ...file })
    const id = await added('Com foto', { cover: String(raw['path']) })
    const copy = (await admin().ask(duplicateReport, { id })).body.id
    const copiedCover = (await stored(copy))?.cover ?? ''
    const files = () =>
      portal.platform((db) => db.selectFrom('files').select('path').where('path', '=', copiedCover).execute())
    await admin().ask(removeReport, { id })
    expect(await files()).toHaveLength(1)
    await admin().ask(removeReport, { id: copy })
    expect(await files()).toHaveLength(0)
  })

  it('T1, Z1: is not made of another business unit’s report, nor by readers', async () => {
    const id = await added('Nossa cópia')
    expect((await portal.as('adminOfSul').ask(duplicateReport, { id })).status).toBe(404)
    expect((await portal.as('userOfNorte').ask(duplicateReport, { id })).status).toBe(403)
  })
})

describe('the order of reports', () => {
  it('is set as a whole and shown in the menu; reports without a position come last by name', async () => {
    const group = await admin().ask(addReportGroup, { name: 'Ordenados', icon: 'coins' })
    const inside = (await admin().ask(addSubgroup, { name: 'Aqui', group_id: group.body.id })).body.id
    const [a, b, c] = [
      await added('A', { subgroup_id: inside }),
      await added('B', { subgroup_id: inside }),
      await added('C', { subgroup_id: inside }),
    ]
    const ordered = async () =>
      (await admin().ask(readOrder, { subgroup_id: inside })).body.data.map(({ name }) => name)
    expect(await ordered()).toEqual(['A', 'B', 'C'])
    expect((await admin().ask(orderReports, { subgroup_id: inside, ids: [c, a] })).status).toBe(200)
    expect(await ordered()).toEqual(['C', 'A', 'B'])
    expect((await admin().ask(orderReports, { subgroup_id: inside, ids: [c, a] })).status).toBe(200)
    const { groups } = (await admin().ask(readMenu, {})).body
    const menu = groups.find(({ id }) => id === group.body.id)
    expect([menu?.icon, menu?.subgroups[0]?.reports.map(({ id }) => id)]).toEqual(['coins', [c, a, b]])
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('id').where('event', '=', 'report.ordered').execute(),
    )
    expect(entries).toHaveLength(1)
  })

  it('T1: of a subgroup of another business unit does not exist', async () => {
    const id = await added('Em ordem')
    const request = { subgroup_id: subgroup, ids: [id] }
    expect((await portal.as('adminOfSul').ask(orderReports, request)).status).toBe(404)
    expect((await portal.as('adminOfSul').ask(readOrder, { subgroup_id: subgroup })).body.data).toEqual([])
    expect((await portal.as('userOfNorte').ask(orderReports, request)).status).toBe(403)
  })
})

import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CatalogueFile } from './catalogue-file.ts'
import { openCatalogueFile } from './catalogue-file.ts'
import { fingerprintOf } from './fingerprint.ts'
import { createOpenModels } from './open-models.ts'
import type { OpenModels } from './open-models.ts'
import { readReport } from '../report/read-report.ts'
import { datasetIdOf, publishProject, reportIdOf } from './publish-project.ts'
import { rebuildDataset, startRefresh } from './refresh-dataset.ts'
import { Refusal } from './refusal.ts'
import { openVersionStore } from './version-store.ts'
import { writeProjectFile, writeSmallProject } from './testing/small-project.ts'
import type { VersionStore } from './version-store.ts'

const ONE = '11111111-1111-4111-8111-111111111111'
const TWO = '22222222-2222-4222-8222-222222222222'
const SALES = datasetIdOf(ONE, 'Sales')

let root: string
let project: string
let data: string
let catalogue: CatalogueFile
let versions: VersionStore
let models: OpenModels
const failures: unknown[] = []
const now = () => Date.now()

const write = (path: string, text: string) => writeProjectFile(project, path, text)

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'publish-'))
  project = join(root, 'project')
  data = join(root, 'data')
  await writeSmallProject(project)
  await mkdir(data)
  catalogue = await openCatalogueFile(data)
  versions = await openVersionStore(data, now, () => true)
  models = createOpenModels(catalogue, versions, (id) => rebuildDataset(refreshing(), id))
  await catalogue.update((held) => ({
    ...held,
    workspaces: [ONE, TWO].map((id) => ({ id, name: id, members: [], project: null })),
  }))
  failures.length = 0
})
afterEach(async () => {
  await models.close()
  await rm(root, { recursive: true, force: true })
})

const publish = async (workspaceId = ONE) =>
  publishProject(
    { catalogue, versions, now },
    { folder: project, workspaceId, fingerprint: await fingerprintOf(project) },
  )
const refreshing = () => ({
  catalogue,
  versions,
  now,
  failed: (_: string, error: unknown) => void failures.push(error),
})
const refresh = (id = SALES) => startRefresh(refreshing(), id)
const datasetNow = async (id = SALES) => (await catalogue.read()).datasets.find((each) => each.id === id)
const versionsOf = (id = SALES) => readdir(join(data, 'models', id)).catch(() => [])

async function total(id = SALES): Promise<unknown> {
  const engine = await models.engineOf(id)
  return (await engine.query('EVALUATE ROW("Total", [Total])', { identity: null })).rows[0]?.[0]
}

test('publishes a model and its reports under ids derived from workspace and name', async () => {
  await publish()
  expect(await datasetNow()).toMatchObject({
    name: 'Sales',
    workspaceId: ONE,
    roles: [],
    refreshes: [{ status: 'Completed' }],
  })
  const { reports } = await catalogue.read()
  expect(reports).toMatchObject([{ id: reportIdOf(ONE, 'Overview'), datasetId: SALES, name: 'Overview' }])
  expect((await models.reportOf(reportIdOf(ONE, 'Overview'), null)).pages).toMatchObject([{ displayName: 'First' }])
  expect(await total()).toBe(3)
})

test('publishes the translations of the project, and opens a report in the first language of the request', async () => {
  await write('translations/en-US.json', '{"texts":{"First":"Opening"}}')
  await write('translations/es.json', '{"texts":{"First":"Inicio"}}')
  await publish()
  const nameIn = async (accepted: string | null) =>
    (await models.reportOf(reportIdOf(ONE, 'Overview'), accepted)).pages[0]?.displayName
  expect(await nameIn('en-US')).toBe('Opening')
  expect(await nameIn('en-GB,es;q=0.8')).toBe('Opening')
  expect(await nameIn('es')).toBe('Inicio')
  for (const other of ['pt-BR', null, '', '*', '__proto__']) expect(await nameIn(other)).toBe('First')
})

test('publishes the same project into another workspace independently', async () => {
  await publish()
  await publish(TWO)
  const other = datasetIdOf(TWO, 'Sales')
  expect(other).not.toBe(SALES)
  expect(await total(other)).toBe(3)
  await write('Sales.SemanticModel/data/Sales.csv', 'Amount\n10\n')
  await (
    await refresh()
  ).ended
  expect([await total(), await total(other)]).toEqual([10, 3])
})

test('does not copy a published model that was refreshed later', async () => {
  await publish()
  await write('Sales.SemanticModel/data/Sales.csv', 'Amount\n10\n')
  await (
    await refresh()
  ).ended
  await write('Sales.SemanticModel/data/Sales.csv', 'Amount\n1\n2\n')
  await publish(TWO)
  expect(await total(datasetIdOf(TWO, 'Sales'))).toBe(3)
})

test('leaves everything unchanged when a part fails', async () => {
  await write('Broken.Report/definition.pbir', '{"datasetReference":{"byPath":{"path":"../Sales.SemanticModel"}}}')
  const before = await catalogue.read()
  await expect(publish()).rejects.toThrow(/report\.json/)
  expect(await catalogue.read()).toEqual(before)
  expect(await versionsOf()).toEqual([])
  expect(await readdir(join(data, 'staging'))).toEqual([])
})

test('refuses a report if its model is not part of the project', async () => {
  await write(
    'Overview.Report/definition.pbir',
    '{"datasetReference":{"byPath":{"path":"../../elsewhere.SemanticModel"}}}',
  )
  await expect(publish()).rejects.toThrow(/not part of the project/)
})

test('does not follow symbolic links out of the project', async () => {
  await writeFile(join(root, 'private.csv'), 'Amount\n99\n')
  await rm(join(project, 'Sales.SemanticModel/data/Sales.csv'))
  await symlink(join(root, 'private.csv'), join(project, 'Sales.SemanticModel/data/Sales.csv'))
  await expect(publish()).rejects.toThrow(/Sales/)
})

test('a refresh reads the rows again and keeps the previous version for readers that have it open', async () => {
  await publish()
  const opened = await models.engineOf(SALES)
  for (const amount of [10, 20, 30]) {
    await write('Sales.SemanticModel/data/Sales.csv', `Amount\n${amount}\n`)
    await (
      await refresh()
    ).ended
    expect(await total()).toBe(amount)
  }
  expect(await versionsOf()).toHaveLength(2)
  expect((await opened.query('EVALUATE ROW("T", [Total])', { identity: null })).rows).toEqual([[3]])
  expect((await datasetNow())?.refreshes.map(({ status }) => status)).toEqual([
    'Completed',
    'Completed',
    'Completed',
    'Completed',
  ])
})

test('a failed refresh keeps the old rows and is recorded as failed', async () => {
  await publish()
  await write('Sales.SemanticModel/data/Sales.csv', 'Something else\nx\n')
  await (
    await refresh()
  ).ended
  expect(await total()).toBe(3)
  expect((await datasetNow())?.refreshes).toMatchObject([
    { status: 'Failed', failure: 'ModelRefreshFailed' },
    { status: 'Completed' },
  ])
  expect(failures).toHaveLength(1)
  expect(await versionsOf()).toHaveLength(1)
})

test('allows one refresh at a time, and counts a refresh of a dead process as failed', async () => {
  await publish()
  const running = await refresh()
  await expect(refresh()).rejects.toThrow(Refusal)
  await running.ended
  await catalogue.update((held) => ({
    ...held,
    datasets: held.datasets.map((dataset) => ({
      ...dataset,
      refreshes: dataset.refreshes.map((each) => ({ ...each, status: 'Unknown' as const, owner: '999999999:1' })),
    })),
  }))
  await (
    await refresh()
  ).ended
  expect((await datasetNow())?.refreshes.map(({ status }) => status)).toEqual(['Completed', 'Failed', 'Failed'])
})

test('a refresh does not overwrite a definition that was published during the refresh', async () => {
  await publish()
  const running = await refresh()
  await write('Sales.SemanticModel/data/Sales.csv', 'Amount\n7\n')
  await publish()
  const published = (await datasetNow())?.version
  await running.ended
  expect((await datasetNow())?.version === published || (await datasetNow())?.previous === published).toBe(true)
  expect(await total()).toBe(7)
})

test('a refresh reads the copied files when the project folder is missing', async () => {
  await publish()
  await rm(project, { recursive: true })
  await (
    await refresh()
  ).ended
  expect(await total()).toBe(3)
  expect((await datasetNow())?.refreshes).toMatchObject([{ status: 'Completed' }, { status: 'Completed' }])
})

test('start-up removes old versions that the catalogue does not name, and keeps young ones', async () => {
  await publish()
  const [named = ''] = await versionsOf()
  for (const name of ['young', 'old']) await mkdir(join(data, 'models', SALES, name))
  await utimes(join(data, 'models', SALES, 'old'), 1, 1)
  await utimes(join(data, 'models', SALES, named), 1, 1)
  await openVersionStore(data, now, (_, __, version) => version === named)
  expect(new Set(await versionsOf())).toEqual(new Set([named, 'young']))
})

test('publishes excerpts in place of the reports: their pages, in their order, under their names', async () => {
  for (const page of ['p2', 'p3'])
    await write(`Overview.Report/definition/pages/${page}/page.json`, `{"name":"${page}"}`)
  const fingerprint = await fingerprintOf(project)
  const excerpt = { of: 'Overview', name: 'Third page first', pages: ['p3', 'p1'] }
  await publishProject(
    { catalogue, versions, now },
    { folder: project, workspaceId: TWO, fingerprint, excerpts: [excerpt] },
  )
  const { reports } = await catalogue.read()
  expect(reports.map(({ id, name }) => [id, name])).toEqual([[reportIdOf(TWO, 'Third page first'), 'Third page first']])
  const [published] = reports
  const folder = versions.folderOf('reports', published?.id ?? '', published?.version ?? '')
  const report = await readReport(folder, { id: 'report', datasetId: 'dataset' })
  expect([report.name, report.activePage, report.pages.map(({ name }) => name)]).toEqual([
    'Third page first',
    'p3',
    ['p3', 'p1'],
  ])
})

test('an excerpt of a report or a page that the project does not have changes nothing', async () => {
  const fingerprint = await fingerprintOf(project)
  for (const excerpt of [
    { of: 'Missing', name: 'Excerpt', pages: ['p1'] },
    { of: 'Overview', name: 'Excerpt', pages: ['missing'] },
  ]) {
    const asked = { folder: project, workspaceId: TWO, fingerprint, excerpts: [excerpt] }
    await expect(publishProject({ catalogue, versions, now }, asked)).rejects.toThrow(/has no/)
  }
  expect((await catalogue.read()).reports).toEqual([])
})

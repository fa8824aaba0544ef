import { mkdtemp, open, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportsStateAt } from '#apps/server/embedding.ts'
import { datasetIdOf } from './publish-project.ts'
import { createReportService } from './service.ts'
import { UNSUPPORTED_TABLE, writeProjectFile, writeSmallProject } from './testing/small-project.ts'

const ONE = '11111111-1111-4111-8111-111111111111'
const TWO = '22222222-2222-4222-8222-222222222222'
const OTHERS = '33333333-3333-4333-8333-333333333333'
const SECRET = 'the secret of an application'
const TOTAL = 'EVALUATE ROW("Total", [Total])'

let root: string
let services: FastifyInstance[] = []
let log: string
const project = (name: string) => join(root, name)

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'report-service-'))
  log = ''
})
afterEach(async () => {
  await Promise.all(services.map((service) => service.close()))
  services = []
  // A service that ends may still write a database file.
  await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** A service with these workspaces. The application `app-1` is a member of all except `OTHERS`, which belongs to `app-2`. */
async function start(projects: Record<string, string>): Promise<FastifyInstance> {
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      log += String(chunk)
      done()
    },
  })
  const service = await createReportService({
    dataFolder: join(root, 'data'),
    publicUrl: 'http://reports.localhost',
    allowedOrigins: [],
    signingKey: 'a signing key of tests, long enough to be taken',
    principals: ['app-1', 'app-2'].map((appId) => ({ directoryId: 'test', appId, name: appId, secret: SECRET })),
    workspaces: Object.entries(projects).map(([id, folder]) => ({
      id,
      name: id,
      members: [id === OTHERS ? 'app-2' : 'app-1'],
      project: folder,
    })),
    viewerFolders: [],
    now: Date.now,
    logger: { level: 'error', stream },
  })
  services.push(service)
  return service
}

async function tokenOf(service: FastifyInstance, appId = 'app-1'): Promise<string> {
  const answer = await service.inject({
    method: 'POST',
    url: '/test/oauth2/v2.0/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: appId,
      client_secret: SECRET,
      scope: 'https://analysis.windows.net/powerbi/api/.default',
    }).toString(),
  })
  return answer.json<{ access_token: string }>().access_token
}

async function ask(service: FastifyInstance, path: string, query = TOTAL) {
  const answer = await service.inject({
    method: 'POST',
    url: `/v1.0/myorg${path}/executeQueries`,
    headers: { authorization: `Bearer ${await tokenOf(service)}` },
    payload: { queries: [{ query }] },
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Record<string, unknown>>() }
}

const rowsOf = (total: number) => ({ results: [{ tables: [{ rows: [{ '[Total]': total }] }] }] })
const datasetPath = (workspaceId: string) => `/groups/${workspaceId}/datasets/${datasetIdOf(workspaceId, 'Sales')}`

test('a project that cannot be published is left out, and the service starts with the others', async () => {
  await writeSmallProject(project('broken'), {
    'Sales.SemanticModel/definition/tables/Sales.tmdl': UNSUPPORTED_TABLE,
  })
  await writeSmallProject(project('good'))
  const service = await start({ [ONE]: project('broken'), [TWO]: project('good') })
  expect((await ask(service, datasetPath(ONE))).status).toBe(404)
  expect(await ask(service, datasetPath(TWO))).toMatchObject({ status: 200, body: rowsOf(3) })
  expect(log).toContain('Column Sales[Odd]: (1, 1) The function PERCENTILE.INC is not supported.')
  expect(log).toContain('left out')
  expect(log).toContain(ONE)
})

test('a changed project that cannot be published keeps its published version', async () => {
  await writeSmallProject(project('one'))
  await (await start({ [ONE]: project('one') })).close()
  await writeSmallProject(project('one'), { 'Sales.SemanticModel/definition/tables/Sales.tmdl': UNSUPPORTED_TABLE })
  expect(await ask(await start({ [ONE]: project('one') }), datasetPath(ONE))).toMatchObject({ body: rowsOf(3) })
  expect(log).toContain('left out')
})

// https://learn.microsoft.com/rest/api/power-bi/datasets/execute-queries
test('runs a query on a data set without a workspace in the path, only in workspaces of the caller', async () => {
  await writeSmallProject(project('one'))
  const service = await start({ [ONE]: project('one'), [OTHERS]: project('one') })
  expect(await ask(service, `/datasets/${datasetIdOf(ONE, 'Sales')}`)).toMatchObject({ status: 200, body: rowsOf(3) })
  const foreign = await ask(service, `/datasets/${datasetIdOf(OTHERS, 'Sales')}`)
  expect(foreign).toMatchObject({ status: 404, body: { error: { code: 'PowerBIEntityNotFound' } } })
})

test('states the position of an error once', async () => {
  await writeSmallProject(project('one'))
  const failed = await ask(await start({ [ONE]: project('one') }), datasetPath(ONE), 'EVALUATE Nope')
  expect(failed.status).toBe(400)
  const detail = { type: 1, value: "Query (1, 10) The table 'Nope' cannot be found." }
  expect(failed.body).toMatchObject({ error: { 'pbi.error': { details: [{ detail }] } } })
})

/** Path of the database of the current and only version. */
async function databaseOf(workspaceId: string): Promise<string> {
  const folder = join(root, 'data', 'models', datasetIdOf(workspaceId, 'Sales'))
  return join(folder, (await readdir(folder))[0] ?? '', 'model.duckdb')
}

async function overwrite(path: string): Promise<void> {
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  await file.write(Buffer.alloc(size - 4096, 0xa5), 0, size - 4096, 4096)
  await file.close()
}

test.each<[string, (path: string) => Promise<void>]>([
  ['overwritten', overwrite],
  ['cut off', (path) => truncate(path, 5000)],
  ['missing', (path) => rm(path)],
])('a database that is %s is rebuilt from the published project; until then the service says so', async (_, damage) => {
  await writeSmallProject(project('one'))
  await (await start({ [ONE]: project('one') })).close()
  await damage(await databaseOf(ONE))
  const service = await start({ [ONE]: project('one') })
  const first = await ask(service, datasetPath(ONE))
  expect(first).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5' },
    body: { error: { code: 'DatasetBeingRebuilt' } },
  })
  expect(log).toContain('the database is damaged and is rebuilt')
  await vi.waitFor(async () => expect((await service.inject('/readyz')).statusCode).toBe(200), 20_000)
  expect(await ask(service, datasetPath(ONE))).toMatchObject({ status: 200, body: rowsOf(3) })
})

test('a database that cannot be rebuilt keeps /readyz at 503 and leaves the other data sets alone', async () => {
  for (const name of ['one', 'two']) await writeSmallProject(project(name))
  await (await start({ [ONE]: project('one'), [TWO]: project('two') })).close()
  await overwrite(await databaseOf(ONE))
  await rm(project('one'), { recursive: true })
  await writeProjectFile(dirname(await databaseOf(ONE)), 'model/data/Sales.csv', 'Other\n1\n')
  const service = await start({ [TWO]: project('two') })
  expect((await ask(service, datasetPath(ONE))).status).toBe(503)
  await vi.waitFor(() => expect(log).toContain('could not be rebuilt'), 20_000)
  expect((await ask(service, datasetPath(ONE))).status).toBe(503)
  const ready = await service.inject('/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: false, damaged: [datasetIdOf(ONE, 'Sales')] }])
  expect(await ask(service, datasetPath(TWO))).toMatchObject({ body: rowsOf(3) })
})

test('a portal sees whether the service is ready, rebuilds a data set, or is away', async () => {
  await writeSmallProject(project('one'))
  await (await start({ [ONE]: project('one') })).close()
  await overwrite(await databaseOf(ONE))
  await rm(project('one'), { recursive: true })
  await writeProjectFile(dirname(await databaseOf(ONE)), 'model/data/Sales.csv', 'Other\n1\n')
  const service = await start({})
  const url = await service.listen({ port: 0, host: '127.0.0.1' })
  expect(await reportsStateAt(url)).toBe('ready')
  expect((await ask(service, datasetPath(ONE))).status).toBe(503)
  expect(await reportsStateAt(url)).toBe('rebuilding')
  // The folder can be removed only when nothing is written to it any more.
  await vi.waitFor(() => expect(log).toContain('could not be rebuilt'), 20_000)
  await service.close()
  expect(await reportsStateAt(url)).toBe('away')
})

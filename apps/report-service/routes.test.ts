import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSwaggerContract } from '#powerbi/testing/swagger-contract.ts'
import { createPowerBi, PowerBiError } from '#powerbi/server/power-bi.ts'
import type { EmbedTokenRequest, PowerBiClient } from '#powerbi/server/power-bi.ts'
import { ANA, ANAS, BIA, BIAS, environment, kill, launch, SIGNING_KEY, start } from './testing/running-service.ts'
import type { RunningService } from './testing/running-service.ts'

const contract = openSwaggerContract()
const violations: string[] = []
let folder: string
let data: string
let service: RunningService

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-service-'))
  data = join(folder, 'data')
  service = await start(environment(data))
}, 120_000)
afterAll(async () => {
  await kill(service)
  await rm(folder, { recursive: true, force: true })
})

/** The portal's own client. Every exchange is validated against Microsoft's API description. */
function clientOf(account: typeof ANA, at: RunningService = service): PowerBiClient {
  const recording: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    if (contract.operationOf(init?.method ?? 'GET', pathname) === null) return response
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    const text = await response.clone().text()
    const answer: unknown = text === '' ? undefined : JSON.parse(text)
    violations.push(
      ...contract.violations({
        method: init?.method ?? 'GET',
        url: pathname + search,
        body,
        status: response.status,
        answer,
      }),
    )
    return response
  }
  return createPowerBi({
    fetch: recording,
    now: Date.now,
    sleep: async () => {},
    log: () => {},
    authority: at.address,
    api: at.address,
    allowedHosts: [],
    extensions: true,
  }).account(account)
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  return error instanceof PowerBiError
    ? `${error.code} ${error.status ?? ''} ${error.reason ?? ''}`.trim()
    : String(error)
}

const ana = () => clientOf(ANA)
const seller = { username: 'linda3@adventure-works.com', roles: ['Salesperson'], customData: null }
const TOTAL = 'EVALUATE ROW("Total", [Reseller Sales])'

async function reportOf(client: PowerBiClient, workspaceId: string) {
  const [report] = await client.reports(workspaceId)
  if (report?.datasetId === null || report === undefined) throw new Error('no report')
  return { id: report.id, datasetId: report.datasetId }
}

function requestFor(report: { id: string; datasetId: string }): EmbedTokenRequest {
  return {
    reports: [{ id: report.id, allowEdit: false }],
    datasets: [{ id: report.datasetId }],
    targetWorkspaces: [],
    identities: [{ ...seller, datasets: [report.datasetId], auditableContext: null }],
    lifetimeInMinutes: 10,
  }
}

async function total(client: PowerBiClient, workspaceId = ANAS): Promise<unknown> {
  const { datasetId } = await reportOf(client, workspaceId)
  const request = { workspaceId, datasetId, dax: TOTAL, impersonatedUserName: null, effectiveIdentity: seller }
  return (await client.executeQueries(request))[0]?.['[Total]']
}

describe("the portal's client and the service, validated against Microsoft's API description", () => {
  test('check a connection', async () => {
    expect((await ana().testConnection()).map(({ step, ok }) => `${step} ${ok}`)).toEqual([
      'authority true',
      'token true',
      'api true',
      'permission true',
      'workspaces true',
    ])
    const wrong = clientOf({ ...ANA, secret: 'not the secret of ana' })
    expect((await wrong.testConnection()).at(-1)).toMatchObject({ step: 'token', ok: false, code: 'credentials' })
  })

  test('list workspaces, reports, pages and data sets', async () => {
    expect(await ana().workspaces()).toMatchObject([{ id: ANAS, name: 'Adventure Works' }])
    expect(await ana().workspace(ANAS)).toMatchObject({ id: ANAS })
    const reports = await ana().reports(ANAS)
    expect(new Set(reports.map(({ name }) => name))).toEqual(
      new Set(['Desempenho de revendas', 'Produtos', 'Visão geral de vendas']),
    )
    const [first] = reports
    const address = `http://reports.localhost:8000/reportEmbed?reportId=${first?.id}&groupId=${ANAS}`
    expect(await ana().report(ANAS, first?.id ?? '')).toMatchObject({ embedUrl: address })
    expect((await ana().pages(ANAS, first?.id ?? '')).length).toBeGreaterThan(1)
    const [dataset] = await ana().datasets(ANAS)
    expect(dataset).toMatchObject({ isEffectiveIdentityRequired: true, isEffectiveIdentityRolesRequired: true })
    expect(await ana().dataset(ANAS, dataset?.id ?? '')).toEqual(dataset)
    expect(await ana().roles(ANAS, dataset?.id ?? '')).toEqual(expect.arrayContaining(['Salesperson', 'Manager']))
    expect(await codeOf(clientOf(BIA).roles(ANAS, dataset?.id ?? ''))).toBe('not_found 404 PowerBIEntityNotFound')
  })

  test('list capacities and features', async () => {
    expect(await ana().capacities()).toEqual([])
    expect(await ana().availableFeatures()).toMatchObject([{ name: 'embedTrial', state: 'Enabled' }])
  })

  test('run a query with an identity, and refuse one without', async () => {
    const own = await total(ana())
    expect(own).toBeGreaterThan(0)
    const { datasetId } = await reportOf(ana(), ANAS)
    const query = { workspaceId: ANAS, datasetId, impersonatedUserName: null }
    expect(await codeOf(ana().executeQueries({ ...query, dax: TOTAL, effectiveIdentity: null }))).toBe(
      'unsupported 501 NotSupportedByLocalService',
    )
    expect(
      await codeOf(ana().executeQueries({ ...query, dax: TOTAL, effectiveIdentity: { ...seller, roles: ['Nobody'] } })),
    ).toBe('query 400 DatasetExecuteQueriesError')
    expect(await codeOf(ana().executeQueries({ ...query, dax: 'EVALUATE Nope', effectiveIdentity: seller }))).toBe(
      'query 400 DatasetExecuteQueriesError',
    )
  })

  test('accept an embed token for its own report only', async () => {
    const report = await reportOf(ana(), ANAS)
    const { token, expiresAt } = await ana().generateToken(requestFor(report))
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(10 * 60_000)
    const view = (reportId: string, bearer: string) =>
      fetch(`${service.address}/viewer/report?reportId=${reportId}`, { headers: { authorization: `Bearer ${bearer}` } })
    expect((await view(report.id, token)).status).toBe(200)
    const others = (await ana().reports(ANAS)).filter(({ id }) => id !== report.id)
    expect((await view(others[0]?.id ?? '', token)).status).toBe(404)
    const access = (await ana().token()).value
    expect((await view(report.id, access)).status).toBe(403)
  })

  test('refuse a revoked embed token at the next call', async () => {
    const report = await reportOf(ana(), ANAS)
    const { token, tokenId } = await ana().generateToken(requestFor(report))
    const view = async () => {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${service.address}/viewer/report?reportId=${report.id}`, { headers })
      return [response.status, JSON.stringify(await response.json()).includes('TokenExpired')]
    }
    expect(await codeOf(clientOf(BIA).revokeEmbedToken(tokenId))).toBe('not_found 404 PowerBIEntityNotFound') // belongs to ANA
    expect(await view()).toEqual([200, false])
    expect(await ana().revokeEmbedToken(tokenId)).toBe(true)
    expect(await view()).toEqual([403, true])
  })

  test('make a refreshed version visible to every process on the data folder', async () => {
    const other = await start(environment(data))
    try {
      const { datasetId } = await reportOf(ana(), ANAS)
      const before = await total(ana())
      await ana().refresh(ANAS, datasetId)
      expect(await codeOf(ana().refresh(ANAS, datasetId))).toBe('bad_request 400 InvalidRequest')
      await expect
        .poll(async () => (await ana().refreshes(ANAS, datasetId, 1))[0]?.status, { timeout: 60_000 })
        .toBe('Completed')
      expect(await total(ana())).toBe(before)
      expect((await clientOf(ANA, other).refreshes(ANAS, datasetId))[0]?.status).toBe('Completed')
      expect(await total(clientOf(ANA, other))).toBe(before)
      expect(await readdir(join(data, 'models', datasetId))).toHaveLength(2)
    } finally {
      await kill(other)
    }
  }, 120_000)

  test('have no violation of the description, except for our own field', () => {
    // `effectiveIdentity` of executeQueries is the only field that Microsoft's description does not have.
    const ours = /effectiveIdentity/
    expect(violations.filter((each) => !ours.test(each))).toEqual([])
    expect(violations.length).toBeGreaterThan(0)
  })
})

describe('authorisation', () => {
  test("answers 404 for another principal's workspace, at every call", async () => {
    const { id, datasetId } = await reportOf(ana(), ANAS)
    const bia = clientOf(BIA)
    const query = { workspaceId: ANAS, datasetId, dax: TOTAL, impersonatedUserName: null, effectiveIdentity: seller }
    const attempts: Record<string, (of: PowerBiClient) => Promise<unknown>> = {
      workspace: (of) => of.workspace(ANAS),
      reports: (of) => of.reports(ANAS),
      report: (of) => of.report(ANAS, id),
      pages: (of) => of.pages(ANAS, id),
      datasets: (of) => of.datasets(ANAS),
      dataset: (of) => of.dataset(ANAS, datasetId),
      refreshes: (of) => of.refreshes(ANAS, datasetId),
      refresh: (of) => of.refresh(ANAS, datasetId),
      query: (of) => of.executeQueries(query),
      token: (of) => of.generateToken(requestFor({ id, datasetId })),
      'own workspace, foreign report': (of) => of.report(BIAS, id),
      'own workspace, foreign data set': (of) => of.executeQueries({ ...query, workspaceId: BIAS }),
    }
    for (const [name, attempt] of Object.entries(attempts)) {
      expect([name, await codeOf(attempt(bia))]).toEqual([name, 'not_found 404 PowerBIEntityNotFound'])
    }
    expect(await bia.workspaces()).toMatchObject([{ id: BIAS }])
    expect(await total(bia, BIAS)).toBeGreaterThan(0) // the own workspace works
  })

  const ask = (path: string, authorization: string | null, method = 'GET', body?: string) =>
    fetch(`${service.address}${path}`, {
      method,
      headers: {
        ...(authorization === null ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    })

  test('A7 answers 401 without a token, for an unknown token and for an embed token', async () => {
    const { token } = await ana().generateToken(requestFor(await reportOf(ana(), ANAS)))
    for (const authorization of [
      null,
      'Bearer x',
      'Basic YTpi',
      `Bearer ${token}`,
      'Bearer eyJhbGciOiJub25lIn0.e30.',
    ]) {
      const response = await ask('/v1.0/myorg/groups', authorization)
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ error: { code: 'InvalidToken' } })
    }
  })

  test('answers 501 for calls that the service does not support', async () => {
    const authorization = `Bearer ${(await ana().token()).value}`
    for (const [method, path] of [
      ['GET', 'apps'],
      ['POST', `groups/${ANAS}/imports`],
      ['DELETE', `groups/${ANAS}`],
      ['GET', 'groups?$filter=x'],
    ] as const) {
      const response = await ask(`/v1.0/myorg/${path}`, authorization, method)
      expect([path, response.status]).toEqual([path, 501])
      expect(await response.json()).toMatchObject({ error: { code: 'NotSupportedByLocalService' } })
    }
    expect((await ask('/v1.0/myorg/apps', null)).status).toBe(401)
    expect((await ask('/elsewhere', null)).status).toBe(404)
  })

  test('V5 refuses hostile bodies with one error format', async () => {
    const authorization = `Bearer ${(await ana().token()).value}`
    const bodies: [string, number][] = [
      ['{', 400],
      ['[]', 400],
      ['null', 400],
      ['{"__proto__":{"reports":[]}}', 400],
      [`{"reports":[{"id":${JSON.stringify('\u0000')}}]}`, 404],
      ['{"reports":"x"}', 400],
      ['['.repeat(100_000), 400],
      [JSON.stringify({ reports: 'x'.repeat(2_000_000) }), 413],
    ]
    for (const [body, status] of bodies) {
      const response = await ask('/v1.0/myorg/GenerateToken', authorization, 'POST', body)
      expect([body.slice(0, 30), response.status]).toEqual([body.slice(0, 30), status])
      expect(await response.json()).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } })
    }
    // The answer arrives each time, although the client still sends its body when it is refused.
    const large = JSON.stringify({ reports: 'x'.repeat(2_000_000) })
    for (let count = 0; count < 25; count += 1)
      expect((await ask('/v1.0/myorg/GenerateToken', authorization, 'POST', large)).status).toBe(413)
    expect((await ask('/healthz', null)).status).toBe(200)
  })

  test('creates a workspace once per name, visible to its creator only', async () => {
    const authorization = `Bearer ${(await ana().token()).value}`
    const make = () => ask('/v1.0/myorg/groups?workspaceV2=true', authorization, 'POST', '{"name":"New"}')
    const made = await make()
    const body: unknown = await made.json()
    expect(
      contract.violations({
        method: 'POST',
        url: '/v1.0/myorg/groups?workspaceV2=true',
        body: { name: 'New' },
        status: made.status,
        answer: body,
      }),
    ).toEqual([])
    expect((await make()).status).toBe(409)
    expect((await ana().workspaces()).map(({ name }) => name)).toContain('New')
    expect((await clientOf(BIA).workspaces()).map(({ name }) => name)).not.toContain('New')
  })

  test('writes no secrets and no tokens to the log', async () => {
    await codeOf(clientOf({ ...ANA, secret: 'a wrong secret for ana' }).workspaces())
    for (const secret of [ANA.secret, 'a wrong secret for ana', SIGNING_KEY, 'eyJ'])
      expect(service.log()).not.toContain(secret)
  })
})

describe('V1 after a kill', () => {
  /** A copy of a published data folder; publishing takes long. */
  async function published(name: string): Promise<string> {
    const own = join(folder, name)
    await cp(data, own, { recursive: true })
    return own
  }

  test('V1 during a refresh, the old version is kept and the refresh has failed', async () => {
    const own = await published('killed-in-refresh')
    let expected: unknown = null
    for (const delay of [0, 150, 700]) {
      const victim = await start(environment(own))
      const client = clientOf(ANA, victim)
      expected ??= await total(client)
      const { datasetId } = await reportOf(client, ANAS)
      await client.refresh(ANAS, datasetId)
      await new Promise((resolve) => setTimeout(resolve, delay))
      await kill(victim)

      const next = await start(environment(own))
      const [last] = await clientOf(ANA, next).refreshes(ANAS, datasetId)
      expect(['Failed', 'Completed']).toContain(last?.status)
      expect(await total(clientOf(ANA, next))).toBe(expected)
      expect(await readdir(join(own, 'staging'))).toEqual([])
      await kill(next)
    }
  }, 120_000)

  test('V1 during the first publishing, the next start publishes', async () => {
    const own = join(folder, 'killed-in-publishing')
    const victim = launch(environment(own))
    await expect
      .poll(async () => (await readdir(join(own, 'staging')).catch(() => [])).length, { timeout: 30_000 })
      .toBe(1)
    await kill(victim)
    const next = await start(environment(own))
    expect(await clientOf(ANA, next).reports(ANAS)).toHaveLength(3)
    expect(await readdir(join(own, 'staging'))).toEqual([])
    await kill(next)
  }, 120_000)
})

describe('the process ends', () => {
  test('V6 gracefully on SIGTERM', async () => {
    const own = await start({ ...environment(data) })
    own.process.kill('SIGTERM')
    expect(await own.ended).toBe(0)
  })

  test('when its parent process ends', async () => {
    const own = await start(environment(data))
    own.process.stdin.end()
    expect(await own.ended).toBe(0)
  })

  test('A11 at once, with one sentence, when a variable is invalid', async () => {
    const own = launch({ ...environment(data), REPORT_SERVICE_SIGNING_KEY: 'short', REPORT_SERVICE_PORT: 'x' })
    expect(await own.ended).toBe(1)
    expect(own.log()).toMatch(/cannot start: .*PORT.*SIGNING_KEY/)
    expect(own.log().trim().split('\n')).toHaveLength(1)
  })
})

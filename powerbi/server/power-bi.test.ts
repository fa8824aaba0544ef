import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DOUBLE, startPowerBiDouble } from '../testing/power-bi-double.ts'
import type { PowerBiDouble } from '../testing/power-bi-double.ts'
import { createPowerBi } from './power-bi.ts'
import type { LogEntry, PowerBiClient, PowerBiOptions } from './power-bi.ts'
import { PowerBiError } from './power-bi-error.ts'

const MINUTE = 60_000
const { workspaceId, reportId, datasetId, dashboardId } = DOUBLE
const account = { directoryId: DOUBLE.directoryId, appId: DOUBLE.appId, secret: DOUBLE.secret }

let double: PowerBiDouble
let clock: number
let slept: number[]
let logged: LogEntry[]

beforeEach(async () => {
  double = await startPowerBiDouble()
  clock = Date.UTC(2026, 0, 1)
  slept = []
  logged = []
})
afterEach(async () => {
  await double.close()
})

/** A service whose sleep advances a fake clock and takes no real time. */
function service(options: Partial<PowerBiOptions> = {}) {
  return createPowerBi({
    fetch,
    now: () => clock,
    sleep: async (milliseconds) => {
      slept.push(milliseconds)
      clock += milliseconds
    },
    log: (entry) => void logged.push(entry),
    authority: double.address,
    api: double.address,
    allowedHosts: [],
    extensions: false,
    ...options,
  })
}
const client = (options: Partial<PowerBiOptions> = {}): PowerBiClient => service(options).account(account)

async function failure(promise: Promise<unknown>): Promise<PowerBiError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof PowerBiError)) throw new Error(`expected a PowerBiError, got ${String(error)}`)
  return error
}

const embedRequest = {
  // Microsoft's token has no pages: they are not sent.
  reports: [{ id: reportId, allowEdit: false, limitedTo: { pages: ['first'], filterColumns: [] } }],
  datasets: [{ id: datasetId }],
  targetWorkspaces: [],
  identities: [
    { username: 'pamela', roles: ['Seller'], datasets: [datasetId], customData: null, auditableContext: 'user-1' },
  ],
  lifetimeInMinutes: 15,
}
const query = { workspaceId, datasetId, dax: 'EVALUATE Sales', impersonatedUserName: null, effectiveIdentity: null }

describe('each operation matches the API description', () => {
  const operations: Record<string, (of: PowerBiClient) => Promise<unknown>> = {
    Groups_GetGroups: (of) => of.workspaces(),
    Groups_GetGroup: (of) => of.workspace(workspaceId),
    Reports_GetReportsInGroup: (of) => of.reports(workspaceId),
    Reports_GetReportInGroup: (of) => of.report(workspaceId, reportId),
    Reports_GetPagesInGroup: (of) => of.pages(workspaceId, reportId),
    Datasets_GetDatasetsInGroup: (of) => of.datasets(workspaceId),
    Datasets_GetDatasetInGroup: (of) => of.dataset(workspaceId, datasetId),
    Dashboards_GetDashboardsInGroup: (of) => of.dashboards(workspaceId),
    Dashboards_GetTilesInGroup: (of) => of.tiles(workspaceId, dashboardId),
    Datasets_GetRefreshHistoryInGroup: (of) => of.refreshes(workspaceId, datasetId, 10),
    Datasets_RefreshDatasetInGroup: (of) => of.refresh(workspaceId, datasetId),
    Datasets_ExecuteQueriesInGroup: (of) => of.executeQueries(query),
    EmbedToken_GenerateToken: (of) => of.generateToken(embedRequest),
    Capacities_GetCapacities: (of) => of.capacities(),
    AvailableFeatures_GetAvailableFeatures: (of) => of.availableFeatures(),
  }
  test.each(Object.keys(operations))('%s', async (operation) => {
    await operations[operation]?.(client())
    expect(double.count(operation)).toBe(1)
    expect(double.violations).toEqual([])
  })
})

test('reads names in any casing and returns null for missing fields', async () => {
  const odd = { ID: datasetId, Name: 'Sales', isrefreshable: true, iseffectiveidentityrequired: true, secretColumn: 1 }
  double.next('Datasets_GetDatasetInGroup', { status: 200, body: odd })
  expect(await client().dataset(workspaceId, datasetId)).toEqual({
    id: datasetId,
    name: 'Sales',
    configuredBy: null,
    isRefreshable: true,
    isEffectiveIdentityRequired: true,
    isEffectiveIdentityRolesRequired: null,
    isOnPremGatewayRequired: null,
    targetStorageMode: null,
  })
})

test('reads all pages of workspaces', async () => {
  const page = Array.from({ length: 1000 }, (_, index) => ({ id: workspaceId, name: `W${index}` }))
  double.next('Groups_GetGroups', { status: 200, body: { value: page } })
  expect(await client().workspaces()).toHaveLength(1001)
  expect(double.received.at(-1)?.url).toContain('%24skip=1000')
})

describe('V4 the access token', () => {
  test('V4 is fetched once for 50 concurrent callers', async () => {
    const one = client()
    await Promise.all(Array.from({ length: 50 }, () => one.reports(workspaceId)))
    expect(double.count('token')).toBe(1)
    expect(double.count('Reports_GetReportsInGroup')).toBe(50)
  })

  test('V4 is cached until five minutes before expiry, also for a new client object', async () => {
    const all = service()
    await all.account(account).reports(workspaceId)
    clock += 3599_000 - 5 * MINUTE - 1
    await all.account({ ...account }).reports(workspaceId)
    expect(double.count('token')).toBe(1)
    clock += 1
    await all.account(account).reports(workspaceId)
    expect(double.count('token')).toBe(2)
  })

  test('V4 is renewed before GenerateToken when it expires in under ten minutes, because the embed token expires with it', async () => {
    const one = client()
    await one.reports(workspaceId)
    clock += 3599_000 - 9 * MINUTE
    await one.generateToken(embedRequest)
    expect(double.count('token')).toBe(2)
  })

  test('V4 is replaced once when the service reports it as expired', async () => {
    const one = client()
    await one.reports(workspaceId)
    double.endTokens()
    await one.reports(workspaceId)
    expect(double.count('token')).toBe(2)
    double.next('Reports_GetReportsInGroup', { status: 401 }, { status: 401 })
    expect((await failure(one.reports(workspaceId))).code).toBe('unauthorized')
    expect(double.count('token')).toBe(3)
  })

  test('is not shared between two secrets of one application', async () => {
    const all = service()
    await all.account(account).reports(workspaceId)
    const wrong = all.account({ ...account, secret: 'another' })
    expect(await failure(wrong.reports(workspaceId))).toMatchObject({ code: 'credentials', reason: 'AADSTS7000215' })
  })

  test('is not requested again with refused credentials for 30 seconds', async () => {
    const wrong = client()
    double.next('token', { status: 400, body: { error: 'unauthorized_client' } })
    await failure(wrong.reports(workspaceId))
    await failure(wrong.reports(workspaceId))
    expect(double.count('token')).toBe(1)
    clock += 30_000
    await wrong.reports(workspaceId)
    expect(double.count('token')).toBe(2)
  })

  test('is used until expiry while the authority is unavailable', async () => {
    const one = client()
    await one.reports(workspaceId)
    clock += 3599_000 - 2 * MINUTE
    double.next('token', { status: 503 }, { status: 503 }, { status: 503 })
    expect(await one.reports(workspaceId)).toHaveLength(1)
  })
})

describe('V4 a failing service', () => {
  const reports = 'Reports_GetReportsInGroup'

  test('V4 respects Retry-After of a 429 in seconds', async () => {
    double.next(reports, { status: 429, headers: { 'retry-after': '7' }, body: { message: 'Retry in 7 seconds.' } })
    expect(await client().reports(workspaceId)).toHaveLength(1)
    expect(slept).toEqual([7000])
  })

  test('V4 respects Retry-After of a 429 as an HTTP date', async () => {
    const date = new Date(clock + 4000).toUTCString()
    double.next(reports, { status: 429, headers: { 'retry-after': date } })
    await client().reports(workspaceId)
    expect(slept).toEqual([4000])
  })

  test('V4 does not wait for a long Retry-After: it throws throttled and sends no request to that operation until then', async () => {
    const one = client()
    double.next(reports, { status: 429, headers: { 'retry-after': '3392' } })
    expect(await failure(one.reports(workspaceId))).toMatchObject({ code: 'throttled', retryAfter: 3_392_000 })
    expect(await failure(one.reports(workspaceId))).toMatchObject({ code: 'throttled', retryAfter: 3_392_000 })
    expect(double.count(reports)).toBe(1)
    expect(await one.datasets(workspaceId)).toHaveLength(1)
    clock += 3_392_000
    expect(await one.reports(workspaceId)).toHaveLength(1)
  })

  test('V4 makes at most three attempts after 5xx answers', async () => {
    double.next(reports, { status: 500 }, { status: 502 })
    expect(await client().reports(workspaceId)).toHaveLength(1)
    double.next(reports, { status: 500 }, { status: 500 }, { status: 500 })
    expect(await failure(client().reports(workspaceId))).toMatchObject({ code: 'unavailable', status: 500 })
    expect(double.count(reports)).toBe(6)
  })

  test('V4 stops waiting for a slow answer at the time-out', async () => {
    double.next(reports, { status: 200, body: { value: [] }, delayMs: 3000 })
    const impatient = client({ limits: { timeoutMs: 150, attempts: 1 } })
    expect((await failure(impatient.reports(workspaceId))).code).toBe('timeout')
  })

  test('V4 reports a truncated answer as malformed', async () => {
    const cut = { status: 200, body: { value: [{ id: reportId }] }, cutAfter: 12 }
    double.next(reports, cut, cut, cut)
    expect((await failure(client().reports(workspaceId))).code).toBe('malformed')
    double.next(reports, { status: 200, body: '{"value":[' })
    expect((await failure(client({ limits: { attempts: 1 } }).reports(workspaceId))).code).toBe('malformed')
  })

  test('V4 does not repeat a 403 and keeps its error code', async () => {
    double.next(reports, { status: 403, headers: { 'x-powerbi-error-info': 'PowerBINotAuthorizedException' } })
    expect(await failure(client().reports(workspaceId))).toMatchObject({
      code: 'forbidden',
      reason: 'PowerBINotAuthorizedException',
      requestId: 'b5b1c1f2-0000-4000-8000-000000000001',
    })
    expect(double.count(reports)).toBe(1)
  })

  test('V4 never repeats a refresh, because each one counts towards the daily limit', async () => {
    double.next('Datasets_RefreshDatasetInGroup', { status: 500 })
    expect((await failure(client().refresh(workspaceId, datasetId))).code).toBe('unavailable')
    expect(double.count('Datasets_RefreshDatasetInGroup')).toBe(1)
  })

  test('V4 opens the circuit breaker after consecutive failures and makes a trial call after 30 seconds', async () => {
    const limits = { attempts: 1, breaker: { failures: 3, openMs: 30_000 } }
    const all = service({ limits })
    double.next(reports, ...Array.from({ length: 4 }, () => ({ status: 500 })))
    for (let count = 0; count < 3; count += 1) await failure(all.account(account).reports(workspaceId))
    const refused = await failure(all.account(account).datasets(workspaceId))
    expect(refused).toMatchObject({ code: 'unavailable', reason: 'CircuitOpen', retryAfter: 30_000 })
    expect(double.count('Datasets_GetDatasetsInGroup')).toBe(0)
    clock += 30_000
    await failure(all.account(account).reports(workspaceId)) // the trial call fails: the breaker stays open
    expect((await failure(all.account(account).reports(workspaceId))).reason).toBe('CircuitOpen')
    clock += 30_000
    expect(await all.account(account).reports(workspaceId)).toHaveLength(1)
    expect(await all.account(account).reports(workspaceId)).toHaveLength(1)
  })

  test('does not open the breaker after 4xx answers', async () => {
    const one = client({ limits: { breaker: { failures: 2, openMs: 30_000 } } })
    double.next(reports, { status: 404 }, { status: 403 }, { status: 400 })
    for (let count = 0; count < 3; count += 1) await failure(one.reports(workspaceId))
    expect(await one.reports(workspaceId)).toHaveLength(1)
  })
})

describe('U5 redirects and untrusted answers', () => {
  const reports = 'Reports_GetReportsInGroup'
  const elsewhere = (location: string) => ({ status: 307, headers: { location } })

  test('U5 follows a redirect to the same origin', async () => {
    double.next(reports, elsewhere(`${double.address}/v1.0/myorg/groups/${workspaceId}/reports`))
    expect(await client().reports(workspaceId)).toHaveLength(1)
  })

  test.each([
    'https://attacker.example/x',
    'http://169.254.169.254/',
    'http://a.analysis.windows.net/',
    'file:///etc/passwd',
  ])('U5 does not follow a redirect to %s', async (location) => {
    double.next(reports, elsewhere(location))
    const careful = client({ allowedHosts: ['*.analysis.windows.net'] })
    expect((await failure(careful.reports(workspaceId))).code).toBe('redirect')
  })

  test('U5 follows a redirect to an allowed host, and matches whole domain labels', async () => {
    const requestedHosts: string[] = []
    const recording: typeof fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      if (url.origin === double.address) return fetch(input, init)
      requestedHosts.push(url.host)
      return Response.json({ value: [] })
    }
    const careful = client({ fetch: recording, allowedHosts: ['*.analysis.windows.net'] })
    double.next(reports, elsewhere('https://wabi-west.analysis.windows.net/v1.0/x'))
    expect(await careful.reports(workspaceId)).toEqual([])
    double.next(
      reports,
      elsewhere('https://evilanalysis.windows.net/'),
      elsewhere('https://analysis.windows.net.evil/'),
    )
    await failure(careful.reports(workspaceId))
    await failure(careful.reports(workspaceId))
    expect(requestedHosts).toEqual(['wabi-west.analysis.windows.net'])
  })

  test('U5 does not send the secret to a redirect target', async () => {
    double.next('token', elsewhere('https://login.example/'))
    expect((await failure(client().reports(workspaceId))).code).toBe('redirect')
  })

  test('U5 refuses an answer above the size limit', async () => {
    double.next(reports, { status: 200, body: { value: 'x'.repeat(5000) } })
    expect((await failure(client({ limits: { maxBytes: 4096 } }).reports(workspaceId))).code).toBe('too_large')
  })

  test('U5 stops reading an endless answer', async () => {
    let sent = 0
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(stream) {
          sent += 1
          if (sent > 1000) throw new Error('it read on and on')
          stream.enqueue(new Uint8Array(1024))
        },
      })
    const flood: typeof fetch = async (input, init) =>
      String(init?.method) === 'POST' ? fetch(input, init) : new Response(endless())
    const error = await failure(client({ fetch: flood, limits: { maxBytes: 4096 } }).reports(workspaceId))
    expect(error.code).toBe('too_large')
  })

  test('U5 refuses an id that would change the request path', async () => {
    expect((await failure(client().reports('../capacities'))).code).toBe('not_found')
    expect(double.received).toEqual([])
  })
})

describe('a query', () => {
  const operation = 'Datasets_ExecuteQueriesInGroup'

  test('returns rows with the column names of the service', async () => {
    expect(await client().executeQueries(query)).toEqual([{ 'Sales[Year]': 2024, '[Total]': 12.5 }])
  })

  const error = { code: 'DatasetExecuteQueriesLimit', message: 'More than 100000 rows' }
  test.each([
    ['beside the results', { error, results: [] }],
    ['in a result', { results: [{ error, tables: [{ rows: [{}] }] }] }],
    ['in a table', { results: [{ tables: [{ rows: [{}], error }] }] }],
  ])('fails if a 200 answer holds an error %s', async (_, body) => {
    double.next(operation, { status: 200, body })
    expect(await failure(client().executeQueries(query))).toMatchObject({ code: 'query', reason: error.code })
  })

  test('returns the message of the engine about the query', async () => {
    const value = "Query (1, 15) The table 'Nope' cannot be found."
    const details = [{ code: 'DetailsMessage', detail: { type: 1, value } }]
    const body = { error: { code: 'DatasetExecuteQueriesError', 'pbi.error': { code: 'x', details } } }
    double.next(operation, { status: 400, body })
    expect(await failure(client().executeQueries(query))).toMatchObject({ code: 'query', explanation: value })
  })

  test('does not send the local extension to Microsoft’s service', async () => {
    const identity = { username: 'pamela', roles: ['Seller'], customData: null }
    const queryResult = client().executeQueries({ ...query, effectiveIdentity: identity })
    expect((await failure(queryResult)).code).toBe('unsupported')
    expect(await client().revokeEmbedToken(DOUBLE.tokenId)).toBe(false)
    expect(await client().roles(DOUBLE.workspaceId, DOUBLE.datasetId)).toBeNull()
    expect(await client().roleFilters(DOUBLE.workspaceId, DOUBLE.datasetId)).toBeNull()
    expect(await client().outline(DOUBLE.workspaceId, DOUBLE.reportId)).toBeNull()
    expect(double.received).toEqual([])
  })
})

describe('the connection test reports the last step', () => {
  const outcome = async (options: Partial<PowerBiOptions> = {}) => {
    const steps = await client(options).testConnection()
    const last = steps.at(-1)
    return `${last?.step} ${last?.ok ? 'ok' : last?.code}`
  }
  const once = { limits: { attempts: 1 } }

  test('ends with workspaces if all steps succeed', async () => expect(await outcome()).toBe('workspaces ok'))
  test('reports an unreachable authority', async () =>
    expect(await outcome({ ...once, authority: 'http://127.0.0.1:1' })).toBe('authority network'))
  test('reports refused credentials', async () => {
    double.next('token', { status: 401, body: { error: 'invalid_client' } })
    expect(await outcome()).toBe('token credentials')
  })
  test('reports an unreachable API', async () =>
    expect(await outcome({ ...once, api: 'http://127.0.0.1:1' })).toBe('api network'))
  test('reports a missing permission', async () => {
    double.next('Groups_GetGroups', { status: 403 })
    expect(await outcome()).toBe('permission forbidden')
  })
  test('reports that no workspace is visible', async () => {
    double.next('Groups_GetGroups', { status: 200, body: { value: [] } })
    expect(await outcome()).toBe('workspaces empty')
  })
})

test('errors and log lines hold no secrets, tokens or bodies', async () => {
  const leak = `${DOUBLE.secret} access-1 a sentence about somebody`
  double.next('Reports_GetReportsInGroup', { status: 500, body: { error: { code: leak, message: leak } } })
  double.next('Reports_GetReportsInGroup', { status: 400, body: { error: { code: leak, message: leak } } })
  const error = await failure(client().reports(workspaceId))
  const said = JSON.stringify([Object.entries(error), error.message, error.stack, logged])
  expect(said).not.toContain(DOUBLE.secret)
  expect(said).not.toContain('access-1')
  expect(said).not.toContain('somebody')
  expect(logged.map((entry) => entry.event)).toEqual(['repeated', 'failed'])
})

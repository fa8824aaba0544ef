// Every REST call of both clients at every answer of a service in trouble: how often it is tried, how long it waits, and which error a
// person gets. The doubles validate each request by Microsoft's description. The table is printed.
import { afterAll, describe, expect, test } from 'vitest'
import type { GeneralCode } from '#catalogue/errors.ts'
import { errorSentence } from '#catalogue/phrases/sentence.ts'
import { problemOf } from '#features/sources/capacities/server/rules.ts'
import { refuse } from '#features/sources/capacities/server/commands.ts'
import { translated } from '#features/sources/accounts/server/commands.ts'
import { Failure } from '#platform/contract/failure.ts'
import { AZURE_DOUBLE, startAzureDouble } from '../testing/azure-double.ts'
import { DOUBLE, type Received, type Reply, startPowerBiDouble } from '../testing/power-bi-double.ts'
import { type AzureClient, createAzure } from './azure.ts'
import { type PowerBiClient, createPowerBi } from './power-bi.ts'
import { PowerBiError } from './power-bi-error.ts'

const { workspaceId, reportId, datasetId, dashboardId, exportId, directoryId, appId, secret } = DOUBLE
const account = { directoryId, appId, secret }
const { subscriptionId, resourceGroup, name } = AZURE_DOUBLE
const capacity = { subscriptionId, resourceGroup, name, size: 'A1' }
const query = { workspaceId, datasetId, dax: 'EVALUATE Sales', impersonatedUserName: null, effectiveIdentity: null }
const exportRequest = {
  workspaceId,
  reportId,
  datasetId,
  format: 'PDF' as const,
  pages: ['ReportSection1'],
  locale: 'pt-BR',
  state: 'captured',
  identity: { username: 'ana@norte.example', roles: ['Seller'], customData: null },
  portal: { watermark: null, reader: null, filters: [], filterColumns: [] },
}
const tokenRequest = {
  reports: [{ id: reportId, allowEdit: false }],
  datasets: [{ id: datasetId }],
  targetWorkspaces: [],
  identities: [],
  lifetimeInMinutes: 15,
}

/** The calls to Microsoft's service by operation. A call of the kind `once` must not happen twice, so it is repeated only after a 429. */
const powerBiCalls: Record<string, { kind: Kind; ask: (client: PowerBiClient) => Promise<unknown> }> = {
  Groups_GetGroups: { kind: 'repeatable', ask: (client) => client.workspaces() },
  Groups_GetGroup: { kind: 'repeatable', ask: (client) => client.workspace(workspaceId) },
  Reports_GetReportsInGroup: { kind: 'repeatable', ask: (client) => client.reports(workspaceId) },
  Reports_GetReportInGroup: { kind: 'repeatable', ask: (client) => client.report(workspaceId, reportId) },
  Reports_GetPagesInGroup: { kind: 'repeatable', ask: (client) => client.pages(workspaceId, reportId) },
  Datasets_GetDatasetsInGroup: { kind: 'repeatable', ask: (client) => client.datasets(workspaceId) },
  Datasets_GetDatasetInGroup: { kind: 'repeatable', ask: (client) => client.dataset(workspaceId, datasetId) },
  Dashboards_GetDashboardsInGroup: { kind: 'repeatable', ask: (client) => client.dashboards(workspaceId) },
  Dashboards_GetTilesInGroup: { kind: 'repeatable', ask: (client) => client.tiles(workspaceId, dashboardId) },
  Datasets_GetRefreshHistoryInGroup: {
    kind: 'repeatable',
    ask: (client) => client.refreshes(workspaceId, datasetId, 10),
  },
  Datasets_RefreshDatasetInGroup: { kind: 'once', ask: (client) => client.refresh(workspaceId, datasetId) },
  Datasets_ExecuteQueriesInGroup: { kind: 'repeatable', ask: (client) => client.executeQueries(query) },
  EmbedToken_GenerateToken: { kind: 'repeatable', ask: (client) => client.generateToken(tokenRequest) },
  Reports_ExportToFileInGroup: { kind: 'once', ask: (client) => client.startExport(exportRequest) },
  Reports_GetExportToFileStatusInGroup: {
    kind: 'repeatable',
    ask: (client) => client.exportProgress(workspaceId, reportId, exportId),
  },
  Reports_GetFileOfExportToFileInGroup: {
    kind: 'file',
    ask: (client) => client.exportFile(workspaceId, reportId, exportId),
  },
  Capacities_GetCapacities: { kind: 'repeatable', ask: (client) => client.capacities() },
  AvailableFeatures_GetAvailableFeatures: { kind: 'repeatable', ask: (client) => client.availableFeatures() },
  token: { kind: 'token', ask: (client) => client.reports(workspaceId) },
}

const operation = (address: string) =>
  `${address}/subscriptions/${subscriptionId}/resourceGroups/${resourceGroup}/providers/operations/1?api-version=x`

type AzureCall = { kind: Kind; ask: (client: AzureClient, address: string) => Promise<unknown> }
const azureCalls: Record<string, AzureCall> = {
  get: { kind: 'repeatable', ask: (client) => client.capacity(capacity) },
  skus: { kind: 'repeatable', ask: (client) => client.sizes(capacity) },
  resume: { kind: 'once', ask: (client) => client.start(capacity) },
  suspend: { kind: 'once', ask: (client) => client.pause(capacity) },
  resize: { kind: 'once', ask: (client) => client.resize(capacity, 'A2') },
  follow: { kind: 'repeatable', ask: (client, address) => client.follow(operation(address)) },
  token: { kind: 'token', ask: (client) => client.capacity(capacity) },
}

/** `file`: repeatable, and its answer is no JSON. */
type Kind = 'repeatable' | 'once' | 'token' | 'file'
/** What is to happen. `error`: of the portal; null: the call succeeds. `tries`: requests of this operation. */
type Outcome = { tries: number; error: Trouble | null; waited?: number[] }
type Trouble = 'busy' | 'refused' | 'unreachable' | 'credentials'

/** Longer than a request may take in these tests. */
const slow = { delayMs: 5_000 }
/** Long enough for the other requests of a call, such as that for a token, on a busy machine. */
const timeoutMs = 1_000

const again = (reply: Reply) => [reply, reply, reply]
const brief: Reply = { status: 429, headers: { 'retry-after': '2' }, body: { message: 'Retry in 2 seconds.' } }
const long: Reply = { status: 429, headers: { 'retry-after': '600' } }
const body = { value: [{ id: reportId, name: 'long enough to be cut' }] }

const fault: Record<Kind, Outcome> = {
  repeatable: { tries: 3, error: 'unreachable' },
  once: { tries: 1, error: 'unreachable' },
  token: { tries: 3, error: 'unreachable' },
  file: { tries: 3, error: 'unreachable' },
}
const refusedOnce = { tries: 1, error: 'refused' } as const
const wrongCredentials = { tries: 1, error: 'credentials' } as const

const answers: Record<string, { replies: Reply[]; outcome: Record<Kind, Outcome> }> = {
  '429, wait 2 s': { replies: [brief], outcome: each({ tries: 2, error: null, waited: [2_000] }) },
  '429, wait 600 s': { replies: [long], outcome: each({ tries: 1, error: 'busy', waited: [] }) },
  '429 three times': { replies: again(brief), outcome: each({ tries: 3, error: 'busy', waited: [2_000, 2_000] }) },
  'refused (403)': {
    replies: [{ status: 403, body: { error: { code: 'Forbidden' } } }],
    outcome: { repeatable: refusedOnce, once: refusedOnce, token: wrongCredentials, file: refusedOnce },
  },
  'fault (500)': { replies: again({ status: 500 }), outcome: fault },
  slow: { replies: again({ status: 200, body, ...slow }), outcome: fault },
  'cut off': { replies: again({ status: 200, body, cutAfter: 20 }), outcome: fault },
  'half JSON': {
    replies: again({ status: 200, body: '{"value":[{"id":' }),
    outcome: { ...fault, file: { tries: 1, error: null } },
  },
  'token expired': {
    replies: [{ status: 401 }],
    outcome: { ...each({ tries: 2, error: null }), token: wrongCredentials },
  },
  'new token refused': {
    replies: again({ status: 401 }),
    outcome: {
      ...each({ tries: 2, error: 'refused' }),
      token: wrongCredentials,
    },
  },
}

function each(outcome: Outcome): Record<Kind, Outcome> {
  return { repeatable: outcome, once: outcome, token: outcome, file: outcome }
}

const codes: Record<'powerBi' | 'azure', Record<Trouble, GeneralCode>> = {
  powerBi: {
    busy: 'embedding_account.busy',
    refused: 'embedding_account.refused',
    unreachable: 'embedding_account.unreachable',
    credentials: 'embedding_account.credentials_refused',
  },
  azure: {
    busy: 'capacity.throttled',
    refused: 'capacity.forbidden',
    unreachable: 'capacity.unreachable',
    credentials: 'embedding_account.credentials_refused',
  },
}

/** A fake clock: a pause takes no real time. */
function ports() {
  const slept: number[] = []
  let clock = Date.UTC(2026, 0, 1)
  const sleep = async (milliseconds: number) => {
    slept.push(milliseconds)
    clock += milliseconds
  }
  return { slept, ports: { fetch, now: () => clock, sleep, log: () => undefined } }
}

type Seen = { error: GeneralCode | null; tries: number; slept: number[]; violations: string[]; received: Received[] }

async function errorOf(work: () => Promise<unknown>): Promise<GeneralCode | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof Failure) return error.code as GeneralCode
    throw error
  }
}

async function askPowerBi(callName: string, replies: Reply[]): Promise<Seen> {
  const double = await startPowerBiDouble()
  try {
    double.next(callName, ...replies)
    const { slept, ports: given } = ports()
    const limits = {
      timeoutMs: replies[0]?.delayMs ? timeoutMs : 15_000,
      queryTimeoutMs: replies[0]?.delayMs ? timeoutMs : 15_000,
    }
    const addresses = { authority: double.address, api: double.address, allowedHosts: [], extensions: false }
    const client = createPowerBi({ ...given, ...addresses, limits }).account(account)
    const error = await errorOf(() => translated(async () => powerBiCalls[callName]?.ask(client)))
    const { violations, received } = double
    return { error, tries: double.count(callName), slept, violations, received }
  } finally {
    await double.close()
  }
}

async function askAzure(callName: string, replies: Reply[]): Promise<Seen> {
  const double = await startAzureDouble()
  try {
    double.next(callName, ...replies)
    const { slept, ports: given } = ports()
    const limits = { timeoutMs: replies[0]?.delayMs ? timeoutMs : 15_000 }
    const { address: management } = double
    const client = createAzure({ ...given, authority: management, management, limits }).account(account)
    const error = await errorOf(async () => {
      try {
        await azureCalls[callName]?.ask(client, management)
      } catch (thrown) {
        if (thrown instanceof PowerBiError) refuse(problemOf(thrown.code))
        throw thrown
      }
    })
    const { violations, received } = double
    return { error, tries: double.count(callName), slept, violations, received }
  } finally {
    await double.close()
  }
}

/** The lines of the printed table. Tests that run at the same time end in any order. */
const table: string[] = []
const width = Object.keys(answers).map((answer) => Math.max(answer.length, 22) + 2)
const line = (first: string, cells: string[]) =>
  `  ${first.padEnd(48)}${cells.map((cell, index) => cell.padEnd(width[index] ?? 0)).join('')}`

afterAll(() => {
  const sentences = [...new Set([...Object.values(codes.powerBi), ...Object.values(codes.azure)])].map(
    (code) => `  ${code}: ${errorSentence(code, 'pt-BR', { seconds: 600 })}`,
  )
  process.stdout.write(
    `REST calls × answers (tries, and the error that a person gets):\n${[line('', Object.keys(answers)), ...table.toSorted(), ...sentences].join('\n')}\n`,
  )
})

type Service = { service: 'powerBi' | 'azure'; calls: Record<string, { kind: Kind }>; ask: typeof askPowerBi }
const services: Service[] = [
  { service: 'powerBi', calls: powerBiCalls, ask: askPowerBi },
  { service: 'azure', calls: azureCalls, ask: askAzure },
]

// Most of the time is spent waiting for slow answers, so several calls are tested at the same time.
describe.concurrent.each(services)('V4 each call of $service', ({ service, calls, ask }) => {
  test.each(Object.keys(calls))('V4 %s is tried as often as allowed and names the cause', async (callName) => {
    const { kind = 'repeatable' } = calls[callName] ?? {}
    const cells: string[] = []
    for (const [answer, { replies, outcome }] of Object.entries(answers)) {
      const { tries, error, waited } = outcome[kind]
      const seen = await ask(callName, replies)
      const isUnauthorized = service === 'azure' && kind !== 'token' && answer === 'new token refused'
      const trouble = isUnauthorized ? 'credentials' : error
      const wanted = trouble === null ? null : codes[service][trouble]
      expect({ answer, tries: seen.tries, error: seen.error }).toEqual({ answer, tries, error: wanted })
      expect([answer, seen.slept]).toEqual([answer, waited ?? seen.slept])
      expect([answer, seen.violations]).toEqual([answer, []])
      // Only a refused token makes the client ask for another one.
      const tokens = seen.received.filter((each) => each.operation === 'token').length
      const renewed = kind === 'token' ? tries : seen.tries > 1 && answer.includes('token') ? 2 : 1
      expect([answer, tokens]).toEqual([answer, renewed])
      cells.push(`${seen.tries}× ${seen.error?.split('.')[1] ?? 'ok'}`)
    }
    table.push(line(`${service} ${callName}`, cells))
  })
})

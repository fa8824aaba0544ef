// Test double of Microsoft's service over real HTTP: authority and API on one loopback port. It answers correctly by default
// and with scripted errors on demand. It returns fixed answers; the local report service computes its answers.
// Next: swagger-contract.ts, which validates every request.
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { openSwaggerContract } from './swagger-contract.ts'
import type { SwaggerContract } from './swagger-contract.ts'

export type Reply = {
  status: number
  headers?: Record<string, string>
  /** A string is sent as it is; other values as JSON. */
  body?: unknown
  /** Delays the answer by this many milliseconds. */
  delayMs?: number
  /** Announces the whole body, sends only this many bytes and closes the connection. */
  cutAfter?: number
}

export type Received = {
  operation: string
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export type PowerBiDouble = {
  /** `http://127.0.0.1:<port>`, both authority and API. */
  address: string
  received: Received[]
  /** Deviations from Microsoft's description, in requests and in the double's own answers. */
  violations: string[]
  /** The reports of the workspace. A test may add some. */
  reports: { id: string; name: string }[]
  /** Scripts the answers to the next calls of an operation (`token` or an operation id), in order. Then default answers follow. */
  next(operation: string, ...replies: Reply[]): void
  /** Expires all tokens issued so far: the API answers them with 403 TokenExpired. */
  endTokens(): void
  count(operation: string): number
  close(): Promise<void>
}

export const DOUBLE = {
  directoryId: '0f1f7a52-6d05-4a3c-9f3c-2f6f4f1d9a01',
  appId: '7c1c7a52-6d05-4a3c-9f3c-2f6f4f1d9a02',
  secret: 'double~secret~of~the~stand-in',
  workspaceId: '11111111-1111-4111-8111-111111111111',
  reportId: '22222222-2222-4222-8222-222222222222',
  datasetId: '33333333-3333-4333-8333-333333333333',
  dashboardId: '66666666-6666-4666-8666-666666666666',
  exportId: '77777777-7777-4777-8777-777777777777',
  tokenId: '44444444-4444-4444-8444-444444444444',
}

/** `port` 0: a free one. */
export async function startPowerBiDouble(port = 0): Promise<PowerBiDouble> {
  const contract = openSwaggerContract()
  const queues = new Map<string, Reply[]>()
  const received: Received[] = []
  const violations: string[] = []
  const tokens = { given: 0, endedUpTo: 0 }
  const reports = [{ id: DOUBLE.reportId, name: 'Sales overview' }]

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? 'GET'
    const url = request.url ?? '/'
    const body = await textOf(request)
    const isToken = url.endsWith('/oauth2/v2.0/token')
    const operation = isToken ? 'token' : (contract.operationOf(method, url) ?? `${method} ${url}`)
    received.push({ operation, method, url, headers: request.headers, body })
    // The answer is a file, which has no schema.
    const isFile = operation === 'Reports_GetFileOfExportToFileInGroup'
    const scripted = queues.get(operation)?.shift()
    const reply = scripted ?? refusal(request, isToken, body, tokens) ?? goodReply({ operation, url }, tokens, reports)
    if (!isToken)
      violations.push(...validate(contract, { method, url, body }, scripted === undefined && !isFile ? reply : null))
    await sendReply(response, reply)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the double has no port')
  return {
    address: `http://127.0.0.1:${bound.port}`,
    received,
    violations,
    reports,
    next: (operation, ...replies) => void queues.set(operation, [...(queues.get(operation) ?? []), ...replies]),
    endTokens: () => void (tokens.endedUpTo = tokens.given),
    count: (operation) => received.filter((each) => each.operation === operation).length,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Validates the request always, and the answer only if it was not scripted. */
function validate(contract: SwaggerContract, said: { method: string; url: string; body: string }, reply: Reply | null) {
  const body: unknown = said.body === '' ? undefined : JSON.parse(said.body)
  const answered = reply === null ? { status: 500, answer: null } : { status: reply.status, answer: reply.body }
  return contract.violations({ ...said, body, ...answered })
}

function refusal(
  request: IncomingMessage,
  isToken: boolean,
  body: string,
  tokens: { given: number; endedUpTo: number },
): Reply | null {
  if (isToken) {
    const form = new URLSearchParams(body)
    const fits = form.get('client_id') === DOUBLE.appId && form.get('client_secret') === DOUBLE.secret
    const description = 'AADSTS7000215: Invalid client secret provided. Trace ID: 1'
    return fits ? null : { status: 401, body: { error: 'invalid_client', error_description: description } }
  }
  const tokenNumber = /^Bearer access-(\d+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (tokenNumber === undefined) return { status: 401 }
  return Number(tokenNumber) > tokens.endedUpTo
    ? null
    : { status: 403, body: { error: { code: 'TokenExpired', message: 'Access token has expired' } } }
}

const CONTEXT = 'http://api.powerbi.com/v1.0/myorg/$metadata'
const workspace = { id: DOUBLE.workspaceId, name: 'Sales', isReadOnly: false, isOnDedicatedCapacity: true }
const wireReport = ({ id, name }: { id: string; name: string }) => ({
  id,
  name,
  datasetId: DOUBLE.datasetId,
  reportType: 'PowerBIReport',
  webUrl: `https://app.powerbi.com/groups/${DOUBLE.workspaceId}/reports/${id}`,
  embedUrl: `https://app.powerbi.com/reportEmbed?reportId=${id}&groupId=${DOUBLE.workspaceId}`,
})
const wireExport = { id: DOUBLE.exportId, reportId: DOUBLE.reportId, reportName: 'Sales overview' }
const dataset = {
  id: DOUBLE.datasetId,
  name: 'Sales',
  IsRefreshable: true,
  IsEffectiveIdentityRequired: true,
  IsEffectiveIdentityRolesRequired: true,
}

const notFound: Reply = { status: 404, body: { error: { code: 'PowerBIEntityNotFound' } } }

function goodReply(
  { operation, url }: { operation: string; url: string },
  tokens: { given: number },
  reports: PowerBiDouble['reports'],
): Reply {
  if (operation === 'token') {
    tokens.given += 1
    return { status: 200, body: { token_type: 'Bearer', expires_in: 3599, access_token: `access-${tokens.given}` } }
  }
  const list = (...value: unknown[]) => ({ status: 200, body: { '@odata.context': CONTEXT, value } })
  const found = reports.find(({ id }) => url.split(/[/?]/).includes(id))
  const good: Record<string, Reply> = {
    Groups_GetGroups: list(workspace),
    Groups_GetGroup: { status: 200, body: workspace },
    Reports_GetReportsInGroup: list(...reports.map(wireReport)),
    Reports_GetReportInGroup: found ? { status: 200, body: wireReport(found) } : notFound,
    Reports_GetPagesInGroup: list({ name: 'ReportSection1', displayName: 'Overview', order: 0 }),
    Reports_ExportToFileInGroup: { status: 202, body: { ...wireExport, status: 'NotStarted', percentComplete: 0 } },
    Reports_GetExportToFileStatusInGroup: {
      status: 200,
      body: { ...wireExport, status: 'Succeeded', percentComplete: 100, ResourceFileExtension: '.pdf' },
    },
    Reports_GetFileOfExportToFileInGroup: { status: 200, body: '%PDF-1.7 of the double' },
    Datasets_GetDatasetsInGroup: list(dataset),
    Datasets_GetDatasetInGroup: { status: 200, body: dataset },
    Dashboards_GetDashboardsInGroup: list({ id: DOUBLE.dashboardId, displayName: 'Sales today', isReadOnly: false }),
    Dashboards_GetTilesInGroup: list(
      {
        id: 'aaaaaaaa-0000-4000-8000-000000000001',
        title: 'Revenue',
        reportId: DOUBLE.reportId,
        datasetId: DOUBLE.datasetId,
        rowSpan: 1,
        colSpan: 2,
      },
      { id: 'aaaaaaaa-0000-4000-8000-000000000002', title: 'How to read this page', rowSpan: 1, colSpan: 1 },
    ),
    Datasets_GetRefreshHistoryInGroup: list(
      { requestId: 'r-2', refreshType: 'ViaApi', status: 'Unknown', startTime: '2026-01-02T03:04:05.123Z' },
      { requestId: 'r-1', refreshType: 'Scheduled', status: 'Completed', startTime: '2026-01-01T03:04:05.123Z' },
    ),
    Datasets_RefreshDatasetInGroup: { status: 202 },
    Datasets_ExecuteQueriesInGroup: {
      status: 200,
      body: { results: [{ tables: [{ rows: [{ 'Sales[Year]': 2024, '[Total]': 12.5 }] }] }] },
    },
    EmbedToken_GenerateToken: {
      status: 200,
      body: { token: 'embed-token', tokenId: DOUBLE.tokenId, expiration: '2026-01-01T01:00:00Z' },
    },
    Capacities_GetCapacities: list({
      id: DOUBLE.workspaceId,
      displayName: 'Main',
      sku: 'A1',
      state: 'Active',
      capacityUserAccessRight: 'Assign',
    }),
    AvailableFeatures_GetAvailableFeatures: {
      status: 200,
      body: { features: [{ name: 'embedTrial', state: 'Enabled', extendedState: 'Enabled' }] },
    },
  }
  return good[operation] ?? notFound
}

export async function sendReply(response: ServerResponse, reply: Reply): Promise<void> {
  if (reply.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, reply.delayMs))
  const body = reply.body === undefined ? '' : typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
  response.writeHead(reply.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    requestid: 'b5b1c1f2-0000-4000-8000-000000000001',
    ...reply.headers,
  })
  if (reply.cutAfter === undefined) return void response.end(body)
  response.write(body.slice(0, reply.cutAfter))
  setTimeout(() => response.destroy(), 20)
}

export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

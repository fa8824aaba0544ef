// REST client of a report-embedding service: Microsoft's or the local one. The two differ only in their addresses.
// The client knows nothing about the portal, reads no configuration and stores nothing on disk. All input comes as arguments.
// Next: account-calls.ts (token, retries, circuit breaker), answers.ts (schemas), power-bi-error.ts, test-connection.ts.
import { accountKey, createAccountCalls, TOKEN_MINIMUM_LIFE_MS } from './account-calls.ts'
import type { Account, AccountCalls, Limits, Service } from './account-calls.ts'
import type {
  Capacity,
  Dashboard,
  Dataset,
  EmbedToken,
  Feature,
  PageOutline,
  Refresh,
  Report,
  ReportPage,
  RoleFilter,
  Tile,
  Workspace,
} from './answers.ts'
import { answers } from './answers.ts'
import { executeQueries } from './execute-queries.ts'
import type { QueryRequest, QueryRow } from './execute-queries.ts'
import { inGroup, segment } from './group-path.ts'
import { embedTokenBody } from './embed-token-request.ts'
import type { EmbedTokenRequest } from './embed-token-request.ts'
import { type ColumnsRequest, type ModelColumn, reportColumns } from './report-columns.ts'
import { type ModelMeasure, type PageRows, type PageRowsRequest, pageRows, reportMeasures } from './page-rows.ts'
import { exportFile, exportProgress, type ExportProgress, type ExportRequest, startExport } from './report-exports.ts'
import { testConnection } from './test-connection.ts'
import type { ConnectionStep } from './test-connection.ts'
import type { Ports } from './transport.ts'

export type { Account } from './account-calls.ts'
export type {
  Capacity,
  Dashboard,
  Dataset,
  EmbedToken,
  Feature,
  PageOutline,
  Refresh,
  Report,
  ReportPage,
  RoleFilter,
  Tile,
  Workspace,
} from './answers.ts'
export type { EmbedIdentity, EmbedTokenRequest } from './embed-token-request.ts'
export type { EffectiveIdentity, QueryRequest, QueryRow } from './execute-queries.ts'
export type { ConnectionStep } from './test-connection.ts'
export type { ExportProgress, ExportRequest } from './report-exports.ts'
export type { ModelColumn } from './report-columns.ts'
export type { ModelMeasure, PageRows, PageRowsRequest } from './page-rows.ts'
export type { LogEntry, Ports } from './transport.ts'
export { PowerBiError } from './power-bi-error.ts'
export type { PowerBiErrorCode } from './power-bi-error.ts'

/** Addresses of a service. `extensions`: the local service, with calls that Microsoft's service does not have. */
export type ServiceAddress = {
  authority: string
  api: string
  /** Hosts that may receive the token after a redirect. `*.example.net` matches every host below it. */
  allowedHosts: string[]
  extensions: boolean
}

/** Microsoft's public cloud. */
export const MICROSOFT: ServiceAddress = {
  authority: 'https://login.microsoftonline.com',
  api: 'https://api.powerbi.com',
  allowedHosts: ['*.analysis.windows.net', '*.powerbi.com'],
  extensions: false,
}

export type PowerBiOptions = Ports & ServiceAddress & { limits?: Partial<Limits> }

/** Operations of one account. Every call throws only PowerBiError. Timestamps are milliseconds since 1970. */
export type PowerBiClient = {
  token(): Promise<{ value: string; expiresAt: number }>
  workspaces(): Promise<Workspace[]>
  workspace(workspaceId: string): Promise<Workspace>
  reports(workspaceId: string): Promise<Report[]>
  report(workspaceId: string, reportId: string): Promise<Report>
  pages(workspaceId: string, reportId: string): Promise<ReportPage[]>
  /** Where the visuals of the first visible page stand, in pixels of the page; null: Microsoft's service does not tell it. */
  outline(workspaceId: string, reportId: string): Promise<PageOutline | null>
  /** The columns that a filter of the report may name. */
  columns(request: ColumnsRequest): Promise<ModelColumn[]>
  /** The measures that the report shows. Microsoft's service lists none. */
  measures(request: ColumnsRequest): Promise<ModelMeasure[]>
  /** The rows that the visuals of a page show to an identity. Only the local service answers them. */
  pageRows(request: PageRowsRequest): Promise<PageRows>
  datasets(workspaceId: string): Promise<Dataset[]>
  dataset(workspaceId: string, datasetId: string): Promise<Dataset>
  /** The names of the roles of a data model; null: the service lists none. Microsoft's REST interface has no call for them. */
  roles(workspaceId: string, datasetId: string): Promise<string[] | null>
  /** What each role of a data model filters, a row for each table; null: the service does not tell. Only the local service tells. */
  roleFilters(workspaceId: string, datasetId: string): Promise<RoleFilter[] | null>
  dashboards(workspaceId: string): Promise<Dashboard[]>
  tiles(workspaceId: string, dashboardId: string): Promise<Tile[]>
  /** Newest first. */
  refreshes(workspaceId: string, datasetId: string, top?: number): Promise<Refresh[]>
  /** Starts a refresh. The request is never repeated, because the service counts each one towards the daily limit. */
  refresh(workspaceId: string, datasetId: string): Promise<void>
  generateToken(request: EmbedTokenRequest): Promise<EmbedToken>
  /** Revokes an embed token immediately. Returns false if the service cannot do that (only the local one can). */
  revokeEmbedToken(tokenId: string): Promise<boolean>
  executeQueries(request: QueryRequest): Promise<QueryRow[]>
  /** Starts an export of a report as a file, and returns its id. The request is never repeated, except after a 429. */
  startExport(request: ExportRequest): Promise<string>
  exportProgress(workspaceId: string, reportId: string, exportId: string): Promise<ExportProgress>
  exportFile(workspaceId: string, reportId: string, exportId: string): Promise<Uint8Array>
  capacities(): Promise<Capacity[]>
  availableFeatures(): Promise<Feature[]>
  /** Tests the connection with a new token, from the authority to the workspaces. Stops at the first failed step. */
  testConnection(): Promise<ConnectionStep[]>
}

export type PowerBi = { account(account: Account): PowerBiClient }

/** The limits of every call to Power BI. The calls to Azure (azure.ts) have the same limits. */
export const DEFAULT_LIMITS: Limits = {
  timeoutMs: 15_000,
  queryTimeoutMs: 60_000,
  maxBytes: 4 * 1024 * 1024,
  queryMaxBytes: 16 * 1024 * 1024,
  fileMaxBytes: 64 * 1024 * 1024,
  attempts: 3,
  longestWaitMs: 10_000,
  breaker: { failures: 6, openMs: 30_000 },
}

const MAX_ACCOUNTS = 1000
const PAGE = 1000
const MAX_PAGES = 100
/** Minimum life of the access token when it is used to get an embed token: the embed token expires with it at the latest. */
const EMBED_TOKEN_MINIMUM_LIFE_MS = 10 * 60_000

/**
 * Creates the client of one service. Two requests for the same account share its token, breakers and waiting times.
 * @example createPowerBi({ ...MICROSOFT, fetch, now, sleep, log }).account({ directoryId, appId, secret }).workspaces()
 */
export function createPowerBi(options: PowerBiOptions): PowerBi {
  const service: Service = {
    ...options,
    basePath: 'v1.0/myorg/',
    scope: 'https://analysis.windows.net/powerbi/api/.default',
    limits: { ...DEFAULT_LIMITS, ...options.limits },
  }
  const accounts = new Map<string, AccountCalls>()
  return {
    account(account) {
      const key = accountKey(account)
      const calls = accounts.get(key) ?? createAccountCalls(service, account)
      accounts.delete(key) // moves the account to the end: the least recently used is first
      accounts.set(key, calls)
      for (const oldest of accounts.keys()) if (accounts.size > MAX_ACCOUNTS) accounts.delete(oldest)
      return createClient(calls, options, () => createAccountCalls(service, account))
    },
  }
}

type ClientOptions = Pick<PowerBiOptions, 'extensions' | 'now'>

function createClient(
  calls: AccountCalls,
  { extensions, now }: ClientOptions,
  fresh: () => AccountCalls,
): PowerBiClient {
  const get = { method: 'GET', repeatable: true } as const
  return {
    token: () => calls.token(TOKEN_MINIMUM_LIFE_MS),
    workspaces: () => allWorkspaces(calls),
    workspace: async (g) => calls.call({ ...get, name: 'workspace', path: inGroup(g), answer: answers.workspace }),
    reports: async (g) => calls.call({ ...get, name: 'reports', path: inGroup(g, 'reports'), answer: answers.reports }),
    report: async (g, r) =>
      calls.call({ ...get, name: 'report', path: inGroup(g, 'reports', r), answer: answers.report }),
    pages: async (g, r) =>
      calls.call({ ...get, name: 'pages', path: inGroup(g, 'reports', r, 'pages'), answer: answers.pages }),
    outline: async (g, r) =>
      extensions
        ? calls.call({
            ...get,
            name: 'outline',
            path: inGroup(g, 'reports', r, 'outline'),
            answer: answers.pageOutline,
          })
        : null,
    columns: (request) => reportColumns(calls, extensions, request),
    measures: (request) => reportMeasures(calls, extensions, request),
    pageRows: (request) => pageRows(calls, extensions, request),
    datasets: async (g) =>
      calls.call({ ...get, name: 'datasets', path: inGroup(g, 'datasets'), answer: answers.datasets }),
    dataset: async (g, d) =>
      calls.call({ ...get, name: 'dataset', path: inGroup(g, 'datasets', d), answer: answers.dataset }),
    roles: (g, d) => modelRoles(calls, extensions, g, d),
    roleFilters: (g, d) => modelRoleFilters(calls, extensions, g, d),
    dashboards: async (g) =>
      calls.call({ ...get, name: 'dashboards', path: inGroup(g, 'dashboards'), answer: answers.dashboards }),
    tiles: async (g, d) =>
      calls.call({ ...get, name: 'tiles', path: inGroup(g, 'dashboards', d, 'tiles'), answer: answers.tiles }),
    refreshes: async (g, d, top) =>
      calls.call({
        ...get,
        name: 'refreshes',
        path: inGroup(g, 'datasets', d, 'refreshes'),
        ...(top === undefined ? {} : { query: { $top: String(top) } }),
        answer: answers.refreshes,
      }),
    refresh: async (g, d) => {
      const path = inGroup(g, 'datasets', d, 'refreshes')
      const body = { notifyOption: 'NoNotification' } // the only value allowed for a service principal
      await calls.call({ name: 'refresh', method: 'POST', path, body, answer: answers.nothing, repeatable: false })
    },
    generateToken: (request) =>
      calls.call({
        name: 'generateToken',
        method: 'POST',
        path: 'GenerateToken',
        body: embedTokenBody(request, extensions),
        answer: answers.embedToken,
        repeatable: true,
        minimumLife: EMBED_TOKEN_MINIMUM_LIFE_MS,
      }),
    revokeEmbedToken: (tokenId) => revokeEmbedToken(calls, extensions, tokenId),
    executeQueries: (request) => executeQueries(calls, extensions, request),
    startExport: (request) => startExport(calls, extensions, request),
    exportProgress: async (workspaceId, reportId, exportId) =>
      exportProgress(calls, now, { workspaceId, reportId, exportId }),
    exportFile: async (workspaceId, reportId, exportId) => exportFile(calls, { workspaceId, reportId, exportId }),
    capacities: () => calls.call({ ...get, name: 'capacities', path: 'capacities', answer: answers.capacities }),
    availableFeatures: () =>
      calls.call({ ...get, name: 'availableFeatures', path: 'availableFeatures', answer: answers.features }),
    testConnection: () => testConnection(fresh()),
  }
}

async function allWorkspaces(calls: AccountCalls): Promise<Workspace[]> {
  const all: Workspace[] = []
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const some = await calls.call({
      name: 'workspaces',
      method: 'GET',
      path: 'groups',
      query: { $top: String(PAGE), $skip: String(page * PAGE) },
      answer: answers.workspaces,
      repeatable: true,
    })
    all.push(...some)
    if (some.length < PAGE) break
  }
  return all
}

async function modelRoles(calls: AccountCalls, extensions: boolean, workspaceId: string, datasetId: string) {
  if (!extensions) return null
  const path = inGroup(workspaceId, 'datasets', datasetId, 'roles')
  return calls.call({ name: 'roles', method: 'GET', path, answer: answers.roles, repeatable: true })
}

async function modelRoleFilters(calls: AccountCalls, extensions: boolean, workspaceId: string, datasetId: string) {
  if (!extensions) return null
  const path = inGroup(workspaceId, 'datasets', datasetId, 'roleFilters')
  return calls.call({ name: 'roleFilters', method: 'GET', path, answer: answers.roleFilters, repeatable: true })
}

async function revokeEmbedToken(calls: AccountCalls, extensions: boolean, tokenId: string): Promise<boolean> {
  if (!extensions) return false
  const path = `embedTokens/${segment(tokenId)}`
  await calls.call({ name: 'revokeEmbedToken', method: 'DELETE', path, answer: answers.nothing, repeatable: true })
  return true
}

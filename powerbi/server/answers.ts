import * as z from 'zod'

// Schemas of the answers that the client reads. The documentation and the service disagree about the casing of names
// (`IsRefreshable`, `isRefreshable`), so names match in any casing. Unknown names are dropped.

/** An object schema that accepts its names in any casing. */
function tolerant<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]))
  return z.preprocess((value) => withKnownNames(value, names), z.object(shape))
}

function withKnownNames(value: unknown, names: Map<string, string>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(
    ([name, fieldValue]) => [names.get(name.toLowerCase()) ?? name, fieldValue] as const,
  )
  return Object.fromEntries(entries)
}

const text = z.string().nullable().default(null)
const flag = z.boolean().nullable().default(null)
const list = <Item extends z.ZodType>(item: Item) => tolerant({ value: z.array(item) }).transform((page) => page.value)

const workspace = tolerant({
  id: z.string(),
  name: text,
  isReadOnly: flag,
  isOnDedicatedCapacity: flag,
  capacityId: text,
})
export type Workspace = z.output<typeof workspace>

const report = tolerant({
  id: z.string(),
  name: text,
  description: text,
  datasetId: text,
  reportType: text,
  webUrl: text,
  embedUrl: text,
})
export type Report = z.output<typeof report>

const page = tolerant({ name: z.string(), displayName: text, order: z.number().int().nullable().default(null) })
export type ReportPage = z.output<typeof page>

/** Names that people read in a report, by language; null: as its author wrote it. Only the local service has them. */
const captions = z.array(tolerant({ language: text, name: z.string() })).default([])
export type Captions = z.output<typeof captions>

const column = tolerant({ table: z.string(), column: z.string(), dataType: text, captions })

const measure = tolerant({ table: z.string(), name: z.string(), description: text, captions })

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
const pageRows = tolerant({
  page: z.string(),
  visuals: z.array(
    tolerant({
      name: z.string(),
      title: text,
      type: z.string(),
      columns: z.array(z.string()),
      rows: z.array(z.array(cell)),
      truncated: z.boolean(),
    }),
  ),
})

const pageOutline = tolerant({
  width: z.number(),
  height: z.number(),
  visuals: z.array(tolerant({ type: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
})
export type PageOutline = z.output<typeof pageOutline>

const role = tolerant({ name: z.string() })

const roleFilter = tolerant({ role: z.string(), table: z.string(), filter: z.string() })
export type RoleFilter = { role: string; table: string; filter: string }

const dataset = tolerant({
  id: z.string(),
  name: text,
  configuredBy: text,
  isRefreshable: flag,
  isEffectiveIdentityRequired: flag,
  isEffectiveIdentityRolesRequired: flag,
  isOnPremGatewayRequired: flag,
  targetStorageMode: text,
})
export type Dataset = z.output<typeof dataset>

const dashboard = tolerant({ id: z.string(), displayName: text, isReadOnly: flag })
export type Dashboard = z.output<typeof dashboard>

/** A tile of a report names the report and its data set; a tile with a text or a picture names neither. */
const tile = tolerant({ id: z.string(), title: text, reportId: text, datasetId: text })
export type Tile = z.output<typeof tile>

const refresh = tolerant({
  requestId: text,
  refreshType: text,
  /** `Unknown` while the refresh runs, then `Completed`, `Failed`, `Disabled` or `Cancelled`. */
  status: text,
  startTime: text,
  endTime: text,
  serviceExceptionJson: text,
})
export type Refresh = z.output<typeof refresh>

const reportExport = tolerant({
  id: z.string(),
  /** `NotStarted`, `Running`, `Succeeded` or `Failed`. */
  status: text,
  percentComplete: z.number().nullable().default(null),
  /** With a dot, such as `.pdf`. */
  ResourceFileExtension: text,
  expirationTime: text,
})
export type ReportExport = z.output<typeof reportExport>

const embedToken = tolerant({ token: z.string().min(1), tokenId: z.string(), expiration: z.iso.datetime() })
/** `expiresAt` is in milliseconds since 1970. */
export type EmbedToken = { token: string; tokenId: string; expiresAt: number }

const capacity = tolerant({
  id: z.string(),
  displayName: text,
  sku: text,
  state: text,
  region: text,
  capacityUserAccessRight: text,
})
export type Capacity = z.output<typeof capacity>

const feature = tolerant({
  name: z.string(),
  state: text,
  extendedState: text,
  additionalInfo: tolerant({ usage: z.number().nullable().default(null) })
    .nullable()
    .default(null),
})
export type Feature = z.output<typeof feature>

const sku = tolerant({ name: z.string(), tier: text })
const azureCapacity = tolerant({
  id: text,
  name: text,
  sku,
  properties: tolerant({ state: text, provisioningState: text }),
})
export type AzureCapacity = z.output<typeof azureCapacity>

const queryFailure = z.unknown().optional()
const queryAnswer = z.object({
  error: queryFailure,
  results: z
    .array(
      z.object({
        error: queryFailure,
        tables: z
          .array(z.object({ error: queryFailure, rows: z.array(z.record(z.string(), z.unknown())).default([]) }))
          .default([]),
      }),
    )
    .default([]),
})
export type QueryAnswer = z.output<typeof queryAnswer>

export const answers = {
  workspaces: list(workspace),
  workspace,
  reports: list(report),
  report,
  pages: list(page),
  columns: list(column),
  measures: list(measure),
  pageRows,
  pageOutline,
  datasets: list(dataset),
  dataset,
  roles: list(role).transform((roles) => roles.map(({ name }) => name)),
  roleFilters: list(roleFilter),
  dashboards: list(dashboard),
  tiles: list(tile),
  refreshes: list(refresh),
  embedToken: embedToken.transform((answer): EmbedToken => ({
    token: answer.token,
    tokenId: answer.tokenId,
    expiresAt: Date.parse(answer.expiration),
  })),
  reportExport,
  file: z.instanceof(Uint8Array),
  capacities: list(capacity),
  features: tolerant({ features: z.array(feature) }).transform((answer) => answer.features),
  azureCapacity,
  skus: list(tolerant({ sku })),
  query: queryAnswer,
  nothing: z.unknown().transform(() => null),
  accessToken: z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().int().positive() }),
}

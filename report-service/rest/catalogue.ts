import * as z from 'zod'

// What the service knows beside the models and reports themselves. Small on purpose: it is read whole and written whole.

const principal = z.object({
  /** The directory (Entra tenant) the application belongs to. */
  directoryId: z.string(),
  appId: z.string(),
  name: z.string(),
  secretHash: z.string(),
})
export type Principal = z.output<typeof principal>

const workspace = z.object({
  id: z.string(),
  name: z.string(),
  /** Principals by `principalKey`. */
  members: z.array(z.string()),
  /** Which content of a given project was published into it (`fingerprintOf`); null when none was. */
  project: z.string().nullable().default(null),
})
export type Workspace = z.output<typeof workspace>

const refresh = z.object({
  requestId: z.string(),
  status: z.enum(['Unknown', 'Completed', 'Failed']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** The process that does it: when that one is gone, so is the refresh. */
  owner: z.string(),
  failure: z.string().nullable(),
})
export type Refresh = z.output<typeof refresh>

/** The version before stays on disk for those who have it open, here or in another process. */
const previous = z.string().nullable().default(null)

const dataset = z.object({
  id: z.string(),
  workspaceId: z.string(),
  name: z.string(),
  /** The published `X.SemanticModel` folder, whose `data` a refresh reads again. */
  source: z.string(),
  /** The folder of the present version below `models/<id>/`. */
  version: z.string(),
  previous,
  roles: z.array(z.string()),
  createdAt: z.string(),
  refreshedAt: z.string(),
  /** Newest first. */
  refreshes: z.array(refresh),
})
export type Dataset = z.output<typeof dataset>

const report = z.object({
  id: z.string(),
  workspaceId: z.string(),
  datasetId: z.string(),
  name: z.string(),
  /** The folder of the present version below `reports/<id>/`. */
  version: z.string(),
  previous,
})
export type Report = z.output<typeof report>

/** An embed token ended before its time. Only the principal that asked for a token can end it, hence both names. */
const revocation = z.object({ tokenId: z.string(), principal: z.string(), until: z.number() })

export const catalogueShape = z.object({
  format: z.literal(1),
  principals: z.array(principal),
  workspaces: z.array(workspace),
  datasets: z.array(dataset),
  reports: z.array(report),
  revocations: z.array(revocation),
})
export type Catalogue = z.output<typeof catalogueShape>

export const EMPTY_CATALOGUE: Catalogue = {
  format: 1,
  principals: [],
  workspaces: [],
  datasets: [],
  reports: [],
  revocations: [],
}

/** How members and tokens name a principal: an application id is unique within its directory only. */
export function principalKey(principal: { directoryId: string; appId: string }): string {
  return `${principal.directoryId}/${principal.appId}`.toLowerCase()
}

export function isMember(workspace: Workspace, principal: Principal): boolean {
  return workspace.members.includes(principalKey(principal))
}

/** The entries with the same id replaced, the others added. */
export function upsert<Entry extends { id: string }>(entries: Entry[], changed: Entry[]): Entry[] {
  const ids = new Set(changed.map((entry) => entry.id))
  return [...entries.filter((entry) => !ids.has(entry.id)), ...changed]
}

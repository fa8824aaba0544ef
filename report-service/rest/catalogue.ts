import * as z from 'zod'

// The catalogue: all data of the service except the models and reports themselves. It is small, because each change
// reads and writes the whole file.

const principal = z.object({
  /** The directory (Entra tenant) that the application belongs to. */
  directoryId: z.string(),
  appId: z.string(),
  name: z.string(),
  secretHash: z.string(),
})
export type Principal = z.output<typeof principal>

const workspace = z.object({
  id: z.string(),
  name: z.string(),
  /** Keys of the member principals (`principalKey`). */
  members: z.array(z.string()),
  /** Fingerprint of the configured project that was published into the workspace (`fingerprintOf`); null if none was. */
  project: z.string().nullable().default(null),
})
export type Workspace = z.output<typeof workspace>

const refresh = z.object({
  requestId: z.string(),
  status: z.enum(['Unknown', 'Completed', 'Failed']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** Identity of the process that runs the refresh. If this process has ended, the refresh has failed. */
  owner: z.string(),
  failure: z.string().nullable(),
})
export type Refresh = z.output<typeof refresh>

/** The previous version. It stays on disk for readers that have it open, in this or another process. */
const previous = z.string().nullable().default(null)

const dataset = z.object({
  id: z.string(),
  workspaceId: z.string(),
  name: z.string(),
  /** The published `X.SemanticModel` folder. A refresh reads its `data` folder again. */
  source: z.string(),
  /** Folder of the current version below `models/<id>/`. */
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
  /** Folder of the current version below `reports/<id>/`. */
  version: z.string(),
  previous,
})
export type Report = z.output<typeof report>

/** A revoked embed token. Only the principal that requested a token can revoke it, so both ids are stored. */
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

/** Key of a principal in members and tokens. It holds the directory too, because an application id is unique only within its directory. */
export function principalKey(principal: { directoryId: string; appId: string }): string {
  return `${principal.directoryId}/${principal.appId}`.toLowerCase()
}

export function isMember(workspace: Workspace, principal: Principal): boolean {
  return workspace.members.includes(principalKey(principal))
}

/** Replaces the entries with the same id and appends the others. */
export function upsert<Entry extends { id: string }>(entries: Entry[], changed: Entry[]): Entry[] {
  const ids = new Set(changed.map((entry) => entry.id))
  return [...entries.filter((entry) => !ids.has(entry.id)), ...changed]
}

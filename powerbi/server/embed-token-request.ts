/** Who reads, for row-level security. Comes from the server's own settings, never from a browser. */
export type EmbedIdentity = {
  username: string
  roles: string[]
  datasets: string[]
  customData: string | null
  /** What the service's audit log shows as the person. */
  auditableContext: string | null
}

/** What an embed token is to open (`POST /GenerateToken`, version 2). Name the data set of every report. */
export type EmbedTokenRequest = {
  reports: { id: string; allowEdit: boolean }[]
  datasets: { id: string }[]
  targetWorkspaces: { id: string }[]
  identities: EmbedIdentity[]
  /** Shortens the token's life; null leaves it to the service. */
  lifetimeInMinutes: number | null
}

/** The request on the wire: empty lists and nulls are left out, since the service refuses some of them. */
export function embedTokenBody(request: EmbedTokenRequest): Record<string, unknown> {
  const identities = request.identities.map((identity) =>
    filled({
      username: identity.username,
      roles: identity.roles,
      datasets: identity.datasets,
      customData: identity.customData,
      auditableContext: identity.auditableContext,
    }),
  )
  return filled({
    reports: request.reports.map(({ id, allowEdit }) => ({ id, allowEdit })),
    datasets: request.datasets.map(({ id }) => ({ id })),
    targetWorkspaces: request.targetWorkspaces.map(({ id }) => ({ id })),
    identities,
    lifetimeInMinutes: request.lifetimeInMinutes,
  })
}

function filled(fields: Record<string, unknown>): Record<string, unknown> {
  const isFilled = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isFilled(value)))
}

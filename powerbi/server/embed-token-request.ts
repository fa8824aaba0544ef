/** The reader's identity for row-level security. It comes from the server's settings, never from a browser. */
export type EmbedIdentity = {
  username: string
  roles: string[]
  datasets: string[]
  customData: string | null
  /** Identifies the person in the service's audit log. */
  auditableContext: string | null
}

/** Input for an embed token (`POST /GenerateToken`, version 2). It must name the data set of every report. */
export type EmbedTokenRequest = {
  reports: {
    id: string
    allowEdit: boolean
    /**
     * The pages that the token opens; absent: all. Sent to the local service only: Microsoft's token has no pages. `filterColumns`: columns
     * of the publisher's filters, which the service accepts although no page of the token shows them.
     */
    limitedTo?: { pages: readonly string[]; filterColumns: { table: string; column: string }[] }
  }[]
  datasets: { id: string }[]
  targetWorkspaces: { id: string }[]
  identities: EmbedIdentity[]
  /** Limits the token's life. Null: the service decides. */
  lifetimeInMinutes: number | null
}

/**
 * The request body. Leaves out empty lists and nulls, because the service refuses some of them. `extensions`: the service knows the
 * fields that Microsoft's does not have.
 */
export function embedTokenBody(request: EmbedTokenRequest, extensions: boolean): Record<string, unknown> {
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
    reports: request.reports.map(({ id, allowEdit, limitedTo }) => ({
      id,
      allowEdit,
      ...(extensions && limitedTo ? { limitedTo } : {}),
    })),
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

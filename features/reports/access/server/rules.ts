// Whose rows a person sees of a report. Pure: it is handed the grants that reach the person and decides, closed by default (E2).
import type { ErrorCode } from '#catalogue/errors.ts'

/** A grant that reaches the person: to themselves (`direct`) or to one of their groups. */
export type ReachingGrant = {
  direct: boolean
  roles: string[]
  identity: string
  identity_value: string | null
  custom_data: string | null
}

export type SecuredReport = { row_security: boolean; ignore_row_security: boolean; ignore_role: string | null }

/** What the report service is told of the reader; null for a report without row-level security. */
export type Identity = { username: string; roles: string[]; customData: string | null }

export type Resolved = { identity: Identity | null } | { refusal: ErrorCode }

/**
 * A grant to the person wins over those to their groups. Grants of groups unite their roles, and must agree on the rest:
 * rows of two identities cannot be seen in one report. Without any role nothing is shown, rather than everything.
 */
export function resolveIdentity(report: SecuredReport, grants: ReachingGrant[], email: string): Resolved {
  if (!report.row_security) return { identity: null }
  if (report.ignore_row_security && report.ignore_role) {
    return { identity: { username: email, roles: [report.ignore_role], customData: null } }
  }
  const direct = grants.filter((grant) => grant.direct)
  const deciding = (direct.length > 0 ? direct : grants).filter(({ roles }) => roles.length > 0)
  const identities = deciding.map((grant) => ({
    username: grant.identity === 'value' ? (grant.identity_value ?? '') : email,
    customData: grant.custom_data,
  }))
  const [first] = identities
  if (!first || identities.some(({ username }) => username === '')) return { refusal: 'report.identity_missing' }
  const agree = identities.every(
    ({ username, customData }) => username === first.username && customData === first.customData,
  )
  if (!agree) return { refusal: 'report.identity_ambiguous' }
  return { identity: { ...first, roles: [...new Set(deciding.flatMap(({ roles }) => roles))].toSorted() } }
}

/** With row-level security a grant without a role shows nothing: it is refused, rather than found out by its reader. */
export const needsRoles = (report: SecuredReport): boolean =>
  report.row_security && !(report.ignore_row_security && report.ignore_role !== null)

export type Granted = Omit<ReachingGrant, 'direct'> & { user_id: string | null; group_id: string | null }

/** The grants of `before` that must go and those of `after` that must come; one that changed is in both. */
export function differenceOf(before: Granted[], after: Granted[]): { gone: Granted[]; come: Granted[] } {
  const [old, fresh] = [new Set(before.map(signatureOf)), new Set(after.map(signatureOf))]
  return {
    gone: before.filter((grant) => !fresh.has(signatureOf(grant))),
    come: after.filter((grant) => !old.has(signatureOf(grant))),
  }
}

const signatureOf = ({ user_id, group_id, roles, identity, identity_value, custom_data }: Granted): string =>
  JSON.stringify([user_id, group_id, roles.toSorted(), identity, identity_value, custom_data])

/** Grants for the audit trail, by whom they are for: only those that differ are written. */
export const byGrantee = (grants: Granted[]): Record<string, object> =>
  Object.fromEntries(
    grants.map(({ user_id, group_id, ...reading }) => [user_id ? `user ${user_id}` : `group ${group_id}`, reading]),
  )

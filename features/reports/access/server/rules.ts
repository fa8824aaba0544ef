// Decides the identity (user name, roles, custom data) of a reader from the grants. Pure functions; they fail closed (E2).
import type { ErrorCode } from '#catalogue/errors.ts'

/** A grant that applies to the reader: to the person (`direct`) or to one of their groups. */
export type ReaderGrant = {
  direct: boolean
  roles: string[]
  identity: string
  identity_value: string | null
  custom_data: string | null
  without_filters: boolean
}

export type SecuredReport = { row_security: boolean; ignore_row_security: boolean; ignore_role: string | null }

/** The effective identity that the report service gets for a reader; null for a report without row-level security. */
export type Identity = { username: string; roles: string[]; customData: string | null }

export type Resolved = { identity: Identity | null } | { refusal: ErrorCode }

/**
 * Merges the grants of a reader into one identity. Direct grants take precedence over grants to groups. The roles are united; user
 * name and custom data must be equal, because an embed token has one identity. Without a role the report is refused.
 */
export function resolveIdentity(report: SecuredReport, grants: ReaderGrant[], email: string): Resolved {
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

/** With row-level security, a grant without a role would show nothing. It is refused when it is saved. */
export const needsRoles = (report: SecuredReport): boolean =>
  report.row_security && !(report.ignore_row_security && report.ignore_role !== null)

export type Granted = Omit<ReaderGrant, 'direct'> & {
  user_id: string | null
  group_id: string | null
  ends_on: string | null
}

/** The grants to delete and those to insert. A changed grant is in both. */
export function differenceOf(before: Granted[], after: Granted[]): { removed: Granted[]; added: Granted[] } {
  const [old, fresh] = [new Set(before.map(signatureOf)), new Set(after.map(signatureOf))]
  return {
    removed: before.filter((grant) => !fresh.has(signatureOf(grant))),
    added: after.filter((grant) => !old.has(signatureOf(grant))),
  }
}

const signatureOf = ({ roles, ...grant }: Granted): string =>
  JSON.stringify([grant.user_id, grant.group_id, roles.toSorted(), grant.identity, grant.identity_value, grant.custom_data, grant.ends_on, grant.without_filters]) // prettier-ignore

/** Grants by grantee, for the audit trail: it writes the values that differ. */
export const byGrantee = (grants: Granted[]): Record<string, object> =>
  Object.fromEntries(
    grants.map(({ user_id, group_id, ...reading }) => [user_id ? `user ${user_id}` : `group ${group_id}`, reading]),
  )

// The roles of the data model of a report, as its service lists them.
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { listGrantRoles, suggestGrantRoles } from '#features/reports/access/contract.ts'
import type { ModelRoles, RoleFilters } from '#features/reports/library/contract.ts'

type GrantRoles = {
  /** Null: the service does not list them, or the grant is for several reports (`reportId` null). */
  roles: ModelRoles
  /** The only role of the data model, which a new grant begins with; empty if there are several. */
  soleRole: string[]
  isLoading: boolean
  /** Null: the service does not tell what the roles filter. */
  filters: RoleFilters
}

/** The roles that a grant may name. */
export function useGrantRoles(reportId: string | null): GrantRoles {
  const enabled = reportId !== null
  const input = { report_id: reportId ?? '' }
  const { data, isPending } = useCallQuery(listGrantRoles, input, { freshFor: 60_000, enabled })
  const roles = data?.roles ?? null
  return { roles, soleRole: soleRoleOf(roles), isLoading: enabled && isPending, filters: data?.filters ?? null }
}

/** Roles that the grantee has for other reports of the same data model. Nobody gets them before a person chooses them. */
export function useRoleSuggestions(reportId: string | null, grantee: Grantee | null) {
  const input = {
    report_id: reportId ?? '',
    ...(grantee?.user_id ? { user_id: grantee.user_id } : { group_id: grantee?.group_id ?? '' }),
  }
  const enabled = reportId !== null && grantee !== null
  return useCallQuery(suggestGrantRoles, input, { freshFor: 60_000, enabled }).data ?? []
}

/** The person or the user group of a grant; the id of the other is null. */
export type Grantee = { user_id: string | null; group_id: string | null }

export const soleRoleOf = (roles: ModelRoles): string[] => (roles?.length === 1 ? [...roles] : [])

// The roles of the data model of a report, as its service lists them.
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { listGrantRoles } from '#features/reports/access/contract.ts'
import type { ModelRoles } from '#features/reports/library/contract.ts'

/** The roles that a grant may name; null: the service does not list them, or the grant is for several reports (`reportId` null). */
export function useGrantRoles(reportId: string | null): { roles: ModelRoles; isLoading: boolean } {
  const enabled = reportId !== null
  const input = { report_id: reportId ?? '' }
  const { data, isPending } = useCallQuery(listGrantRoles, input, { freshFor: 60_000, enabled })
  return { roles: data?.roles ?? null, isLoading: enabled && isPending }
}

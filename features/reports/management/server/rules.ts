// Which roles of a data model an embedded management report may use.
import type { RoleFilter } from '#powerbi/server/answers.ts'
import { isAlwaysTrue } from '#features/reports/library/contract.ts'

/** Whether a role filters rows; true if the service does not tell (`filters` is null). */
export const isFiltering = (filters: readonly RoleFilter[] | null, role: string): boolean =>
  filters === null || filters.some((filter) => filter.role === role && !isAlwaysTrue(filter.filter))

/** Whether a unit can read under a role: its embed token has no custom data, so a filter that asks for it refuses every row. */
export const isReadable = (filters: readonly RoleFilter[] | null, role: string): boolean =>
  !filters?.some((filter) => filter.role === role && /\bCUSTOMDATA\s*\(/i.test(filter.filter))

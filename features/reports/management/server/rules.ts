// Which roles of a data model an embedded management report may use.
import type { RoleFilter } from '#powerbi/server/answers.ts'

/** Conditions that are true for each row. */
const alwaysTrue = new Set(['', 'true', 'true()'])

const restricts = ({ filter }: RoleFilter) => !alwaysTrue.has(filter.replace(/\s/g, '').toLowerCase())

/** Whether a role filters rows; true if the service does not tell (`filters` is null). */
export const isFiltering = (filters: readonly RoleFilter[] | null, role: string): boolean =>
  filters === null || filters.some((filter) => filter.role === role && restricts(filter))

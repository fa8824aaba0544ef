import { filtersOf, type List } from '#platform/web/routing/use-list.ts'
import type { listAudit } from '../contract.ts'

/** The entries on the screen, with the options of the list. */
export type AuditEntries = List<typeof listAudit>

/** The two options that are the period. */
export const period = ['from', 'to']

/** Counts the filters that are set. The first and the last day of the period are one filter. */
export function countFilters(options: object): number {
  const names = filtersOf(options)
  const others = names.filter((name) => !period.includes(name))
  return others.length + (names.length > others.length ? 1 : 0)
}

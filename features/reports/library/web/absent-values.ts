import type { ReceivedOf } from '#platform/contract/call.ts'
import type { listColumnValues } from '#features/reports/dax-queries/contract.ts'
import type { ReportFilter } from '../contract.ts'

/** The values of a filter that no row has. None if the values of the column are not all known. */
export function absentValues(
  { operator, values }: Pick<ReportFilter, 'operator' | 'values'>,
  found: ReceivedOf<typeof listColumnValues> | undefined,
): string[] {
  if (!found?.complete || found.values === null) return []
  // The report service compares texts without letter case.
  const known = found.values.map((value) => String(value).toLowerCase())
  const written = values.map(String).filter((value) => value.trim() !== '')
  switch (operator) {
    case 'in':
    case 'not_in':
      return written.filter((value) => !known.includes(value.toLowerCase()))
    case 'contains':
      return written.filter((value) => !known.some((each) => each.includes(value.toLowerCase())))
    default:
      return []
  }
}

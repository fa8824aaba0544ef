// The pages of a report, as its service tells them.
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { CallFailure } from '#platform/web/client/call-failure.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { listGrantPages } from '#features/reports/access/contract.ts'

type Pages = ReceivedOf<typeof listGrantPages>

/** The pages that a grant may name. */
export function useGrantPages(reportId: string): { pages: Pages; failure: CallFailure | null; isLoading: boolean } {
  const { data = [], error, isPending } = useCallQuery(listGrantPages, { report_id: reportId }, { freshFor: 60_000 })
  return { pages: data, failure: error, isLoading: isPending }
}

/** The title of a page by its name; the name itself until the service has answered, or if the page was removed. */
export function usePageNames(reportId: string): (name: string) => string {
  const { pages } = useGrantPages(reportId)
  return (name) => pages.find((page) => page.name === name)?.display_name ?? name
}
